import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { tierLimits } from "../../accounts/Limits.ts"
import { type Tier, Tiers } from "../../accounts/Tiers.ts"
import { Auth, sessionCookie } from "../../auth/Auth.ts"
import * as Origins from "../../auth/Origins.ts"
import { Billing } from "../../billing/Billing.ts"
import { malformed } from "../../requests/Faults.ts"
import { Client } from "../Client.ts"
import { html, type Page, respond } from "../Pages.ts"
import { withRetryAfter } from "../Retry.ts"
import { onCharge } from "../Security.ts"
import { withoutQuery } from "./Query.ts"

const limits = (tier: Tier) => ({ slots: tier.slots, ...tierLimits(tier), monthly_pages: tier.monthlyPages })

/** Where the plan is shown that the account has now. */
const toPlan = { label: "Back to the console", href: "/console/plan" }

/** The provider's own form of a checkout's id; nothing else is asked for. */
const isCheckout = (id: string) => /^cs_\w{1,250}$/.test(id)

/** How long a person who comes back waits for the provider. */
const patience = "5 seconds"

const nameOf = (tier: string) => tier.charAt(0).toUpperCase() + tier.slice(1)

const pages = {
  paid: (tier: string): Page => ({
    status: 200,
    title: "Thank you",
    text: html`<p>Your account now has the plan <strong>${nameOf(tier)}</strong>.</p>`,
    action: toPlan
  }),
  pending: (here: string): Page => ({
    status: 200,
    title: "Thank you",
    text: html`<p>Your plan begins as soon as the payment is confirmed, usually within a minute.</p>
<p class="soft">Check again here, or in the <a href="/console/plan">console</a>.</p>`,
    action: { label: "Check again", href: here }
  }),
  nothing: {
    status: 200,
    title: "Nothing was bought",
    mark: "neutral",
    text: html`<p>Your plan is what it was.</p>`,
    action: toPlan
  },
  back: {
    status: 200,
    title: "You are back",
    text: html`<p>What you have changed holds from now on, or from the day that you were shown.</p>`,
    action: toPlan
  },
  unknown: {
    status: 400,
    title: "There is no such purchase",
    text: html`<p>This address is not complete. Whatever you have paid for is yours all the same.</p>`,
    action: toPlan
  },
  busy: (seconds: number): Page => ({
    status: 429,
    title: "Too many requests",
    text: html`<p>Wait ${String(seconds)} seconds, then reload this page. Whatever you have paid for is yours all the same.</p>`
  })
} satisfies Record<string, Page | ((_: never) => Page)>

export const layer = HttpApiBuilder.group(
  Api,
  "v2.billing",
  Effect.fn(function* (handlers) {
    const auth = yield* Auth
    const billing = yield* Billing
    const tiers = yield* Tiers
    const website = new Set<string>((yield* Origins.config).allowed)

    /** The price that the caller pays, where a session tells who that is; the call is charged like any other. */
    const currentOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { address } = yield* Client
      const session = request.cookies[sessionCookie] ?? ""
      const call = { address, bucket: "requests", onCharge: onCharge(request) } as const
      if (session === "") {
        yield* auth.anonymous(address, call.onCharge)
        return null
      }
      const actor = yield* auth.session(session, call).pipe(
        Effect.asSome,
        Effect.catchTag("invalid_session", () => Effect.succeedNone)
      )
      return Option.isSome(actor) ? yield* billing.current(actor.value.accountId) : null
    })

    return handlers
      .handle(
        "plans",
        Effect.fnUntraced(function* ({ request, endpoint }) {
          const current = yield* currentOf(request)
          yield* withoutQuery(request, endpoint)
          const [plans, purchase_availability] = yield* Effect.all([billing.plans(current), billing.availability], {
            concurrency: 2
          })
          return {
            plans: plans.map(({ priceId, tier, ...plan }) => ({
              plan_id: `${tier}:${priceId}`,
              tier,
              price_id: priceId,
              ...plan,
              current: priceId === current,
              limits: limits(tiers[tier])
            })),
            purchase_availability
          }
        }, withRetryAfter)
      )
      .handle(
        "checkout",
        Effect.fnUntraced(function* ({ payload: { price_id }, request }) {
          const caller = yield* Caller
          const { origin } = yield* Client
          const from = website.has(request.headers["origin"] ?? "") ? "website" : "extension"
          const url = yield* billing.checkout(caller, price_id, { origin, from })
          return url === null ? yield* malformed("price_id", "There is no such price") : { url }
        })
      )
      .handle(
        "portal",
        Effect.fnUntraced(function* () {
          const { origin } = yield* Client
          return { url: yield* billing.portal(yield* Caller, origin) }
        })
      )
      .handle(
        "return",
        Effect.fnUntraced(
          function* ({ query, request }) {
            const { address } = yield* Client
            yield* auth.anonymous(address, onCharge(request))
            if (query.canceled !== undefined) return yield* respond(pages.nothing)
            if (query.checkout === undefined) return yield* respond(pages.back)
            if (!isCheckout(query.checkout)) return yield* respond(pages.unknown)
            // Where the provider cannot tell right now, its event will.
            const tier = yield* billing.returned(query.checkout).pipe(
              Effect.timeout(patience),
              Effect.catch(() => Effect.succeed(null))
            )
            return yield* respond(tier === null || tier === "free" ? pages.pending(request.url) : pages.paid(tier))
          },
          withRetryAfter,
          Effect.catchTag("rate_limited", (error) => respond(pages.busy(error.retry_after)))
        )
      )
      .handle(
        "webhook",
        Effect.fnUntraced(function* ({ payload, request }) {
          yield* billing.receive(payload, request.headers["stripe-signature"] ?? "").pipe(
            Effect.catchTag("signature_wrong", () =>
              Effect.andThen(
                // Only requests that are not the provider's are rate-limited.
                Effect.flatMap(Client, ({ address }) => auth.anonymous(address, onCharge(request))),
                Effect.fail(malformed("stripe-signature", "The signature does not match the body"))
              )
            )
          )
          return { received: true as const }
        }, withRetryAfter)
      )
  })
)
