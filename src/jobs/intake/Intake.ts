import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import type * as Errors from "../../../schema/Errors.ts"
import { InvalidCallbackUrl, InvalidPageRange, WebhooksUnavailable } from "../../../schema/Errors.ts"
import { BlobKey } from "../../../schema/Ids.ts"
import type { SettingsPatch } from "../../../schema/Settings.ts"
import { Settings } from "../../accounts/Settings.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import type { Usage } from "../../accounts/Usage.ts"
import type { Inspector } from "../../convert/Inspector.ts"
import { Egress } from "../../net/Egress.ts"
import { newSecret } from "../../webhooks/Signature.ts"
import { Blobs } from "../Blobs.ts"
import { type Job, ownerOf, type Requester } from "../Job.ts"
import { Jobs } from "../Jobs.ts"
import * as Quota from "../Quota.ts"
import { Slots } from "../Slots.ts"
import { Idempotency, parse, repeat } from "./Idempotency.ts"
import * as PageRange from "./PageRange.ts"
import { cleanName } from "./Source.ts"

/** A file that has been stored. */
export interface Received {
  readonly inputKey: BlobKey
  readonly inputSize: number
  readonly inputSha256: string
  /** As the caller named it, if at all. */
  readonly fileName: string | undefined
  readonly source: "upload" | "link"
}

/** What a caller says of a job beside its file. */
export interface Labels {
  readonly externalId: string | null
  readonly tags: ReadonlyArray<string>
  /** Settings for this job alone. */
  readonly options: SettingsPatch
  /** Who is told of this job alone; without a secret one is made. */
  readonly callback: { readonly url: string; readonly secret: string | null } | null
}

export const unlabelled: Labels = { externalId: null, tags: [], options: {}, callback: null }

/** A request whose body has been read: what makes it the same as another, and its files. */
export interface Submission<E> {
  readonly fingerprint: string
  /** How many files there will be. */
  readonly count: number
  /** What refuses one of the files says which. */
  readonly isBatch?: true
  readonly files: Effect.Effect<ReadonlyArray<Received & Labels>, E>
}

/** An uploaded file is itself what makes two requests the same. */
export const uploaded = (received: Received, labels: Labels = unlabelled): Submission<never> => ({
  fingerprint: JSON.stringify([received.source, received.inputSha256, received.fileName ?? null, ...said(labels)]),
  count: 1,
  files: Effect.succeed([{ ...received, ...labels }])
})

/** A link as a caller sends it. */
export interface LinkSent {
  readonly url: string
  readonly fileName: string | undefined
}

/** A link counts as it was sent, so that a repeat does not fetch it again. */
export const linked = <E>(
  link: LinkSent,
  file: Effect.Effect<Received, E>,
  labels: Labels = unlabelled
): Submission<E> => ({
  fingerprint: JSON.stringify(["link", link.url, link.fileName ?? null, ...said(labels)]),
  count: 1,
  files: Effect.map(file, (received) => [{ ...received, ...labels }])
})

/** Several offers as one, whose files come all at once: all of them or none. */
export const batch = <E>(offers: ReadonlyArray<Submission<E>>): Submission<E> => ({
  fingerprint: JSON.stringify(["batch", ...offers.map(({ fingerprint }) => fingerprint)]),
  isBatch: true,
  count: offers.reduce((sum, { count }) => sum + count, 0),
  files: Effect.map(
    Effect.forEach(offers, ({ files }) => files, { concurrency: "unbounded" }),
    (files) => files.flat()
  )
})

/** Labels as part of a fingerprint; nothing where nothing was said, as before there were labels. */
const said = ({ externalId, tags, options, callback }: Labels): ReadonlyArray<unknown> =>
  externalId === null && tags.length === 0 && Object.keys(options).length === 0 && callback === null
    ? []
    : [
        externalId,
        tags,
        Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)),
        ...(callback === null ? [] : [callback.url, callback.secret])
      ]

/** The way from a request to jobs: key, slots, quota, files, rows, in this order; a refusal on the way leaves nothing. */
export class Intake extends Context.Service<
  Intake,
  {
    /**
     * `receive` reads the request and runs only when slots and pages are left, or when the key may be a repeat. What
     * it offers is stored under the keys that it takes; files that are not there yet are fetched only for new jobs.
     */
    readonly create: <E, F>(
      maker: Requester,
      idempotencyKey: string | undefined,
      receive: (newKey: Effect.Effect<BlobKey>) => Effect.Effect<Submission<F>, E>
    ) => Effect.Effect<
      { readonly jobs: ReadonlyArray<Job>; readonly replayed: boolean },
      | E
      | F
      | Errors.SlotsFull
      | Errors.QuotaExceeded
      | Errors.InvalidApiKey
      | Errors.IdempotencyKeyInvalid
      | Errors.IdempotencyKeyReused
      | Errors.IdempotencyInProgress
      | Errors.WebhooksUnavailable
      | Errors.InvalidCallbackUrl
      | Errors.InvalidPageRange
    >
  }
>()("svc/jobs/Intake") {}

export const layer = Layer.effect(
  Intake,
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const egress = yield* Egress
    const idempotency = yield* Idempotency
    const jobs = yield* Jobs
    const random = yield* SecureRandom
    const settings = yield* Settings
    const slots = yield* Slots
    const tiers = yield* Tiers
    const quota = yield* Effect.context<Usage>()
    const documents = yield* Effect.context<Blobs | Inspector>()

    /** Removes what was stored unless it became a job. */
    const discard = (keys: ReadonlyArray<BlobKey>) => Effect.ignore(blobs.remove(keys))

    /** Who is to be told must be somebody that may be told. */
    const acceptable = Effect.fnUntraced(function* (
      { actor }: Requester,
      files: ReadonlyArray<Labels>,
      isBatch: boolean
    ) {
      const urls = new Set(files.flatMap(({ callback }) => callback?.url ?? []))
      if (urls.size > 0 && tiers[actor.tier].webhooks === 0) return yield* new WebhooksUnavailable()
      for (const url of urls) {
        const item = isBatch ? { index: files.findIndex(({ callback }) => callback?.url === url) } : {}
        yield* Effect.mapError(
          egress.check(url, "webhook"),
          ({ reason, message }) => new InvalidCallbackUrl({ message, reason, ...item })
        )
      }
    })

    /** A job for some pages must have one of them to convert. */
    const reachable = (files: ReadonlyArray<Received & Labels>, isBatch: boolean) =>
      Effect.forEach(
        files,
        (file, index) =>
          PageRange.checked(file).pipe(
            Effect.mapError(({ message }) => new InvalidPageRange({ message, ...(isBatch ? { index } : {}) }))
          ),
        { concurrency: "unbounded", discard: true }
      ).pipe(Effect.provide(documents))

    /** A callback with a secret: no delivery goes unsigned. */
    const signed = Effect.fnUntraced(function* (callback: Labels["callback"]) {
      if (callback === null) return null
      const { url, secret } = callback
      return secret === null
        ? { url, secret: yield* Effect.provideService(newSecret, SecureRandom, random), isMade: true }
        : { url, secret, isMade: false }
    })

    const defaultsOf = ({ surface, actor }: Requester) =>
      settings.of(surface === "v1" ? { deviceId: actor.deviceId } : { accountId: actor.accountId })

    const create = Effect.fn("Intake.create")(function* <E, F>(
      maker: Requester,
      header: string | undefined,
      receive: (newKey: Effect.Effect<BlobKey>) => Effect.Effect<Submission<F>, E>
    ) {
      const owner = ownerOf(maker.actor)
      const key = yield* Effect.fromResult(parse(header))
      const claim = yield* Option.match(key, {
        onNone: () => Effect.succeed(null),
        onSome: (key) => idempotency.claim(owner, key)
      })
      if (claim?._tag !== "Repeat") {
        yield* slots.check(owner, maker.actor.tier, 1)
        if (maker.surface === "v2") yield* Effect.provide(Quota.check(maker.actor), quota)
      }

      const stored: Array<BlobKey> = []
      const newKey = Effect.map(random.uuidV7(), (id) => {
        const key = BlobKey.make(id)
        stored.push(key)
        return key
      })
      const received = yield* Effect.gen(function* () {
        const { fingerprint, count, files, isBatch } = yield* receive(newKey)
        if (claim?._tag === "Repeat") return { first: yield* Effect.fromResult(repeat(claim, fingerprint)) }
        if (count > 1) yield* slots.check(owner, maker.actor.tier, count)
        const offered = yield* files
        yield* acceptable(maker, offered, isBatch === true)
        yield* reachable(offered, isBatch === true)
        return { fingerprint, files: offered, settings: yield* defaultsOf(maker) }
      }).pipe(Effect.onError(() => discard(stored)))

      if ("first" in received) {
        yield* discard(stored)
        return { jobs: yield* jobs.recall(received.first), replayed: true }
      }
      const { files, fingerprint } = received
      const lease = claim?._tag === "First" ? Option.some({ lease: claim.lease, fingerprint }) : Option.none()
      const wanted = yield* Effect.forEach(files, ({ options, callback, ...file }) =>
        Effect.map(signed(callback), (callback) => ({
          ...file,
          callback,
          fileName: cleanName(file.fileName ?? ""),
          settings: { ...received.settings, ...options }
        }))
      )
      // Once this begins nobody may take the files away: who is interrupted while the rows are committed has jobs. An
      // outcome that is not known leaves the files to the sweep.
      const made = yield* jobs.create(maker, wanted, lease).pipe(
        Effect.tapError(() => discard(stored)),
        Effect.uninterruptible
      )
      return { jobs: made, replayed: false }
    }, Effect.scoped)

    return Intake.of({ create })
  })
)
