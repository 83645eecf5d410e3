import { Console, Effect, Layer } from "effect"
import * as Database from "../../layers/postgres/Database.ts"
import * as Notifications from "../../layers/postgres/Notifications.ts"
import * as LiveQueue from "../../layers/postgres/Queue.ts"
import { Queue } from "../../src/jobs/Queue.ts"

/** A process that takes one standard job of the database named by its arguments, says so, and holds it for ever. */
const [, , host = "", database = ""] = process.argv

const connection = Layer.succeed(Database.Connection, { host, port: 5432, username: "service", database })

const live = LiveQueue.layer.pipe(
  Layer.provide(Layer.mergeAll(Database.layerClient, Notifications.layer)),
  Layer.provide(connection)
)

await Effect.gen(function* () {
  const queue = yield* Queue
  const { leases } = yield* queue.take([{ pool: "standard", most: 1 }])
  yield* Console.log(leases[0]!.jobId)
  yield* leases[0]!.lost
}).pipe(Effect.scoped, Effect.provide(live), Effect.runPromise)
