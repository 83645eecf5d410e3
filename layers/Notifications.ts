import { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Layer, PubSub, Schedule, Stream, SubscriptionRef } from "effect"
import { Connection } from "./Database.ts"

/** The channel on which ids of jobs are sent as their status or progress changes. */
export const jobChanged = "job_changed"

export class Notifications extends Context.Service<
  Notifications,
  {
    /**
     * The payloads sent to a channel with `pg_notify`, from anywhere, once their transaction has committed. The empty
     * payload means "something may have been missed: read again". It comes first, when listening has begun, and
     * whenever the connection has been lost and found, so who reads on every element misses nothing.
     */
    readonly on: (channel: string) => Stream.Stream<string>
  }
>()("svc/layers/Notifications") {}

/**
 * One connection per process, outside the pool, whatever the number of listeners. PostgreSQL forgets who listened when
 * a connection ends, so a new one listens to every channel again. A dead TCP peer is noticed after 20 seconds.
 */
export const layer = Layer.effect(
  Notifications,
  Effect.gen(function* () {
    const connection = yield* Connection
    const hub = yield* PubSub.unbounded<{ readonly channel: string; readonly payload: string }>()
    const wanted = yield* SubscriptionRef.make<ReadonlyArray<string>>([])

    const session = Effect.map(
      Effect.flatMap(
        PgConnection.make({ ...connection, applicationName: "pdf-to-markdown listener", keepAlive: "10 seconds" }),
        (opened) => opened.pin
      ),
      (opened) => {
        const known = new Set<string>()
        return SubscriptionRef.changes(wanted).pipe(
          Stream.flattenIterable,
          Stream.filter((channel) => !known.has(channel)),
          Stream.tap((channel) => Effect.sync(() => known.add(channel))),
          Stream.flatMap(
            (channel) =>
              Effect.map(opened.listen(channel), (queue) =>
                Stream.concat(Stream.succeed({ channel, payload: "" }), Stream.fromQueue(queue))
              ).pipe(Stream.unwrap),
            { concurrency: "unbounded" }
          )
        )
      }
    ).pipe(Stream.unwrap)

    yield* session.pipe(
      Stream.runForEach(({ channel, payload }) => PubSub.publish(hub, { channel, payload })),
      Effect.catch((error) => Effect.logWarning(`Notifications were lost: ${error.message}`)),
      Effect.catchDefect((defect) => Effect.logError("Notifications broke off", defect)),
      Effect.repeat(Schedule.spaced("500 millis").pipe(Schedule.jittered)),
      Effect.forkScoped
    )

    return Notifications.of({
      on: (channel) =>
        Effect.gen(function* () {
          const subscription = yield* PubSub.subscribe(hub)
          yield* SubscriptionRef.update(wanted, (all) => (all.includes(channel) ? all : [...all, channel]))
          const payloads = Stream.fromSubscription(subscription).pipe(
            Stream.filter((sent) => sent.channel === channel),
            Stream.map((sent) => sent.payload)
          )
          return Stream.concat(Stream.succeed(""), payloads)
        }).pipe(Stream.unwrap)
    })
  })
)
