/** A worker node whose converter does nothing: what remains is taking, claiming, finishing and completing. */
import { Config, ConfigProvider, Effect, Layer, Logger, Stream } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as App from "../../layers/App.ts"
import * as Gzip from "../../layers/Gzip.ts"
import * as Database from "../../layers/postgres/Database.ts"
import * as Notifications from "../../layers/postgres/Notifications.ts"
import * as Queue from "../../layers/postgres/Queue.ts"
import * as Outbox from "../../layers/sql/webhooks/Outbox.ts"
import { Seals } from "../../src/auth/Seals.ts"
import { atHand, Converter } from "../../src/convert/Converter.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Converters } from "../../src/jobs/runs/Worker.ts"

const [host = ""] = process.argv.slice(2)

const info = { pages: 1, title: null, author: null }
const page = {
  page: 1,
  method: "text",
  characters: 1,
  tables: 0,
  confidence: null,
  warnings: [],
  packed: () => new Uint8Array()
} as const

const nothing = Layer.mergeAll(
  Layer.succeed(Converter, {
    pages: () => Stream.make({ _tag: "Opened" as const, info }, { _tag: "Page" as const, page }),
    assemble: (_, __, ___, take) => take({ ...atHand, pages: 0, markdown: Stream.empty, blocks: Stream.empty })
  }),
  Layer.mock(Blobs)({
    file: () => Effect.succeedSome("/dev/null"),
    write: () => Effect.succeed({ size: 2 }),
    remove: () => Effect.void
  })
)

const node = App.worker.pipe(
  Layer.provide(Outbox.layer),
  Layer.provide(Layer.effect(Converters, Config.Int("CONVERTERS"))),
  Layer.provide([nothing, Gzip.layer, Layer.mock(Seals)({})]),
  Layer.provide(Queue.layer),
  Layer.provide([Notifications.layer, SecureRandom.layerWebCrypto]),
  Layer.provide(Database.layerClient),
  Layer.provide(Layer.succeed(Database.Connection, { host, port: 5432, username: "service", database: "postgres" })),
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ CONVERTERS: "8", DRAIN_SECONDS: "0" }))),
  Layer.provide(Logger.layer([]))
)

const told = Layer.effectDiscard(Effect.sync(() => process.send?.("started")))

await Effect.runPromise(Layer.launch(Layer.provide(told, node)))
