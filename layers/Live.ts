import { availableParallelism } from "node:os"
import { NodeDns } from "@effect/platform-node"
import { Config, Layer } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { Converters } from "../src/jobs/Worker.ts"
import * as App from "./App.ts"
import * as Blobs from "./Blobs.ts"
import * as Converter from "./Converter.ts"
import * as Database from "./Database.ts"
import * as Digest from "./Digest.ts"
import * as Egress from "./Egress.ts"
import * as Http from "./Http.ts"
import * as Notifications from "./Notifications.ts"
import * as Queue from "./Queue.ts"

const converters = Layer.effect(Converters, Config.Int("CONVERTERS").pipe(Config.withDefault(availableParallelism())))

/** What has no part in deciding and no database. */
const leaves = Layer.mergeAll(
  Digest.layer,
  SecureRandom.layerWebCrypto,
  Egress.layer.pipe(Layer.provide(NodeDns.layer))
)

/** The services beside a database that is there already. */
export const services = App.services.pipe(
  Layer.provideMerge(Queue.layer),
  Layer.provideMerge(Layer.mergeAll(Notifications.layer, Blobs.layerDirectory, leaves))
)

/** The whole service in one process. */
export const layer = Layer.mergeAll(App.http, App.worker, App.sweeper).pipe(
  Layer.provide([Http.layer, Converter.layer, converters]),
  Layer.provide(services),
  Layer.provide(Database.layer)
)
