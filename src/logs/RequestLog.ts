import { Context, type DateTime, type Effect } from "effect"
import type { Actor } from "../../schema/Actor.ts"
import type { AccountId, DeviceId, EntryId, JobId, KeyId } from "../../schema/Ids.ts"

/** Requests are remembered for this long. */
export const requestLogMillis = 7 * 86_400_000

/** A request as it was answered; nothing of what was sent or received. */
export interface Answered {
  readonly requestId: string
  /** When the answer began, in ms since the epoch. */
  readonly at: number
  readonly method: string
  /** The template of its path. */
  readonly route: string
  readonly status: number
  /** Of the error; null when there is none. */
  readonly code: string | null
  readonly jobId: JobId | null
  /** The Idempotency-Key had been used before. */
  readonly isReplay: boolean
  readonly milliseconds: number
}

/** By which credential of which account a request came. */
export interface Credential {
  readonly accountId: AccountId
  readonly keyId: KeyId | null
  readonly deviceId: DeviceId | null
}

export interface Entry extends Omit<Answered, "at"> {
  readonly entryId: EntryId
  readonly at: DateTime.Utc
  readonly keyId: KeyId | null
  readonly deviceId: DeviceId | null
}

/** Which requests a list shows. */
export interface Filter {
  readonly keyId: KeyId | null
  readonly requestId: string | null
  readonly code: string | null
  /** From the first to the last, both included. */
  readonly status: { readonly from: number; readonly to: number } | null
  /** Only those after this one in the list. */
  readonly after: EntryId | null
  readonly limit: number
}

/**
 * Whose log a request belongs to: programs' requests are logged, those of keys and of linked devices. What a person does
 * in a browser is not; what of it changes the account is in the audit log.
 */
export const loggedFor = (actor: Actor | null): Credential | null => {
  if (actor === null || actor.accountId === null || actor.kind === "session") return null
  return actor.kind === "key"
    ? { accountId: actor.accountId, keyId: actor.keyId, deviceId: null }
    : { accountId: actor.accountId, keyId: null, deviceId: actor.deviceId }
}

export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Takes note of a request that was answered. It returns at once, is written within seconds, and fails nobody. */
    readonly note: (by: Credential, answered: Answered) => void

    /** The account's requests that the filter takes, newest first. */
    readonly list: (accountId: AccountId, filter: Filter) => Effect.Effect<ReadonlyArray<Entry>>
  }
>()("svc/logs/RequestLog") {}
