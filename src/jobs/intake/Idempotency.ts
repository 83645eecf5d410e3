import { Context, type Effect, Option, Result, type Scope } from "effect"
import { type IdempotencyInProgress, IdempotencyKeyInvalid, IdempotencyKeyReused } from "../../../schema/Errors.ts"
import type { JobId } from "../../../schema/Ids.ts"
import { type Owner, ownerOf, type Requester } from "../Job.ts"

/** A key is remembered this long after its first use. */
export const rememberedSeconds = 86_400

/** How long a request holds its key without a sign of life; it gives one three times as often. */
export const leaseSeconds = 15

/** The key as sent, when it is 1 to 255 printable ASCII characters; none when the header is absent. */
export const parse = (header: string | undefined): Result.Result<Option.Option<string>, IdempotencyKeyInvalid> =>
  header === undefined
    ? Result.succeed(Option.none())
    : /^[\x20-\x7e]{1,255}$/.test(header)
      ? Result.succeed(Option.some(header))
      : Result.fail(new IdempotencyKeyInvalid())

/** Whose key it is: in v1 the device's own, whoever it is linked to meanwhile, else the account's. */
export const keeperOf = ({ surface, actor }: Requester): Owner =>
  surface === "v1" ? `device:${actor.deviceId}` : ownerOf(actor)

/** The jobs that a repeat gets: only the same request may have them. */
export const repeat = (
  first: { readonly jobIds: ReadonlyArray<JobId>; readonly fingerprint: string },
  fingerprint: string
): Result.Result<ReadonlyArray<JobId>, IdempotencyKeyReused> =>
  first.fingerprint === fingerprint ? Result.succeed(first.jobIds) : Result.fail(new IdempotencyKeyReused())

/** What a key stands for when a request comes with it. */
export type Claim =
  | { readonly _tag: "First"; readonly lease: Lease }
  | { readonly _tag: "Repeat"; readonly jobIds: ReadonlyArray<JobId>; readonly fingerprint: string }

/** The right to be the first request under a key. */
export interface Lease {
  readonly owner: Owner
  readonly key: string
  readonly holder: string
}

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Holds the key for as long as the scope lives, or tells which jobs it gave. A key that was not settled by then
     * is free again; a process that dies frees its keys within 15 s.
     */
    readonly claim: (owner: Owner, key: string) => Effect.Effect<Claim, IdempotencyInProgress, Scope.Scope>

    /** Ties the key to the jobs that it gave, inside the surrounding transaction. */
    readonly settle: (
      lease: Lease,
      result: { readonly jobIds: ReadonlyArray<JobId>; readonly fingerprint: string }
    ) => Effect.Effect<void, IdempotencyInProgress>
  }
>()("svc/jobs/Idempotency") {}
