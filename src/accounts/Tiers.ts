import { Context, Schema } from "effect"
import type { TierName } from "../../schema/Actor.ts"
import type { AccountTier } from "./Accounts.ts"

/** Which workers may take a job: free and anonymous ones wait in `standard`, paid ones in `priority`. */
export const Pool = Schema.Literals(["standard", "priority"])
export type Pool = typeof Pool.Type

/** What a tier allows. Sizes are bytes, times are seconds; `null` means that the tier has no such thing. */
export interface Tier {
  readonly slots: number
  readonly maxFileSize: number
  readonly maxPages: number
  readonly timeBudgetSec: number
  readonly readyTtlSec: number
  readonly monthlyPages: number | null
  readonly createsPerMinute: number
  readonly requestsPerMinute: number
  readonly apiKeys: number | null
  readonly webhooks: number
  readonly batch: boolean
  readonly uploadTickets: boolean
  readonly pool: Pool
}

const MB = 1_048_576
const hour = 3_600

export type TierTable = Readonly<Record<TierName, Tier>>

/** The one table of what each tier allows. */
export const tiers: TierTable = {
  anonymous: {
    slots: 3,
    maxFileSize: 10 * MB,
    maxPages: 200,
    timeBudgetSec: 300,
    readyTtlSec: hour,
    monthlyPages: null,
    createsPerMinute: 10,
    requestsPerMinute: 60,
    apiKeys: null,
    webhooks: 0,
    batch: false,
    uploadTickets: false,
    pool: "standard"
  },
  free: {
    slots: 3,
    maxFileSize: 10 * MB,
    maxPages: 500,
    timeBudgetSec: 900,
    readyTtlSec: hour,
    monthlyPages: 500,
    createsPerMinute: 20,
    requestsPerMinute: 120,
    apiKeys: 2,
    webhooks: 0,
    batch: false,
    uploadTickets: false,
    pool: "standard"
  },
  pro: {
    slots: 10,
    maxFileSize: 100 * MB,
    maxPages: 3_000,
    timeBudgetSec: 1_800,
    readyTtlSec: 48 * hour,
    monthlyPages: 10_000,
    createsPerMinute: 120,
    requestsPerMinute: 600,
    apiKeys: 10,
    webhooks: 5,
    batch: true,
    uploadTickets: true,
    pool: "priority"
  },
  business: {
    slots: 50,
    maxFileSize: 500 * MB,
    maxPages: 10_000,
    timeBudgetSec: 3_600,
    readyTtlSec: 168 * hour,
    monthlyPages: 100_000,
    createsPerMinute: 300,
    requestsPerMinute: 1_200,
    apiKeys: 50,
    webhooks: 20,
    batch: true,
    uploadTickets: true,
    pool: "priority"
  }
}

/** The table as it holds here: operators may replace values of it. */
export const Tiers = Context.Reference<TierTable>("svc/accounts/Tiers", { defaultValue: () => tiers })

/** From least to most. */
export const order: ReadonlyArray<TierName> = ["anonymous", "free", "pro", "business"]

/** How much a value is worth; what a tier does not have is worth nothing. */
const worth = (value: Tier[keyof Tier]): number =>
  value === null || value === false || value === "standard" ? 0 : value === true || value === "priority" ? 1 : value

/** The columns, as `pro.slots`, in which a tier is worse than the one below it. */
export const worse = (table: TierTable): ReadonlyArray<string> =>
  order.flatMap((name, at) => {
    const below = order[at - 1]
    if (below === undefined) return []
    const columns = Object.keys(table[name]) as ReadonlyArray<keyof Tier>
    return columns
      .filter((column) => worth(table[name][column]) < worth(table[below][column]))
      .map((column) => `${name}.${column}`)
  })

/** v1 create takes no more than this, whatever the tier. */
export const v1 = { maxFileSize: 10 * MB, timeBudgetSec: 300 } as const

/** The tier of an account that is made without one: at its first sign-in, or for a key that an operator creates. */
export class DefaultTier extends Context.Service<DefaultTier, AccountTier>()("svc/accounts/DefaultTier") {}
