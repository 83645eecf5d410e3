import { Context, type DateTime, type Effect, Result } from "effect"
import type { Scope } from "../../schema/Actor.ts"
import { type DeviceNotLinked, KeyLimitReached, type KeyNotFound } from "../../schema/Errors.ts"
import type { AccountId, DeviceId, KeyId } from "../../schema/Ids.ts"

/** An API key as it is listed: all but the secret. */
export interface Key {
  readonly keyId: KeyId
  readonly name: string
  readonly prefix: string
  readonly last4: string
  readonly scopes: ReadonlyArray<Scope>
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc | null
  readonly expiresAt: DateTime.Utc | null
  readonly monthlyPages: number | null
  readonly disabledAt: DateTime.Utc | null
  readonly disabledReason: string | null
}

export interface NewKey {
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresInDays: number | null
  readonly monthlyPages: number | null
  /** The device that makes it, if it is one. */
  readonly deviceId: DeviceId | null
}

/** What of the account's limit is taken: keys that are neither revoked, expired nor disabled. */
export const isActive = (key: Key, now: number): boolean =>
  key.disabledAt === null && (key.expiresAt === null || key.expiresAt.epochMilliseconds > now)

/** Whether one more key fits beside those in use; a plan without keys has a limit of null. */
export const admit = (ofPlan: number | null, used: number): Result.Result<void, KeyLimitReached> => {
  const limit = ofPlan ?? 0
  return used < limit
    ? Result.void
    : Result.fail(new KeyLimitReached({ message: `${used} of ${limit} API keys are in use`, limit }))
}

export class Keys extends Context.Service<
  Keys,
  {
    /** The account's keys that are not revoked, newest first, and how many of them are active. */
    readonly list: (accountId: AccountId) => Effect.Effect<{ readonly keys: ReadonlyArray<Key>; readonly used: number }>

    /** A new key, with its secret: only its SHA-256 is kept. */
    readonly create: (
      accountId: AccountId,
      key: NewKey
    ) => Effect.Effect<{ readonly key: Key; readonly secret: string }, KeyLimitReached | DeviceNotLinked>

    /** A name is for people: the same key with another one. */
    readonly rename: (accountId: AccountId, keyId: KeyId, name: string) => Effect.Effect<Key, KeyNotFound>

    /** Refuses the key from now on, on every node. */
    readonly revoke: (accountId: AccountId, keyId: KeyId) => Effect.Effect<void, KeyNotFound>

    /** As `revoke`, of any account: for operators. Whether there was such a key. */
    readonly revokeAny: (keyId: KeyId) => Effect.Effect<boolean>
  }
>()("svc/accounts/Keys") {}
