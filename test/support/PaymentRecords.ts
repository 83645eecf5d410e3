/** What the billing provider of the tests knows, and how its API answers from it. */
import { randomUUID } from "node:crypto"
import type { SubscriptionStatus as Status } from "../../src/billing/Subscription.ts"
import type { Item } from "./PaymentPages.ts"

export interface Subscription {
  readonly id: string
  readonly customer: string
  price: string
  /** Prices that it is made up of besides, before the other. */
  extras?: ReadonlyArray<string>
  status: Status
}

export const prices: Record<string, Item & { readonly active: boolean }> = {
  price_pro: { name: "Pro", amount: 1_900, interval: "month", active: true },
  price_pro_year: { name: "Pro", amount: 19_000, interval: "year", active: true },
  price_business: { name: "Business", amount: 9_900, interval: "month", active: true },
  price_old: { name: "Early bird", amount: 900, interval: "month", active: false }
}

interface Checkout {
  readonly customer: string
  readonly price: string
  readonly done: string
  readonly canceled: string
  status: "open" | "complete" | "expired"
  subscription: string | null
}

/** An answer of the API that is an error. */
export class Refused extends Error {
  readonly status: number
  readonly body: Record<string, string>
  constructor(status: number, body: Record<string, string>) {
    super(body["message"])
    this.status = status
    this.body = body
  }
}

const missing = (param: string) =>
  new Refused(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    param,
    message: `No such ${param}`
  })

const refused = (message: string) => new Refused(400, { type: "invalid_request_error", message })

/** `tell` learns of what customers do; `base` is where the pages are. */
export const make = (base: () => string, tell: (type: string, object: unknown) => void) => {
  const customers = new Set<string>()
  const byKey = new Map<string, string>()
  const checkouts = new Map<string, Checkout>()
  const portals = new Map<string, { readonly customer: string; readonly back: string }>()
  const subscriptions = new Map<string, Subscription>()

  const shown = ({ id, customer, price, extras = [], status }: Subscription) => ({
    id,
    object: "subscription",
    customer,
    status,
    items: {
      object: "list",
      data: [...extras, price].map((one) => ({ id: `si_${id}_${one}`, price: { id: one, object: "price" } }))
    }
  })

  const list = (data: ReadonlyArray<unknown>) => ({ object: "list", data, has_more: false, url: "/v1" })

  const of = (customer: string) => [...subscriptions.values()].filter((one) => one.customer === customer)

  const subscribe = (customer: string, price: string, status: Status = "active") => {
    const id = `sub_${randomUUID()}`
    customers.add(customer)
    subscriptions.set(id, { id, customer, price, status })
    return id
  }

  const pay = (id: string) => {
    const checkout = checkouts.get(id)
    if (checkout?.status !== "open" || !customers.has(checkout.customer)) return null
    checkout.status = "complete"
    checkout.subscription = subscribe(checkout.customer, checkout.price)
    const subscription = shown(subscriptions.get(checkout.subscription)!)
    // Nobody promises an order.
    tell("customer.subscription.created", subscription)
    tell("checkout.session.completed", { id, object: "checkout.session", subscription: subscription.id })
    return checkout.done.replace("{CHECKOUT_SESSION_ID}", id)
  }

  const cancel = (id: string) => {
    const found = subscriptions.get(id)
    if (found === undefined) throw missing("id")
    found.status = "canceled"
    tell("customer.subscription.deleted", shown(found))
    return shown(found)
  }

  const customerOf = (parameters: URLSearchParams) => {
    const customer = parameters.get("customer") ?? ""
    if (!customers.has(customer)) throw missing("customer")
    return customer
  }

  const session = (id: string, { status, subscription }: Checkout) => ({
    id,
    object: "checkout.session",
    status,
    subscription,
    url: status === "open" ? `${base()}/pages/checkout/${id}` : null
  })

  const answers: Record<string, (a: string, query: URLSearchParams, form: URLSearchParams, key: string) => unknown> = {
    "POST /v1/customers": (_, __, form, key) => {
      const id = byKey.get(key) ?? `cus_${randomUUID()}`
      byKey.set(key, id)
      customers.add(id)
      return { id, object: "customer", email: form.get("email") }
    },
    "GET /v1/prices/*": (id) => {
      const price = prices[id]
      if (price === undefined) throw missing("id")
      return {
        id,
        object: "price",
        active: price.active,
        currency: "eur",
        unit_amount: price.amount,
        recurring: { interval: price.interval },
        product: { id: `prod_${id}`, object: "product", name: price.name }
      }
    },
    "POST /v1/checkout/sessions": (_, __, form) => {
      const price = form.get("line_items[0][price]") ?? ""
      if (prices[price]?.active !== true) throw missing("line_items[0][price]")
      const id = `cs_test_${randomUUID().replaceAll("-", "")}`
      const checkout: Checkout = {
        customer: customerOf(form),
        price,
        done: form.get("success_url") ?? "",
        canceled: form.get("cancel_url") ?? "",
        status: "open",
        subscription: null
      }
      checkouts.set(id, checkout)
      return session(id, checkout)
    },
    "GET /v1/checkout/sessions": (_, query) =>
      list(
        [...checkouts]
          .filter(([, one]) => one.customer === query.get("customer") && one.status === query.get("status"))
          .map(([id, one]) => session(id, one))
          .reverse()
      ),
    "GET /v1/checkout/sessions/*": (id) => {
      const found = checkouts.get(id)
      if (found === undefined) throw missing("id")
      return session(id, found)
    },
    "POST /v1/checkout/sessions/*/expire": (id) => {
      const found = checkouts.get(id)
      if (found?.status !== "open") throw refused("Only open sessions can be expired")
      found.status = "expired"
      return session(id, found)
    },
    "POST /v1/billing_portal/sessions": (_, __, form) => {
      const id = `bps_${randomUUID()}`
      portals.set(id, { customer: customerOf(form), back: form.get("return_url") ?? "" })
      return { id, object: "billing_portal.session", url: `${base()}/pages/portal/${id}` }
    },
    "GET /v1/subscriptions": (_, query) =>
      list(of(customerOf(query)).flatMap((one) => (one.status === "canceled" ? [] : [shown(one)]))),
    "GET /v1/subscriptions/*": (id) => {
      const found = subscriptions.get(id)
      if (found === undefined) throw missing("id")
      return shown(found)
    },
    "DELETE /v1/subscriptions/*": cancel
  }

  return { answers, customers, checkouts, portals, subscriptions, shown, of, subscribe, pay, cancel }
}
