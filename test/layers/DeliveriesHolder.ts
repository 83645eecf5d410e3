import { Console, Effect, Layer } from "effect"
import * as Database from "../../layers/postgres/Database.ts"
import * as Notifications from "../../layers/postgres/Notifications.ts"
import * as Random from "../../layers/Random.ts"
import * as Audit from "../../layers/sql/logs/Audit.ts"
import * as LiveDeliveries from "../../layers/sql/webhooks/Deliveries.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"

/** A process that takes what is due in the database named by its arguments, says what, and is at it for ever. */
const [, , host = "", database = ""] = process.argv

const connection = Layer.succeed(Database.Connection, { host, port: 5432, username: "service", database })

const live = LiveDeliveries.layer.pipe(
  Layer.provide(Audit.layer.pipe(Layer.provide(Random.layer))),
  Layer.provide(Layer.mergeAll(Database.layerClient, Notifications.layer)),
  Layer.provide(connection)
)

await Effect.gen(function* () {
  const deliveries = yield* Deliveries
  const shares = { total: 64, perReceiver: 64, perAccount: 64 }
  const taken = yield* deliveries.take(64, { receivers: new Map(), accounts: new Map() }, shares)
  yield* Console.log(taken.map(({ deliveryId }) => deliveryId).join(" "))
  yield* Effect.never
}).pipe(Effect.scoped, Effect.provide(live), Effect.runPromise)
