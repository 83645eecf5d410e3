/**
 * A billing provider that speaks Stripe's HTTP API for the calls that the service makes, shows the pages that people
 * pay and cancel on, posts signed events, and fails as a test says.
 */
import { createHmac, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Clock, Context, Effect, Layer } from "effect"
import type { SubscriptionStatus as Status } from "../../src/billing/Subscription.ts"
import * as Pages from "./PaymentPages.ts"
import * as Records from "./PaymentRecords.ts"
import { prices, Refused, type Subscription } from "./PaymentRecords.ts"

export const webhookSecret = "whsec_of_the_fake_provider"
const secretKey = "sk_test_fake"

export interface Event {
  readonly body: string
  readonly signature: string
}

/** `never` answers nothing, `trickle` begins an answer and never ends it, `refuse` closes the connection. */
type Behaviour = "well" | "never" | "500" | "trickle" | "refuse"

export class Payments extends Context.Service<
  Payments,
  {
    readonly base: string
    /** How its API answers from here on. */
    readonly behave: (behaviour: Behaviour) => void
    /** Where it posts events when something happens on its pages. */
    readonly notify: (url: string) => void
    /** The events it has posted, with what was answered. */
    readonly posted: () => ReadonlyArray<{ readonly type: string; readonly status: number }>
    /** The customer pays a checkout, without looking at its page; null when it has expired. */
    readonly pay: (checkoutUrl: string) => string | null
    readonly subscribe: (customer: string, price: string, status?: Status) => string
    readonly change: (
      subscription: string,
      change: { readonly price?: string; readonly extras?: ReadonlyArray<string>; readonly status?: Status }
    ) => void
    /** It no longer knows the subscription, as one of another mode. */
    readonly lose: (subscription: string) => void
    readonly know: (customer: string) => void
    /** It no longer knows the customer. */
    readonly forget: (customer: string) => void
    readonly customers: () => ReadonlyArray<string>
    readonly of: (customer: string) => ReadonlyArray<Subscription>
    /** A signed event about a subscription as it is now, as the provider would post it. */
    readonly event: (subscription: string, at: number, id?: string) => Event
    /** An event about anything. */
    readonly signed: (type: string, object: unknown, at: number) => Event
    /** The addresses of checkouts that can still be paid. */
    readonly open: () => ReadonlyArray<string>
    /** Calls of its API, as `GET /v1/prices/price_pro`. */
    readonly asked: () => ReadonlyArray<string>
    /** Runs while a call is answered, before its answer goes out. */
    readonly during: (call: RegExp, happening: () => Promise<unknown>) => void
  }
>()("svc/test/Payments") {}

const start = async (now: () => number) => {
  let behaviour: Behaviour = "well"
  let notified: string | null = null
  let base = ""
  let happening: { readonly call: RegExp; readonly run: () => Promise<unknown> } | null = null
  const asked: Array<string> = []
  const posted: Array<{ type: string; status: number }> = []
  const busy = new Set<string>()

  const signed = (type: string, object: unknown, at: number, id = `evt_${randomUUID()}`): Event => {
    const body = JSON.stringify({ id, object: "event", type, created: at, data: { object } })
    const hmac = createHmac("sha256", webhookSecret).update(`${at}.${body}`).digest("hex")
    return { body, signature: `t=${at},v1=${hmac}` }
  }

  const post = async (type: string, object: unknown) => {
    if (notified === null) return
    const { body, signature } = signed(type, object, Math.floor(now() / 1_000))
    const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature }
    const status = await fetch(notified, { method: "POST", body, headers }).then(
      (answer) => answer.status,
      () => 0
    )
    posted.push({ type, status })
  }

  const records = Records.make(
    () => base,
    (type, object) => void post(type, object)
  )
  const { answers, checkouts, customers, of, pay, portals, shown, subscribe, subscriptions } = records

  const routeOf = (method: string, path: string) => {
    const parts = path.split("/")
    const at = parts.findIndex((part) => /^(price|cs|sub)_/.test(part))
    const id = parts[at] ?? ""
    if (at > 0) parts[at] = "*"
    return { answer: answers[`${method} ${parts.join("/")}`], id }
  }

  const json = (response: ServerResponse, status: number, body: unknown, retry = "false") =>
    response
      .writeHead(status, { "content-type": "application/json", "stripe-should-retry": retry })
      .end(JSON.stringify(body))

  const api = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const form = new URLSearchParams(await text(request))
    const call = `${request.method} ${url.pathname}`
    asked.push(call)
    if (behaviour === "never") return undefined
    if (behaviour === "refuse") return request.socket.destroy()
    if (behaviour === "500") return json(response, 500, { error: { type: "api_error", message: "down" } })
    if (behaviour === "trickle") {
      response.writeHead(200, { "content-type": "application/json" }).write('{"id": "')
      const drops = setInterval(() => response.write("x"), 50)
      return response.on("close", () => clearInterval(drops))
    }
    const key = String(request.headers["idempotency-key"] ?? randomUUID())
    if (busy.has(key)) {
      return json(response, 409, { error: { type: "idempotency_error", code: "idempotency_key_in_use" } }, "true")
    }
    busy.add(key)
    try {
      if (request.headers.authorization !== `Bearer ${secretKey}`) throw new Refused(401, { message: "Who are you?" })
      const { answer, id } = routeOf(request.method ?? "GET", url.pathname)
      if (answer === undefined) throw new Refused(404, { message: `There is no ${call}` })
      const body = answer(id, url.searchParams, form, key)
      if (happening?.call.test(call)) {
        const { run } = happening
        happening = null
        await run()
      } else await new Promise((resolve) => setImmediate(resolve))
      return json(response, 200, body)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return json(response, error.status, { error: error.body })
    } finally {
      busy.delete(key)
    }
  }

  const pages = (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const [, , kind = "", id = "", action = "", target = ""] = url.pathname.split("/")
    const show = (html: string) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html)
    const go = (location: string) => response.writeHead(303, { location }).end()
    const checkout = checkouts.get(id)
    const portal = portals.get(id)
    if (kind === "checkout" && checkout !== undefined) {
      if (request.method === "GET") {
        return show(checkout.status === "open" ? Pages.checkout(id, prices[checkout.price]!) : Pages.over)
      }
      const to = action === "pay" ? pay(id) : checkout.canceled
      return to === null ? show(Pages.over) : go(to)
    }
    if (kind === "portal" && portal !== undefined) {
      if (action === "cancel") {
        records.cancel(target)
        return go(`/pages/portal/${id}`)
      }
      return show(
        Pages.portal(
          id,
          portal.back,
          of(portal.customer).map((one) => ({ ...one, item: prices[one.price] }))
        )
      )
    }
    return response.writeHead(404).end()
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://provider")
    if (url.pathname.startsWith("/pages/")) pages(request, response, url)
    else void api(request, response, url)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const payments = Payments.of({
    base,
    behave: (next) => {
      behaviour = next
    },
    notify: (url) => {
      notified = url
    },
    posted: () => posted,
    pay: (url) => pay(url.split("/").at(-1) ?? ""),
    subscribe,
    change: (id, change) => void Object.assign(subscriptions.get(id) ?? {}, change),
    lose: (subscription) => void subscriptions.delete(subscription),
    know: (customer) => void customers.add(customer),
    forget: (customer) => void customers.delete(customer),
    customers: () => [...customers],
    of,
    event: (subscription, at, id) => {
      const found = subscriptions.get(subscription)
      return signed(
        "customer.subscription.updated",
        found === undefined ? { id: subscription, object: "subscription" } : shown(found),
        at,
        id
      )
    },
    signed,
    open: () =>
      [...checkouts].flatMap(([id, { status }]) => (status === "open" ? [`${base}/pages/checkout/${id}`] : [])),
    asked: () => asked,
    during: (call, run) => {
      happening = { call, run }
    }
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { payments, close }
}

export const layer = Layer.effect(
  Payments,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const { payments } = yield* Effect.acquireRelease(
      Effect.promise(() => start(() => clock.currentTimeMillisUnsafe())),
      ({ close }) => Effect.sync(close)
    )
    return payments
  })
)

/** What makes a service ask this provider. */
export const variables = (payments: Payments["Service"]) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: payments.base
})
