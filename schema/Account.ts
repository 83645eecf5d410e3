import { Schema } from "effect"
import { Scope, TierName } from "./Actor.ts"
import { AccountId, DeviceId, KeyId, SessionId } from "./Ids.ts"
import { maybe } from "./Optional.ts"
import { moment, momentOrNull } from "./Time.ts"
import { atMostCharacters, isText } from "./v2/Text.ts"

export const AccountStatus = Schema.Struct({
  linked: Schema.Boolean.annotate({ description: "Whether the device belongs to an account." }),
  account: Schema.NullOr(
    Schema.Struct({
      account_id: AccountId.annotate({ description: "The account's lasting name." }),
      email: Schema.String.annotate({ description: "The address that the person signs in with, in lower case." }),
      tier: TierName.annotate({ description: "The account's plan." })
    })
  ).annotate({ description: "Whose the device is; null while it is not linked." })
}).annotate({ identifier: "V2AccountStatus" })

export const Me = Schema.Struct({
  account_id: AccountId.annotate({ description: "The account's lasting name." }),
  email: Schema.String.annotate({ description: "The address that the person signs in with, in lower case." }),
  name: Schema.NullOr(Schema.String).annotate({
    description: "What the identity provider calls the person; null where it says nothing."
  }),
  tier: TierName.annotate({ description: "The account's plan." }),
  created_at: moment("When the account was made."),
  devices: Schema.Array(
    Schema.Struct({
      device_id: DeviceId.annotate({ description: "The device's lasting name." }),
      name: Schema.NullOr(Schema.String).annotate({
        description: "What its owner calls it; null where it was registered without a name."
      }),
      linked_at: momentOrNull("When it was linked to the account; null where that is not known."),
      linked_from: Schema.NullOr(Schema.String).annotate({
        description: "The IP address from which it asked to be linked; null where that is not known."
      }),
      last_seen_at: momentOrNull("When it last called, to the hour; null where it has not called.")
    })
  ).annotate({ description: "Devices that are linked to the account." }),
  auth: Schema.Struct({
    kind: Schema.Literals(["key", "session"]).annotate({ description: "The kind of credential." }),
    key_id: Schema.NullOr(KeyId).annotate({ description: "Which API key it was; null for a session." }),
    scopes: Schema.NullOr(Schema.Array(Scope)).annotate({
      description: "What the key may do; null for a session, which may do everything."
    })
  }).annotate({ description: "How this request was authenticated." })
}).annotate({ identifier: "V2Me" })

export const SlotUsage = Schema.Struct({
  used: Schema.Int.annotate({ description: "Jobs that are queued or processing." }),
  limit: Schema.Int.annotate({ description: "How many may be queued or processing at once." })
}).annotate({ identifier: "SlotUsage" })

/** What a plan allows, by the names under which the limits of an account and the plans for sale say it. */
export const allowances = {
  max_file_size: Schema.Int.annotate({ format: "int64", description: "Bytes of the largest PDF." }),
  max_pages: Schema.Int.annotate({ description: "Pages of the longest document." }),
  time_budget_sec: Schema.Int.annotate({ description: "Seconds that the conversion of one document may take." }),
  ready_ttl_sec: Schema.Int.annotate({ description: "Seconds that a result is kept once its job has ended." }),
  monthly_pages: Schema.NullOr(Schema.Int).annotate({
    description: "Pages a UTC month; null where nothing limits them."
  }),
  rate_limit_per_min: Schema.Int.annotate({ description: "Requests a minute, creates of jobs not counted." }),
  api_keys_limit: Schema.Int.annotate({ description: "API keys that may be active at once." }),
  webhooks_limit: Schema.Int.annotate({ description: "Webhooks that may be registered at once." })
}

/** Of a plan too. */
export const BatchEnabled = Schema.Boolean.annotate({ description: "Whether one request may create several jobs." })

export const Limits = Schema.Struct({
  tier: TierName.annotate({ description: "The account's plan." }),
  slots: SlotUsage.annotateKey({ description: "Jobs at once: how many there are, and how many there may be." }),
  ...allowances,
  monthly_pages: Schema.NullOr(Schema.Int).annotate({
    description:
      "Pages a UTC month, of a key with a limit of its own the lower of the two; null where nothing limits them."
  }),
  webhooks_enabled: Schema.Boolean.annotate({ description: "Whether the plan has webhooks and callbacks." }),
  batch_enabled: BatchEnabled,
  upload_tickets_enabled: Schema.Boolean.annotate({ description: "Whether files can be uploaded with a ticket." })
}).annotate({ identifier: "V2Limits" })

export const Usage = Schema.Struct({
  period_start: moment("The first moment of this UTC month."),
  reset_at: moment("The first moment of the next UTC month, in which counting begins anew."),
  pages: Schema.Struct({
    used: Schema.Int.annotate({ description: "Pages converted this month; they count when their job becomes ready." }),
    limit: Schema.NullOr(Schema.Int).annotate({
      description: "Pages allowed this month; null where nothing limits them."
    })
  }).annotate({ description: "Pages of this month." }),
  jobs: Schema.Struct({
    created: Schema.Int.annotate({ description: "Jobs that were created this month." }),
    ready: Schema.Int.annotate({ description: "Jobs that became ready this month." }),
    error: Schema.Int.annotate({ description: "Jobs that ended in error this month." })
  }).annotate({ description: "Jobs of this month." }),
  by_day: Schema.Array(
    Schema.Struct({
      date: Schema.String.annotate({ format: "date", description: "The day in UTC, like 2026-03-01." }),
      pages: Schema.Int.annotate({ description: "Pages converted on that day." }),
      jobs: Schema.Int.annotate({ description: "Jobs created on that day." })
    })
  ).annotate({ description: "Days of this month on which anything was done, oldest first." })
}).annotate({ identifier: "V2Usage" })

export const ApiKey = Schema.Struct({
  key_id: KeyId.annotate({ description: "Names the key in addresses and logs; it is not the secret." }),
  name: Schema.String.annotate({ description: "What its owner calls it." }),
  prefix: Schema.String.annotate({ description: "How the secret begins." }),
  last4: Schema.String.annotate({ description: "The last four characters of the secret." }),
  scopes: Schema.Array(Scope).annotate({ description: "What the key may do." }),
  created_at: moment("When the key was made."),
  last_used_at: momentOrNull("When it was last used, to the minute; null where it never was."),
  expires_at: momentOrNull("When it stops working; null where it does not."),
  monthly_pages: Schema.NullOr(Schema.Int).annotate({
    description: "Pages a UTC month that this key has for itself; null where the plan alone limits it."
  }),
  disabled_at: momentOrNull("Since when it does not work; null while it does."),
  disabled_reason: Schema.NullOr(Schema.String).annotate({
    description: "Why it does not work: `plan_limit`, the plan allows fewer keys; null while it does."
  })
}).annotate({ identifier: "V2ApiKey" })
export type ApiKey = typeof ApiKey.Type

export const CreatedApiKey = Schema.Struct({
  ...ApiKey.fields,
  secret: Schema.String.annotate({ description: "The key itself, for `Authorization: Bearer`; shown this once." })
}).annotate({ identifier: "V2CreatedApiKey" })

const KeyName = Schema.String.annotate({ description: "What to call the key: 1 to 64 characters." }).check(
  Schema.isMinLength(1),
  atMostCharacters(64),
  ...isText
)

export const CreateApiKey = Schema.Struct({
  name: KeyName,
  scopes: maybe(
    Schema.Array(Scope)
      .annotate({ description: "What the key may do; without it create, read, download and delete jobs." })
      .check(Schema.isMinLength(1), Schema.isUnique())
  ),
  expires_in_days: maybe(
    Schema.Int.annotate({ description: "After how many days it stops working; without it never." }).check(
      Schema.isBetween({ minimum: 1, maximum: 3_650 })
    )
  ),
  monthly_pages: maybe(
    Schema.Int.annotate({ description: "Pages a UTC month for this key alone, within those of the plan." }).check(
      Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 })
    )
  )
}).annotate({ identifier: "V2CreateApiKey" })

export const RenameApiKey = Schema.Struct({ name: KeyName }).annotate({ identifier: "V2RenameApiKey" })

export const Session = Schema.Struct({
  session_id: SessionId.annotate({
    description: "Names the session where one is ended; it is not the cookie's secret."
  }),
  browser: Schema.NullOr(Schema.String).annotate({
    description: "The browser and its system at sign-in, like `Firefox on Linux`; null where it did not say."
  }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "The IP address of the sign-in; null where it is not known."
  }),
  created_at: moment("When the person signed in."),
  last_used_at: moment("When it was last used, to the hour."),
  expires_at: moment("When it ends at the latest; it ends before that when it is not used for 7 days."),
  current: Schema.Boolean.annotate({ description: "Whether it is the session of this request." })
}).annotate({ identifier: "V2Session" })
