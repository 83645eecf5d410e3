/** Sends what is due: any number of nodes share the work, and no receiver holds up another. */
import {
  Cause,
  Clock,
  Config,
  Effect,
  FiberHandle,
  FiberSet,
  Latch,
  Layer,
  Metric,
  Option,
  Random,
  Stream
} from "effect"
import { wholeNumber } from "../config/Variables.ts"
import { Egress, type EgressRefused } from "../net/Egress.ts"
import { joined } from "../process/Bytes.ts"
import { elapsedMillis } from "../process/Elapsed.ts"
import { unbroken } from "../process/Unbroken.ts"
import * as Backoff from "./Backoff.ts"
import { type Attempt, Deliveries, type Due, type Shares, type Verdict } from "./Deliveries.ts"
import * as Signature from "./Signature.ts"

/** A receiver has this long to take a delivery and answer. */
const timeout = "15 seconds"

/** Bytes of a reply that are kept for the history. */
const keptBytes = 4_096

/** A reply is not read on beyond this, whatever it was compressed to. */
const maxReply = 1_048_576

/** Deliveries that a node sends at a time; of these no receiver and no account has more than its share. */
const shares: Shares = { total: 64, perReceiver: 4, perAccount: 16 }

/** A delivery that takes longer than this no longer counts against `total`, so that receivers that hang do not block others. */
const hangsAfter = "2 seconds"

/** Deliveries that a node has open at a time, those that hang included. */
const maxOpen = 512

/** Those that are due but have no share left, or are being taken elsewhere, are looked at again after this long. */
const againMillis = 1_000

/** What waits is looked at no later than this, whatever the clock was set to. */
const patienceMillis = 60_000

const agent = "pdf-to-markdown/2.1.1"

const counted = (outcome: string) =>
  Metric.counter("webhook_attempts_total", {
    description: "Attempts to deliver an event, by what came of them",
    incremental: true,
    attributes: { outcome }
  })

/** What a reply began with. PostgreSQL keeps no NUL in a text. */
const text = (chunks: ReadonlyArray<Uint8Array>): string =>
  new TextDecoder().decode(joined(chunks).subarray(0, keptBytes)).replaceAll("\0", "\ufffd")

interface Reply {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

/** One request, and the reply as far as it is kept. Its status counts, whatever becomes of its body. */
const post = Effect.fnUntraced(function* (due: Due, headers: Record<string, string>) {
  const egress = yield* Egress
  const answer = yield* egress.fetch(
    { purpose: "webhook", method: "POST", url: due.url, headers, body: new TextEncoder().encode(due.payload) },
    { timeout, maxBytes: maxReply }
  )
  const chunks: Array<Uint8Array> = []
  let received = 0
  yield* answer.body.pipe(
    Stream.takeUntil((chunk) => {
      chunks.push(chunk)
      received += chunk.length
      return received >= keptBytes
    }),
    Stream.runDrain,
    Effect.ignore
  )
  return { status: answer.status, retryAfter: answer.headers["retry-after"] ?? null, body: text(chunks) }
}, Effect.scoped)

/** What an attempt means for its delivery and its receiver. */
const verdict = (due: Due, answer: Backoff.Answer, now: number, random: number): Verdict => {
  if (Backoff.isDelivered(answer)) return { _tag: "Delivered" }
  if (Backoff.isGone(answer)) return { _tag: "Failed", disable: "gone" }
  // A sample is for the caller that waits for it, and says nothing of its webhook.
  if (due.isTest) return { _tag: "Failed", disable: null }
  if (Backoff.isFailing(due.failingSince, now)) return { _tag: "Failed", disable: "failing" }
  const wait = Backoff.next(due.failures + 1, answer, now, random)
  return wait === null ? { _tag: "Failed", disable: null } : { _tag: "Retry", at: now + wait }
}

const attempt = Effect.fn("Deliver.attempt")(function* (due: Due) {
  const deliveries = yield* Deliveries
  const at = yield* Clock.currentTimeMillis
  const [secret, ...previous] = due.secrets
  if (secret === undefined) return yield* deliveries.drop(due, "failed", "webhook_deleted")
  if (due.resultExpiresAt !== null && due.resultExpiresAt <= at) {
    return yield* deliveries.drop(due, "expired", "result_expired")
  }
  const begun = yield* elapsedMillis
  const signed = yield* Signature.headers({
    deliveryId: due.deliveryId,
    timestamp: Math.floor(at / 1_000),
    body: due.payload,
    secrets: [secret, ...previous]
  })
  const headers = { "content-type": "application/json", "user-agent": agent, "x-svc-event": due.event, ...signed }
  const reply: Reply | EgressRefused = yield* Effect.catchTag(post(due, headers), "EgressRefused", Effect.succeed)
  const answer =
    "status" in reply ? { status: reply.status, retryAfter: reply.retryAfter } : { status: null, retryAfter: null }
  const isDelivered = Backoff.isDelivered(answer)
  const error = isDelivered ? null : "status" in reply ? "http_status" : reply.reason
  const made: Attempt = {
    at,
    durationMillis: (yield* elapsedMillis) - begun,
    responseCode: answer.status,
    error,
    reply: "status" in reply ? reply.body : null
  }
  const now = yield* Clock.currentTimeMillis
  yield* Metric.update(counted(error ?? "delivered"), 1)
  // Recorded even if interrupted: the receiver has already answered.
  yield* Effect.uninterruptible(deliveries.record(due, made, verdict(due, answer, now, yield* Random.next)))
})

const count = (counts: Map<string, number>, key: string, by: 1 | -1) => {
  const left = (counts.get(key) ?? 0) + by
  if (left === 0) counts.delete(key)
  else counts.set(key, left)
}

/**
 * Sends while its scope lives. When that closes it takes no more, and what is under way has up to `DRAIN_SECONDS`; what
 * is broken off is due again at once.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const drainSeconds = yield* wholeNumber("DRAIN_SECONDS", 0).pipe(Config.withDefault(30))
    const deliveries = yield* Deliveries
    const sending = yield* FiberSet.make<void>()
    const alarm = yield* FiberHandle.make<void>()
    const worthLooking = yield* Latch.make(true)
    const busy = { open: 0, hanging: 0, receivers: new Map<string, number>(), accounts: new Map<string, number>() }

    const occupy = (due: Due, by: 1 | -1) => {
      busy.open += by
      count(busy.receivers, due.receiver, by)
      count(busy.accounts, due.account, by)
    }

    /** While what it runs for goes on. */
    const hang = Effect.sleep(hangsAfter).pipe(
      Effect.andThen(
        Effect.acquireRelease(
          Effect.suspend(() => {
            busy.hanging += 1
            return worthLooking.open
          }),
          () =>
            Effect.sync(() => {
              busy.hanging -= 1
            })
        )
      ),
      Effect.andThen(Effect.never),
      Effect.scoped
    )

    const send = (due: Due) =>
      Effect.raceFirst(attempt(due), hang).pipe(
        Effect.onInterrupt(() => Effect.ignoreCause(deliveries.release(due))),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.void
            : Effect.logError("A delivery broke off and will be taken again", cause)
        ),
        Effect.ensuring(
          Effect.suspend(() => {
            occupy(due, -1)
            return worthLooking.open
          })
        )
      )

    /** Takes what is due and has a share. False when there is nothing more to be had now. */
    const takeSome = Effect.uninterruptible(
      Effect.gen(function* () {
        const free = Math.min(shares.total - (busy.open - busy.hanging), maxOpen - busy.open)
        if (free <= 0) return false
        const taken = yield* deliveries.take(free, busy, shares)
        for (const due of taken) {
          occupy(due, 1)
          yield* FiberSet.run(sending, Effect.interruptible(send(due)))
        }
        return taken.length > 0
      })
    )

    /** Looks again when the next one is due; what was due at the last look already has no share, and waits for that. */
    const wakeLater = Effect.fnUntraced(function* (looked: number) {
      const next = yield* deliveries.nextDue
      if (Option.isNone(next)) return yield* FiberHandle.clear(alarm)
      const now = yield* Clock.currentTimeMillis
      const wait = next.value > looked ? Math.max(next.value - now, 0) : againMillis
      yield* FiberHandle.run(alarm, Effect.andThen(Effect.sleep(Math.min(wait, patienceMillis)), worthLooking.open))
    })

    yield* Effect.addFinalizer(() =>
      Effect.ignore(Effect.timeoutOption(FiberSet.awaitEmpty(sending), drainSeconds * 1_000))
    )

    const look = Effect.gen(function* () {
      yield* worthLooking.await
      yield* worthLooking.close
      const looked = yield* Clock.currentTimeMillis
      yield* Effect.repeat(takeSome, { while: (more) => more })
      yield* wakeLater(looked)
    })

    // What a look that broke off has not taken is still due.
    yield* unbroken("Sending deliveries")(Effect.onError(look, () => worthLooking.open))
    yield* unbroken("Listening for deliveries")(Stream.runForEach(deliveries.wakeUps, () => worthLooking.open))
  })
)
