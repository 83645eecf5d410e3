import { Effect, Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { type Tier, Tiers } from "../../accounts/Tiers.ts"
import { Auth, sessionCookie } from "../../auth/Auth.ts"
import { Billing } from "../../billing/Billing.ts"
import { bytes, json, malformed, reading } from "../Body.ts"
import { Client } from "../Client.ts"
import { html, type Page, respond } from "../Pages.ts"
import { withRetryAfter } from "../Retry.ts"
import { onCharge } from "../Security.ts"

const read = reading(Schema.Struct({ price_id: Schema.String }))

const limits = (tier: Tier) => ({
  slots: tier.slots,
  max_file_size: tier.maxFileSize,
  max_pages: tier.maxPages,
  time_budget_sec: tier.timeBudgetSec,
  ready_ttl_sec: tier.readyTtlSec,
  monthly_pages: tier.monthlyPages,
  rate_limit_per_min: tier.requestsPerMinute,
  api_keys_limit: tier.apiKeys ?? 0,
  webhooks_limit: tier.webhooks,
  batch_enabled: tier.batch
})

const close = html`<p class="soft">You can close this tab.</p>`

const pages = {
  paid: (tier: string): Page => ({
    status: 200,
    title: "Thank you",
    text: html`<p>Your account now has the plan <strong>${tier}</strong>.</p>${close}`
  }),
  pending: {
    status: 200,
    title: "Thank you",
    text: html`<p>Your plan begins as soon as the payment is confirmed, usually within a minute.</p>${close}`
  },
  nothing: { status: 200, title: "Nothing was bought", text: html`<p>Your plan is what it was.</p>${close}` },
  back: { status: 200, title: "All done", text: html`<p>What you have changed holds from now on.</p>${close}` }
} satisfies Record<string, Page | ((tier: string) => Page)>

export const layer = HttpApiBuilder.group(
  Api,
  "v2.billing",
  Effect.fn(function* (handlers) {
    const auth = yield* Auth
    const billing = yield* Billing
    const tiers = yield* Tiers

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
        Effect.fnUntraced(function* ({ request }) {
          const current = yield* currentOf(request)
          const [plans, purchase_availability] = yield* Effect.all([billing.plans, billing.availability], {
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
      .handleRaw(
        "checkout",
        Effect.fnUntraced(function* ({ request }) {
          const caller = yield* Caller
          const { origin } = yield* Client
          const { price_id } = yield* read(yield* json(request))
          const url = yield* billing.checkout(caller, price_id, origin)
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
        Effect.fnUntraced(function* ({ query }) {
          if (query.canceled !== undefined) return yield* respond(pages.nothing)
          if (query.checkout === undefined) return yield* respond(pages.back)
          // Where the provider cannot tell right now, its event will.
          const tier = yield* Effect.catch(billing.returned(query.checkout), () => Effect.succeed(null))
          return yield* respond(tier === null || tier === "free" ? pages.pending : pages.paid(tier))
        })
      )
      .handleRaw(
        "webhook",
        Effect.fnUntraced(function* ({ request }) {
          const body = new Uint8Array(yield* bytes(request))
          yield* billing
            .receive(body, request.headers["stripe-signature"] ?? "")
            .pipe(
              Effect.catchTag("signature_wrong", () =>
                Effect.fail(malformed("stripe-signature", "The signature does not match the body"))
              )
            )
          return { received: true as const }
        })
      )
  })
)
