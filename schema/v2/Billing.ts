import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Plans } from "../Billing.ts"
import * as Errors from "../Errors.ts"
import { page } from "../Page.ts"
import * as Wire from "../Wire.ts"
import { text } from "./Query.ts"
import { FromOurPages, SessionOnly, WellFormed } from "./Security.ts"

const prefix = "/api/v2/billing"

/** Where the provider's pages lead back to. */
export const returnPath = `${prefix}/return`

const Address = Schema.Struct({
  url: Schema.String.annotate({ format: "uri", description: "The page to open in a browser." })
})

const refusals = [Wire.v2(Errors.BillingUnavailable), Wire.v2(Errors.BillingNotConfigured)] as const

export class V2Billing extends HttpApiGroup.make("v2.billing")
  .add(
    HttpApiEndpoint.get("plans", "/plans", { success: Plans, error: [Wire.v2(Errors.RateLimited)] })
      .annotate(OpenApi.Summary, "What can be bought")
      .annotate(
        OpenApi.Description,
        "Public. Amounts are those of the billing provider, null where it does not answer."
      ),
    HttpApiEndpoint.post("checkout", "/checkout", {
      payload: Schema.Struct({
        price_id: Schema.String.annotate({ description: "The `price_id` of the plan to buy." })
      }),
      success: Address,
      error: refusals
    })
      .annotate(OpenApi.Summary, "The provider's page to buy a plan on")
      .annotate(
        OpenApi.Description,
        "An account that has a plan already gets the page to change it on, so that nobody pays twice; a page that was given before and is not paid yet has expired then. Where operators have closed purchases, the answer is 403 origin_not_allowed."
      )
      .middleware(FromOurPages)
      .middleware(SessionOnly),
    HttpApiEndpoint.post("portal", "/portal", { success: Address, error: refusals })
      .annotate(OpenApi.Summary, "The provider's page to change or end a plan on")
      .middleware(FromOurPages)
      .middleware(SessionOnly),
    HttpApiEndpoint.get("return", "/return", {
      query: {
        checkout: text("The checkout that was completed, by its id at the provider."),
        canceled: text("Any value, where it was not.")
      },
      success: page(200, "What became of the purchase, as far as it is known"),
      error: [
        page(400, "The address is not complete"),
        page(429, "Too many requests; `Retry-After` says when to come back")
      ]
    })
      // What the provider adds is its own affair.
      .annotate(HttpApi.QueryParseOptions, {})
      .annotate(OpenApi.Summary, "Where the provider's pages lead back to"),
    HttpApiEndpoint.post("webhook", "/webhook", {
      // The signature is over these very bytes.
      payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/json" })),
      success: Schema.Struct({ received: Schema.Literal(true).annotate({ description: "The event was taken." }) }),
      error: [...refusals, Wire.v2(Errors.RateLimited)]
    })
      .annotate(OpenApi.Summary, "Takes the provider's signed events")
      .annotate(OpenApi.Description, "Each is applied once, in whatever order it comes.")
  )
  .middleware(WellFormed)
  .prefix(prefix)
  .annotate(OpenApi.Title, "Plans and billing")
  .annotate(OpenApi.Description, "Payment happens on the pages of the billing provider.") {}
