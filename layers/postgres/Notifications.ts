import { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, Schedule, Stream, SubscriptionRef } from "effect"
import { Connection } from "./Database.ts"

/** The channel on which ids of jobs are sent as they end, or wait again. */
export const jobChanged = "job_changed"

/** The channel on which ids of jobs are sent as they begin and come along: whoever waits for their end is left in peace. */
export const jobMoved = "job_moved"

/** The channel on which ids of keys, connections, sessions and devices are sent that nobody is let in with any more. */
export const credentialEnded = "credential_ended"

/** The channel that tells that deliveries have been added. */
export const deliveryDue = "delivery_due"

export class Notifications extends Context.Service<
  Notifications,
  {
    /**
     * The payloads sent to a channel with `pg_notify`, from anywhere, once their transaction has committed. The empty
     * payload means "something may have been missed: read again". It comes first, when listening has begun, and
     * whenever the connection has been lost and found, so a listener that reads again at every element misses nothing.
     */
    readonly on: (channel: string) => Stream.Stream<string>

    /**
     * Says when a channel may have carried this very payload: at once, each time it did, and whenever it may have been
     * missed. Costs nothing while others are sent, so any number may wait, each for its own.
     */
    readonly mentions: (channel: string, payload: string) => Stream.Stream<void>
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
    /** By channel, or by channel and payload. */
    const listeners = new Map<string, Set<Queue.Queue<string>>>()
    const wanted = yield* SubscriptionRef.make<ReadonlyArray<string>>([])

    const deliver = (channel: string, payload: string) => {
      const missed = [...listeners.keys()].filter((key) => key === channel || key.startsWith(`${channel} `))
      for (const key of payload === "" ? missed : [channel, `${channel} ${payload}`]) {
        for (const listener of listeners.get(key) ?? []) Queue.offerUnsafe(listener, payload)
      }
    }

    /** What is delivered under a key from now on, after a first empty payload. */
    const listen = (channel: string, key: string, make: Effect.Effect<Queue.Queue<string>>) =>
      Effect.gen(function* () {
        const listener = yield* Effect.acquireRelease(
          Effect.map(make, (listener) => {
            listeners.set(key, (listeners.get(key) ?? new Set()).add(listener))
            return listener
          }),
          (listener) =>
            Effect.sync(() => {
              listeners.get(key)?.delete(listener)
              if (listeners.get(key)?.size === 0) listeners.delete(key)
            })
        )
        yield* SubscriptionRef.update(wanted, (all) => (all.includes(channel) ? all : [...all, channel]))
        return Stream.concat(Stream.succeed(""), Stream.fromQueue(listener))
      }).pipe(Stream.unwrap)

    const session = Effect.map(
      Effect.flatMap(
        PgConnection.make({ ...connection, applicationName: "pdf-to-markdown listener" }),
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
      Stream.runForEach(({ channel, payload }) => Effect.sync(() => deliver(channel, payload))),
      Effect.catch((error) => Effect.logWarning(`Notifications were lost: ${error.message}`)),
      Effect.catchDefect((defect) => Effect.logError("Notifications broke off", defect)),
      Effect.repeat(Schedule.spaced("500 millis").pipe(Schedule.jittered)),
      Effect.forkScoped
    )

    return Notifications.of({
      on: (channel) => listen(channel, channel, Queue.unbounded()),
      mentions: (channel, payload) =>
        Stream.map(listen(channel, `${channel} ${payload}`, Queue.sliding(1)), () => undefined)
    })
  })
)
