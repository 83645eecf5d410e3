import { Schema } from "effect"
import { allowances, BatchEnabled } from "./Account.ts"
import { TierName } from "./Actor.ts"

/** What a tier allows, as far as people choose a plan by it. */
export const PlanLimits = Schema.Struct({
  slots: Schema.Int.annotate({ description: "How many jobs may be queued or processing at once." }),
  ...allowances,
  batch_enabled: BatchEnabled
}).annotate({ identifier: "V2PlanLimits" })

export const Plan = Schema.Struct({
  plan_id: Schema.String.annotate({ description: "The tier and the price in one: no other plan has it." }),
  tier: TierName.annotate({ description: "What an account is that has bought the plan." }),
  name: Schema.String.annotate({
    description: "What the provider calls it; the tier where the provider did not answer in time."
  }),
  interval: Schema.NullOr(Schema.Literals(["month", "year"])).annotate({
    description: "How often it is paid; null where the provider did not answer in time."
  }),
  price_id: Schema.String.annotate({ description: "What a checkout takes to buy the plan." }),
  amount: Schema.NullOr(Schema.Int).annotate({
    description: "The price in the currency's smallest unit; null where the provider did not answer in time."
  }),
  currency: Schema.NullOr(Schema.String).annotate({
    description: "ISO 4217 in lower case, like `eur`; null where the provider did not answer in time."
  }),
  current: Schema.Boolean.annotate({
    description: "Whether the caller pays this plan; false for callers without a session."
  }),
  limits: PlanLimits.annotateKey({ description: "What the plan allows." })
}).annotate({ identifier: "V2Plan" })

export const Plans = Schema.Struct({
  plans: Schema.Array(Plan).annotate({ description: "What can be bought." }),
  purchase_availability: Schema.Struct({
    extension: Schema.Boolean.annotate({ description: "Whether a purchase can start from the browser extension." }),
    website: Schema.Boolean.annotate({ description: "Whether a purchase can start from the website." })
  }).annotate({ description: "Where new purchases can start." })
}).annotate({ identifier: "V2Plans" })
