/**
 * A job's changes as Server-Sent Events (WHATWG HTML, section 9.2), written by effect's encoder. HttpApi's own event
 * streams were weighed and not taken: they have neither comments, which keep a silent connection open, nor `retry`, and
 * they tell clients of a defect with its cause.
 */
import { Duration, Effect, Option, Schema, Stream } from "effect"
import { Sse } from "effect/encoding"
import type { Actor } from "../../../../schema/Actor.ts"
import type { JobNotFound } from "../../../../schema/Errors.ts"
import { JobEvent } from "../../../../schema/v2/Jobs.ts"
import { type SlotUsage, v2Resource } from "../../../jobs/Job.ts"
import type { Placed } from "../../../jobs/Jobs.ts"
import { isEnded } from "../../../jobs/Status.ts"

/** The id of the last event: a client that comes back with it has seen the end. */
export const lastEventId = "end"

/** How long a client waits before it comes back when the connection was lost, in ms. */
const comeBackMillis = 2_000

const encode = Schema.encodeEffect(Schema.fromJsonString(JobEvent))

const encoder = new TextEncoder()

const greeting = Sse.encoder.write(new Sse.Retry({ duration: Duration.millis(comeBackMillis), lastEventId: undefined }))

const stillHere = ": still here\n\n"

const event = (name: "job" | "end", data: string) =>
  Sse.encoder.write({ _tag: "Event", event: name, id: name === "end" ? lastEventId : undefined, data })

/** What of a job makes it another event than the last: all but the slots, which are others' business too. */
const stateOf = ({ job, queuePosition }: Placed) => JSON.stringify([job, queuePosition])

/**
 * The stream of a job: an event at once and for each change, `end` for the last one. What has not changed when it is
 * looked at becomes a comment, so that nobody on the way takes the connection for dead. `tombstone` is what is left of a
 * job that is gone, if it was the reader's.
 */
export const eventsOf = (
  states: Stream.Stream<Placed, JobNotFound>,
  usage: (reader: Actor) => Effect.Effect<SlotUsage>,
  tombstone: Effect.Effect<Option.Option<Placed>>
): Stream.Stream<Uint8Array> => {
  const tell = Effect.fnUntraced(function* (placed: Placed) {
    const body = { ...v2Resource(placed.job, yield* usage(placed.reader)), queue_position: placed.queuePosition }
    return event(isEnded(placed.job.status) ? "end" : "job", yield* Effect.orDie(encode(body)))
  })
  const gone = Effect.flatMap(tombstone, Option.match({ onNone: () => Effect.succeed(""), onSome: tell }))
  const changes = Stream.suspend(() => {
    let last = ""
    return states.pipe(
      Stream.takeUntil(({ job }) => isEnded(job.status)),
      Stream.mapEffect((placed) => {
        const state = stateOf(placed)
        if (state === last) return Effect.succeed(stillHere)
        last = state
        return tell(placed)
      })
    )
  })
  return Stream.concat(Stream.succeed(greeting), changes).pipe(
    Stream.catchTag("job_not_found", () => Stream.fromEffect(gone)),
    Stream.filter((text) => text !== ""),
    Stream.map((text) => encoder.encode(text))
  )
}
