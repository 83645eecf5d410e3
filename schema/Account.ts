import { Schema } from "effect"
import { Scope, TierName } from "./Actor.ts"
import { AccountId, DeviceId, KeyId, SessionId } from "./Ids.ts"
import { maybe } from "./Optional.ts"
import { Moment } from "./Time.ts"
import { isWhole } from "./v2/Text.ts"

export const AccountStatus = Schema.Struct({
  linked: Schema.Boolean,
  account: Schema.NullOr(Schema.Struct({ account_id: AccountId, email: Schema.String, tier: TierName }))
}).annotate({ identifier: "V2AccountStatus" })

export const Me = Schema.Struct({
  account_id: AccountId,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  tier: TierName,
  created_at: Moment,
  /** Devices that are linked to the account. */
  devices: Schema.Array(
    Schema.Struct({
      device_id: DeviceId,
      name: Schema.NullOr(Schema.String),
      linked_at: Schema.NullOr(Moment),
      /** The IP address from which it asked to be linked. */
      linked_from: Schema.NullOr(Schema.String),
      /** When it last called, to the hour. */
      last_seen_at: Schema.NullOr(Moment)
    })
  ),
  /** How this request was authenticated. */
  auth: Schema.Struct({
    kind: Schema.Literals(["key", "session"]),
    key_id: Schema.NullOr(KeyId),
    /** What the key may do; null for a session, which may do everything. */
    scopes: Schema.NullOr(Schema.Array(Scope))
  })
}).annotate({ identifier: "V2Me" })

export const SlotUsage = Schema.Struct({ used: Schema.Int, limit: Schema.Int }).annotate({ identifier: "SlotUsage" })

const Bytes = Schema.Int.annotate({ format: "int64" })

export const Limits = Schema.Struct({
  tier: TierName,
  slots: SlotUsage,
  /** Bytes. */
  max_file_size: Bytes,
  /** Pages of one document. */
  max_pages: Schema.Int,
  time_budget_sec: Schema.Int,
  ready_ttl_sec: Schema.Int,
  /** Pages a UTC month; a key with a limit of its own has the lower of the two. */
  monthly_pages: Schema.NullOr(Schema.Int),
  /** Requests a minute that are not creates. */
  rate_limit_per_min: Schema.Int,
  api_keys_limit: Schema.Int,
  webhooks_limit: Schema.Int,
  webhooks_enabled: Schema.Boolean,
  batch_enabled: Schema.Boolean,
  upload_tickets_enabled: Schema.Boolean
}).annotate({ identifier: "V2Limits" })

export const Usage = Schema.Struct({
  /** The first moment of this UTC month. */
  period_start: Moment,
  /** The first moment of the next. */
  reset_at: Moment,
  pages: Schema.Struct({ used: Schema.Int, limit: Schema.NullOr(Schema.Int) }),
  jobs: Schema.Struct({ created: Schema.Int, ready: Schema.Int, error: Schema.Int }),
  /** Days on which anything was done, oldest first. */
  by_day: Schema.Array(
    Schema.Struct({
      date: Schema.String.annotate({ format: "date" }),
      pages: Schema.Int,
      /** Jobs that were created. */
      jobs: Schema.Int
    })
  )
}).annotate({ identifier: "V2Usage" })

export const ApiKey = Schema.Struct({
  key_id: KeyId,
  name: Schema.String,
  /** How the secret begins. */
  prefix: Schema.String,
  /** How it ends. */
  last4: Schema.String,
  scopes: Schema.Array(Scope),
  created_at: Moment,
  /** To the minute. */
  last_used_at: Schema.NullOr(Moment),
  expires_at: Schema.NullOr(Moment),
  /** Pages a UTC month that this key has for itself. */
  monthly_pages: Schema.NullOr(Schema.Int),
  disabled_at: Schema.NullOr(Moment),
  disabled_reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "V2ApiKey" })
export type ApiKey = typeof ApiKey.Type

export const CreatedApiKey = Schema.Struct({
  ...ApiKey.fields,
  /** Shown this once. */
  secret: Schema.String
}).annotate({ identifier: "V2CreatedApiKey" })

const KeyName = Schema.String.check(
  Schema.isMinLength(1),
  Schema.isMaxLength(64),
  Schema.isPattern(/^\P{Cc}*$/u, { expected: "without control characters" }),
  isWhole
)

export const CreateApiKey = Schema.Struct({
  name: KeyName,
  /** Jobs of every kind unless named: create, read, download and delete. */
  scopes: maybe(Schema.Array(Scope).check(Schema.isMinLength(1), Schema.isUnique())),
  expires_in_days: maybe(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))),
  monthly_pages: maybe(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 })))
}).annotate({ identifier: "V2CreateApiKey" })

export const RenameApiKey = Schema.Struct({ name: KeyName }).annotate({ identifier: "V2RenameApiKey" })

export const Session = Schema.Struct({
  session_id: SessionId,
  /** The browser and its system, as far as it said at sign-in: `Firefox on Linux`. */
  browser: Schema.NullOr(Schema.String),
  /** The IP address of the sign-in. */
  address: Schema.NullOr(Schema.String),
  created_at: Moment,
  /** To the hour. */
  last_used_at: Moment,
  /** When it ends at the latest; it ends before that when it is not used for 7 days. */
  expires_at: Moment,
  /** It is the session of this request. */
  current: Schema.Boolean
}).annotate({ identifier: "V2Session" })
