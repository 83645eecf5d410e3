/** A billing provider that speaks Stripe's HTTP API for the calls that the service makes, and fails as a test says. */
import { createHmac, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Context, Effect, Layer } from "effect"

export const webhookSecret = "whsec_of_the_fake_provider"

export type Status = "active" | "trialing" | "past_due" | "canceled" | "unpaid" | "incomplete"

interface Subscription {
  readonly id: string
  readonly customer: string
  price: string
  status: Status
}

export class Payments extends Context.Service<
  Payments,
  {
    readonly base: string
    /** How it answers from here on. */
    readonly behave: (behaviour: "well" | "never" | "500") => void
    /** The customer pays on the page of a checkout; answers with the address that the page leads back to. */
    readonly pay: (checkoutUrl: string) => string
    readonly subscribe: (customer: string, price: string, status?: Status) => string
    readonly change: (subscription: string, change: { readonly price?: string; readonly status?: Status }) => void
    readonly of: (customer: string) => ReadonlyArray<Subscription>
    /** A signed event about a subscription as it is now, as the provider would post it. */
    readonly event: (
      subscription: string,
      at: number,
      id?: string
    ) => { readonly body: string; readonly signature: string }
    /** Addresses that were asked for. */
    readonly asked: () => ReadonlyArray<string>
  }
>()("svc/test/Payments") {}

const prices: Record<string, { readonly name: string; readonly amount: number; readonly interval: string }> = {
  price_pro: { name: "Pro", amount: 1_900, interval: "month" },
  price_pro_year: { name: "Pro", amount: 19_000, interval: "year" },
  price_business: { name: "Business", amount: 9_900, interval: "month" }
}

const start = async () => {
  let behaviour: "well" | "never" | "500" = "well"
  const asked: Array<string> = []
  const customers = new Map<string, string>()
  const checkouts = new Map<string, { customer: string; price: string; done: string; subscription: string | null }>()
  const subscriptions = new Map<string, Subscription>()

  const shown = ({ id, customer, price, status }: Subscription) => ({
    id,
    object: "subscription",
    customer,
    status,
    items: { object: "list", data: [{ id: `si_${id}`, price: { id: price, object: "price" } }] }
  })

  const subscribe = (customer: string, price: string, status: Status = "active") => {
    const id = `sub_${randomUUID()}`
    subscriptions.set(id, { id, customer, price, status })
    return id
  }

  const answer = (method: string, path: string, query: URLSearchParams, form: URLSearchParams, key: string) => {
    const [, , kind = "", a = "", b = ""] = path.split("/")
    if (method === "POST" && kind === "customers") {
      const id = customers.get(key) ?? `cus_${randomUUID()}`
      customers.set(key, id)
      return { id, object: "customer", email: form.get("email") }
    }
    if (kind === "prices") {
      const price = prices[a]
      return price === undefined
        ? null
        : {
            id: a,
            object: "price",
            currency: "eur",
            unit_amount: price.amount,
            recurring: { interval: price.interval },
            product: { id: `prod_${a}`, object: "product", name: price.name }
          }
    }
    if (method === "POST" && kind === "checkout") {
      const id = `cs_${randomUUID()}`
      checkouts.set(id, {
        customer: form.get("customer") ?? "",
        price: form.get("line_items[0][price]") ?? "",
        done: form.get("success_url") ?? "",
        subscription: null
      })
      return { id, object: "checkout.session", url: `https://pay.example/${id}` }
    }
    if (kind === "checkout") {
      const session = checkouts.get(b)
      return session === undefined ? null : { id: b, object: "checkout.session", subscription: session.subscription }
    }
    if (kind === "billing_portal") {
      return {
        id: "bps_1",
        object: "billing_portal.session",
        url: `https://pay.example/portal/${form.get("customer")}`
      }
    }
    if (kind === "subscriptions" && a === "") {
      const data = [...subscriptions.values()].filter(
        ({ customer, status }) => customer === query.get("customer") && status !== "canceled"
      )
      return { object: "list", data: data.map(shown), has_more: false, url: "/v1/subscriptions" }
    }
    if (kind === "subscriptions") {
      const found = subscriptions.get(a)
      if (found !== undefined && method === "DELETE") found.status = "canceled"
      return found === undefined ? null : shown(found)
    }
    return null
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://provider")
    const form = new URLSearchParams(await text(request))
    asked.push(`${request.method} ${url.pathname}`)
    if (behaviour === "never") return
    const found =
      behaviour === "500"
        ? { status: 500, body: { error: { type: "api_error", message: "down" } } }
        : (() => {
            const key = String(request.headers["idempotency-key"] ?? randomUUID())
            const body = answer(request.method ?? "GET", url.pathname, url.searchParams, form, key)
            return body === null
              ? {
                  status: 404,
                  body: { error: { type: "invalid_request_error", code: "resource_missing", message: "no" } }
                }
              : { status: 200, body }
          })()
    response.writeHead(found.status, { "content-type": "application/json", "stripe-should-retry": "false" })
    response.end(JSON.stringify(found.body))
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo

  const payments = Payments.of({
    base: `http://127.0.0.1:${port}`,
    behave: (next) => {
      behaviour = next
    },
    pay: (url) => {
      const id = url.split("/").at(-1) ?? ""
      const session = checkouts.get(id)
      if (session === undefined) throw new Error(`There is no checkout ${id}`)
      session.subscription = subscribe(session.customer, session.price)
      return session.done.replace("{CHECKOUT_SESSION_ID}", id)
    },
    subscribe,
    change: (id, change) => void Object.assign(subscriptions.get(id) ?? {}, change),
    of: (customer) => [...subscriptions.values()].filter((one) => one.customer === customer),
    event: (subscription, at, id = `evt_${randomUUID()}`) => {
      const found = subscriptions.get(subscription)
      const body = JSON.stringify({
        id,
        object: "event",
        type: "customer.subscription.updated",
        created: at,
        data: { object: found === undefined ? { id: subscription } : shown(found) }
      })
      const hmac = createHmac("sha256", webhookSecret).update(`${at}.${body}`).digest("hex")
      return { body, signature: `t=${at},v1=${hmac}` }
    },
    asked: () => asked
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { payments, close }
}

export const layer = Layer.effect(
  Payments,
  Effect.map(
    Effect.acquireRelease(Effect.promise(start), ({ close }) => Effect.sync(close)),
    ({ payments }) => payments
  )
)

/** What makes a service ask this provider. */
export const variables = (payments: Payments["Service"]) => ({
  STRIPE_SECRET_KEY: "sk_test_fake",
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: payments.base
})
