import { Context, Effect, Layer, Option, type Scope } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import type * as Errors from "../../../schema/Errors.ts"
import type { BlobKey } from "../../../schema/Ids.ts"
import { Settings } from "../../accounts/Settings.ts"
import { Tiers, v1 } from "../../accounts/Tiers.ts"
import { Digest } from "../../auth/Digest.ts"
import { spanned } from "../../process/Spanned.ts"
import { newSecret } from "../../webhooks/Signature.ts"
import * as Allowance from "../Allowance.ts"
import { Blobs, newKey } from "../Blobs.ts"
import { type Job, ownerOf, type Requester } from "../Job.ts"
import { Jobs } from "../Jobs.ts"
import * as Callbacks from "./Callbacks.ts"
import { Flights } from "./Flights.ts"
import { type Claim, Idempotency, keeperOf, parse, repeat } from "./Idempotency.ts"
import * as Link from "./Link.ts"
import * as PageRange from "./PageRange.ts"
import { cleanName } from "./Source.ts"
import {
  fingerprint,
  type Item,
  isLink,
  type Labels,
  type Received,
  type Submission,
  storedKeys
} from "./Submission.ts"

/** A requester whose body is worth reading. */
export interface Admission {
  readonly requester: Requester
  /** What the Idempotency-Key stands for, where there is one. It is held until the request's scope closes. */
  readonly claim: Claim | null
  /** The largest file that is taken, in bytes. */
  readonly maxFileSize: number
  /** The longest that a result is kept, in seconds. */
  readonly longestRetentionSec: number
}

export interface Created {
  readonly jobs: ReadonlyArray<Job>
  /** They are those that the Idempotency-Key has given before. */
  readonly replayed: boolean
}

/** The way from a request to jobs: `admit`, then read the body, then `create`. A refusal on the way leaves nothing. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * Whether a body is worth reading: slots and pages are left, or the key may be a repeat. It counts as on its way until
     * the scope closes.
     */
    readonly admit: (
      requester: Requester,
      idempotencyKey: string | undefined
    ) => Effect.Effect<
      Admission,
      Errors.SlotsFull | Errors.QuotaExceeded | Errors.IdempotencyKeyInvalid | Errors.IdempotencyInProgress,
      Scope.Scope
    >

    /**
     * Makes the jobs, all or none, or gives those that the key has given before. Links are fetched for new jobs only.
     * The stored files of the submission are the jobs' from now on, or are removed.
     */
    readonly create: (
      admission: Admission,
      submission: Submission
    ) => Effect.Effect<
      Created,
      | Errors.NotAPdf
      | Errors.BrokenLink
      | Errors.FileTooLarge
      | Errors.SlotsFull
      | Errors.QuotaExceeded
      | Errors.InvalidApiKey
      | Errors.IdempotencyKeyReused
      | Errors.IdempotencyInProgress
      | Errors.WebhooksUnavailable
      | Errors.InvalidCallbackUrl
      | Errors.InvalidPageRange
      | Errors.Unavailable
    >
  }
>()("svc/jobs/Intake") {}

/** Says which item it is that is refused. */
const located =
  (index: number) =>
  <E extends { readonly index?: number }>(error: E): E =>
    Object.assign(error, { index })

export const layer = Layer.effect(
  Intake,
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const checkCallbacks = yield* Callbacks.make
    const checkPages = yield* PageRange.make
    const { check: checkAllowance } = yield* Allowance.make
    const digest = yield* Digest
    const flights = yield* Flights
    const fetchPdf = yield* Link.make
    const idempotency = yield* Idempotency
    const jobs = yield* Jobs
    const random = yield* SecureRandom
    const settings = yield* Settings
    const tiers = yield* Tiers

    const admit = spanned("Intake.admit")(function* (requester: Requester, header: string | undefined) {
      const { surface, actor } = requester
      const owner = ownerOf(actor)
      const key = yield* Effect.fromResult(parse(header))
      const claim = Option.isNone(key) ? null : yield* idempotency.claim(keeperOf(requester), key.value)
      yield* flights.begin(owner, actor.tier, { isRepeat: claim?._tag === "Repeat" })
      if (claim?._tag !== "Repeat") {
        yield* checkAllowance(requester, 1)
      }
      const maxFileSize = surface === "v1" ? v1.maxFileSize : tiers[actor.tier].maxFileSize
      return { requester, claim, maxFileSize, longestRetentionSec: tiers[actor.tier].readyTtlSec }
    })

    /** Removes what was stored unless it became a job. */
    const discard = (keys: ReadonlyArray<BlobKey>) => Effect.ignore(blobs.remove(keys))

    /** A callback with a secret: no delivery goes unsigned. */
    const signed = Effect.fnUntraced(function* (callback: Labels["callback"]) {
      if (callback === null) return null
      const { url, secret } = callback
      return secret === null ? { url, secret: yield* newSecret(random), isMade: true } : { url, secret, isMade: false }
    })

    const defaultsOf = ({ surface, actor }: Requester) =>
      settings.of(surface === "v1" ? { deviceId: actor.deviceId } : { accountId: actor.accountId })

    /** The file of an item, which is stored under `key` if it has yet to be fetched. */
    const fileOf = ({ document }: Item, key: BlobKey, limit: number) =>
      isLink(document) ? fetchPdf(document, key, { limit }) : Effect.succeed<Received>(document)

    /** The files of new jobs, and how each is to be converted. */
    const prepared = Effect.fnUntraced(function* (
      { requester, maxFileSize }: Admission,
      submission: Submission,
      keys: ReadonlyArray<BlobKey>
    ) {
      const { items, isBatch } = submission
      const { actor } = requester
      const each = <A, E extends { readonly index?: number }>(
        run: (item: Item, index: number) => Effect.Effect<A, E>
      ): Effect.Effect<Array<A>, E> =>
        Effect.forEach(
          items,
          (item, index) => (isBatch ? Effect.mapError(run(item, index), located(index)) : run(item, index)),
          { concurrency: "unbounded" }
        )
      if (items.length > 1) {
        yield* checkAllowance(requester, items.length)
        yield* flights.begin(ownerOf(actor), actor.tier, { count: items.length - 1 })
      }
      yield* checkCallbacks(actor, submission)
      yield* flights.fetch(items.filter(({ document }) => isLink(document)).length)
      const files = yield* each((item, index) => fileOf(item, keys[index]!, maxFileSize))
      yield* each(({ labels }, index) => checkPages(files[index]!.inputKey, ownerOf(actor), labels))
      const defaults = yield* defaultsOf(requester)
      return yield* Effect.forEach(items, ({ labels: { options, callback, ...labels } }, index) =>
        Effect.map(signed(callback), (callback) => ({
          ...files[index]!,
          ...labels,
          callback,
          fileName: cleanName(files[index]!.fileName ?? ""),
          settings: { ...defaults, ...options }
        }))
      )
    }, Effect.scoped)

    const create = spanned("Intake.create")(function* (admission: Admission, submission: Submission) {
      const { requester, claim } = admission
      const print = fingerprint(digest, submission)
      const stored = storedKeys(submission)
      if (claim?._tag === "Repeat") {
        yield* discard(stored)
        return { jobs: yield* jobs.recall(yield* Effect.fromResult(repeat(claim, print))), replayed: true }
      }
      const keys = yield* Effect.forEach(submission.items, ({ document }) =>
        isLink(document) ? newKey(random) : Effect.succeed(document.inputKey)
      )
      const wanted = yield* Effect.onError(prepared(admission, submission, keys), () => discard(keys))
      const lease = claim === null ? Option.none() : Option.some({ lease: claim.lease, fingerprint: print })
      // Uninterruptible: the rows may be committed, so the files must stay. Where the outcome is unknown, the sweep
      // removes them.
      const made = yield* jobs.create(requester, wanted, lease).pipe(
        Effect.tapError(() => discard(keys)),
        Effect.uninterruptible
      )
      return { jobs: made, replayed: false }
    })

    return Intake.of({ admit, create })
  })
)
