import { Context, type DateTime, type Effect } from "effect"
import type { AccountId, EntryId } from "../../schema/Ids.ts"
import type { AuditAction, AuditActor } from "../../schema/v2/Logs.ts"
import type { Acting } from "./Acting.ts"

/** What happened to an account is remembered for this long. */
export const auditMillis = 90 * 86_400_000

/** What was done, and to what. */
export interface Deed {
  readonly action: AuditAction
  /** The id of what it was done to, and what that is called. */
  readonly id: string | null
  readonly name: string | null
  /** What it was called, or was, before. */
  readonly previous?: string | null
  /** Who did it, where that is not the caller of the request. */
  readonly by?: AuditActor
}

export interface Entry extends Omit<Deed, "by" | "action" | "previous"> {
  readonly entryId: EntryId
  readonly at: DateTime.Utc
  /** A later version may have written one that is not known here. */
  readonly action: string
  readonly previous: string | null
  readonly by: AuditActor
  readonly address: string | null
}

/** Who a log names: the caller by the credential, or the service itself. */
export const byOf = (acting: Acting | null): AuditActor => {
  const actor = acting?.actor ?? null
  if (actor === null) return { kind: "service", id: null }
  if (actor.kind === "device") return { kind: "device", id: actor.deviceId }
  return actor.kind === "key" ? { kind: "key", id: actor.keyId } : { kind: "session", id: actor.sessionId }
}

export class Audit extends Context.Service<
  Audit,
  {
    /** Writes down what was done, by the caller of this request, as part of the transaction that does it. */
    readonly record: (accountId: AccountId, deed: Deed) => Effect.Effect<void>

    /** What was done to the account, newest first, and after this entry. */
    readonly list: (
      accountId: AccountId,
      page: { readonly after: EntryId | null; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Entry>>
  }
>()("svc/logs/Audit") {}
