import { createServer } from "node:http"
import { availableParallelism } from "node:os"
import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { Converters } from "../src/jobs/Worker.ts"
import * as App from "./App.ts"
import * as Blobs from "./Blobs.ts"
import * as Converter from "./Converter.ts"
import * as Database from "./Database.ts"
import * as Digest from "./Digest.ts"
import * as Notifications from "./Notifications.ts"
import * as Queue from "./Queue.ts"

const converters = Layer.effect(
  Converters,
  Config.Int("CONVERTERS").pipe(Config.withDefault(availableParallelism()))
)

const server = Layer.unwrap(
  Effect.map(
    Config.all({
      port: Config.Port("PORT").pipe(Config.withDefault(8080)),
      drain: Config.Int("DRAIN_SECONDS").pipe(Config.withDefault(30))
    }),
    ({ port, drain }) => NodeHttpServer.layer(createServer, { port, gracefulShutdownTimeout: drain * 1_000 })
  )
)

/** What has no part in deciding and no database. */
const leaves = Layer.mergeAll(Digest.layer, SecureRandom.layerWebCrypto)

/** The services beside a database that is there already. */
export const services = App.services.pipe(
  Layer.provideMerge(Queue.layer),
  Layer.provideMerge(Layer.mergeAll(Notifications.layer, Blobs.layerDirectory, leaves))
)

/** The whole service in one process. */
export const layer = Layer.mergeAll(App.http, App.worker, App.sweeper).pipe(
  Layer.provide([server, Converter.layer, converters]),
  Layer.provide(services),
  Layer.provide(Database.layer)
)
