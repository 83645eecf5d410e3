import { Schema } from "effect"
import { TierName } from "./Actor.ts"

/** What a tier allows, as far as people choose a plan by it. */
export const PlanLimits = Schema.Struct({
  slots: Schema.Int,
  max_file_size: Schema.Int.annotate({ format: "int64" }),
  max_pages: Schema.Int,
  time_budget_sec: Schema.Int,
  ready_ttl_sec: Schema.Int,
  monthly_pages: Schema.NullOr(Schema.Int),
  rate_limit_per_min: Schema.Int,
  api_keys_limit: Schema.Int,
  webhooks_limit: Schema.Int,
  batch_enabled: Schema.Boolean
}).annotate({ identifier: "V2PlanLimits" })

export const Plan = Schema.Struct({
  plan_id: Schema.String,
  tier: TierName,
  /** The tier, where the provider did not answer in time. */
  name: Schema.String,
  interval: Schema.NullOr(Schema.Literals(["month", "year"])),
  price_id: Schema.String,
  /** In the currency's smallest unit; null where the provider did not answer in time. */
  amount: Schema.NullOr(Schema.Int),
  /** ISO 4217, lower case. */
  currency: Schema.NullOr(Schema.String),
  /** Whether the caller, known by a session, pays this. */
  current: Schema.Boolean,
  limits: PlanLimits
}).annotate({ identifier: "V2Plan" })

export const Plans = Schema.Struct({
  plans: Schema.Array(Plan),
  /** Where new purchases can start. */
  purchase_availability: Schema.Struct({ extension: Schema.Boolean, website: Schema.Boolean })
}).annotate({ identifier: "V2Plans" })
