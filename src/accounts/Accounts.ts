import { Context, type DateTime, type Effect, Schema } from "effect"
import type { BillingNotConfigured, BillingUnavailable } from "../../schema/Errors.ts"
import type { AccountId, DeviceId } from "../../schema/Ids.ts"

/** A tier that an account can have. */
export const AccountTier = Schema.Literals(["free", "pro", "business"])
export type AccountTier = typeof AccountTier.Type

export interface Account {
  readonly accountId: AccountId
  readonly email: string
  readonly name: string | null
  readonly tier: AccountTier
  readonly createdAt: DateTime.Utc
  readonly devices: ReadonlyArray<{
    readonly deviceId: DeviceId
    readonly name: string | null
    readonly linkedAt: DateTime.Utc | null
    readonly linkedFrom: string | null
    readonly lastSeenAt: DateTime.Utc | null
  }>
}

/** E-mail addresses compare lower-cased. */
export const emailOf = (text: string): string => text.trim().toLowerCase()

export class Accounts extends Context.Service<
  Accounts,
  {
    /** An account that somebody is signed in to; null where it has been deleted since. */
    readonly find: (accountId: AccountId) => Effect.Effect<Account | null>

    /** The account of this address, if there is one. */
    readonly idOf: (email: string) => Effect.Effect<AccountId | null>

    /** The account of this address; where there is none yet it is made, with the default tier, to be claimed likewise. */
    readonly ensure: (email: string) => Effect.Effect<AccountId>

    /**
     * Gives the account of this address a tier. Where there is none yet it is made, and whoever first signs in with
     * the address, verified, has it.
     */
    readonly setTier: (email: string, tier: AccountTier) => Effect.Effect<void>

    /**
     * Ends what the account pays for, stops its jobs and removes all there is of it, files too. Its devices stay,
     * anonymous. Nothing is removed where the billing provider does not answer.
     */
    readonly remove: (accountId: AccountId) => Effect.Effect<void, BillingUnavailable | BillingNotConfigured>
  }
>()("svc/accounts/Accounts") {}
