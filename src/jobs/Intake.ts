import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import type { DeviceActor } from "../../schema/Actor.ts"
import type * as Errors from "../../schema/Errors.ts"
import { BlobKey } from "../../schema/Ids.ts"
import { Settings } from "../accounts/Settings.ts"
import { Blobs } from "./Blobs.ts"
import { Idempotency, parse, repeat } from "./Idempotency.ts"
import { type Job, ownerOf } from "./Job.ts"
import { Jobs } from "./Jobs.ts"
import { Slots } from "./Slots.ts"
import { cleanName } from "./Source.ts"

/** A file that has been stored and asks to become a job. */
export interface Received {
  readonly inputKey: BlobKey
  readonly inputSize: number
  readonly inputSha256: string
  /** As the caller named it, if at all. */
  readonly fileName: string | undefined
  readonly source: "upload" | "link"
}

/** A request whose body has been read: what makes it the same as another, and its file. */
export interface Offer<E> {
  readonly fingerprint: string
  readonly file: Effect.Effect<Received, E>
}

/** An uploaded file is itself what makes two requests the same. */
export const uploaded = (received: Received): Offer<never> => ({
  fingerprint: JSON.stringify([received.source, received.inputSha256, received.fileName ?? null]),
  file: Effect.succeed(received)
})

/** A link counts as it was sent, so that a repeat does not fetch it again. */
export const linked = <E>(
  link: { readonly url: string; readonly fileName: string | undefined },
  file: Effect.Effect<Received, E>
): Offer<E> => ({ fingerprint: JSON.stringify(["link", link.url, link.fileName ?? null]), file })

/** The way from a request to a job: key, slots, file, row, in this order; a refusal on the way leaves nothing. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * `receive` reads the request and runs only when the slots are not all taken already, or when the key may be a
     * repeat. What it offers is stored under the key it is given; a file that is not there yet is fetched only for a
     * new job.
     */
    readonly create: <E, F>(
      actor: DeviceActor,
      idempotencyKey: string | undefined,
      receive: (key: BlobKey) => Effect.Effect<Offer<F>, E>
    ) => Effect.Effect<
      { readonly job: Job; readonly replayed: boolean },
      | E
      | F
      | Errors.SlotsFull
      | Errors.IdempotencyKeyInvalid
      | Errors.IdempotencyKeyReused
      | Errors.IdempotencyInProgress
    >
  }
>()("svc/jobs/Intake") {}

export const layer = Layer.effect(
  Intake,
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const idempotency = yield* Idempotency
    const jobs = yield* Jobs
    const random = yield* SecureRandom
    const settings = yield* Settings
    const slots = yield* Slots

    /** Removes what was stored unless it became a job. */
    const discard = (key: BlobKey) => Effect.ignore(blobs.remove([key]))

    const create = Effect.fn("Intake.create")(function* <E, F>(
      actor: DeviceActor,
      header: string | undefined,
      receive: (key: BlobKey) => Effect.Effect<Offer<F>, E>
    ) {
      const owner = ownerOf(actor)
      const key = yield* Effect.fromResult(parse(header))
      const claim = yield* Option.match(key, {
        onNone: () => Effect.succeed(null),
        onSome: (key) => idempotency.claim(owner, key)
      })
      if (claim?._tag !== "Repeat") yield* slots.check(owner, actor.tier, 1)

      const inputKey = BlobKey.make(yield* random.uuidV7())
      const received = yield* Effect.gen(function* () {
        const { fingerprint, file } = yield* receive(inputKey)
        if (claim?._tag === "Repeat") return { first: yield* Effect.fromResult(repeat(claim, fingerprint)) }
        return { fingerprint, file: yield* file, settings: yield* settings.of({ deviceId: actor.deviceId }) }
      }).pipe(Effect.onError(() => discard(inputKey)))

      if ("first" in received) {
        yield* discard(inputKey)
        return { job: yield* jobs.recall(received.first), replayed: true }
      }
      const { file, fingerprint } = received
      const lease = claim?._tag === "First" ? Option.some({ lease: claim.lease, fingerprint }) : Option.none()
      // Once this begins nobody may take the file away: who is interrupted while the row is committed has a job. An
      // outcome that is not known leaves the file to the sweep.
      const job = yield* jobs
        .create(actor, { ...file, fileName: cleanName(file.fileName ?? ""), settings: received.settings }, lease)
        .pipe(
          Effect.tapError(() => discard(inputKey)),
          Effect.uninterruptible
        )
      return { job, replayed: false }
    }, Effect.scoped)

    return Intake.of({ create })
  })
)
