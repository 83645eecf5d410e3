import { availableParallelism } from "node:os"
import * as NodeDns from "@effect/platform-node/NodeDns"
import { Config, Data, Effect, Layer, Option } from "effect"
import { wholeNumber } from "../src/config/Variables.ts"
import { Converters } from "../src/jobs/runs/Worker.ts"
import * as Draining from "../src/process/Draining.ts"
import * as App from "./App.ts"
import * as BillingProvider from "./billing/Provider.ts"
import * as Converter from "./converter/Converter.ts"
import * as Digest from "./Digest.ts"
import * as Manual from "./docs/Manual.ts"
import * as Egress from "./Egress.ts"
import * as Gzip from "./Gzip.ts"
import * as Http from "./Http.ts"
import * as Identity from "./Identity.ts"
import * as Database from "./postgres/Database.ts"
import * as Notifications from "./postgres/Notifications.ts"
import * as Pulse from "./postgres/Pulse.ts"
import * as Queue from "./postgres/Queue.ts"
import * as Random from "./Random.ts"
import * as ConfiguredBlobs from "./storage/ConfiguredBlobs.ts"
import * as Telemetry from "./telemetry/Telemetry.ts"
import * as Encodings from "./web/Encodings.ts"
import * as WebFiles from "./web/WebFiles.ts"

const converters = Layer.effect(
  Converters,
  wholeNumber("CONVERTERS", 1).pipe(Config.withDefault(availableParallelism()))
)

/** What lies outside, by its settings. */
const outside = Layer.mergeAll(Identity.layer, BillingProvider.layer, Egress.layer.pipe(Layer.provide(NodeDns.layer)))

/** What has no part in deciding and no database. */
const adapters = Layer.mergeAll(
  outside,
  Digest.layer,
  Gzip.layer,
  Converter.inspector,
  Random.layer,
  WebFiles.layer,
  Manual.layer,
  Encodings.layer
)

/** Made before the database is looked for: a bad value is told of at once, whatever is wrong with that. */
const first = Layer.mergeAll(outside, App.settings, converters)

/** The services beside a database that is there already. */
export const services = App.services.pipe(
  Layer.provideMerge(Queue.layer),
  Layer.provideMerge(Layer.mergeAll(Notifications.layer, ConfiguredBlobs.layer, adapters))
)

/** What `ROLE` may be. */
const roles = ["all", "api", "worker"] as const

/** A role that there is not, or one that lacks what it needs. */
export class RoleUnusable extends Data.TaggedError("RoleUnusable")<{ readonly message: string }> {}

/** Nodes that are not alone meet in a database and a store that all of them reach. */
const role = Effect.gen(function* () {
  const named = yield* Config.NonEmptyString("ROLE").pipe(Config.withDefault("all"))
  const role = roles.find((role) => role === named)
  if (role === undefined) return yield* new RoleUnusable({ message: `ROLE is ${roles.join(", ")}, not ${named}` })
  const missing = [
    ...(Option.isNone(yield* Config.option(Config.Redacted("DATABASE_URL"))) ? ["DATABASE_URL"] : []),
    ...(Option.isNone(yield* ConfiguredBlobs.bucket) ? ["BLOBS (s3://bucket/prefix)"] : [])
  ]
  if (role !== "all" && missing.length > 0) {
    return yield* new RoleUnusable({ message: `ROLE=${role} needs ${missing.join(" and ")}` })
  }
  return role
})

/** What takes and ends jobs, tells of them, and removes what has had its time. */
const works = Layer.mergeAll(App.worker, App.deliverer, App.sweeper).pipe(Layer.provide([Converter.layer, converters]))

const serves = App.http.pipe(Layer.provide(Http.layer))

/**
 * The parts of the service that `ROLE` gives this process: `prepared` before the port opens, `started` once they run.
 * They stop in the opposite order of their list: it says that it drains, ends its jobs or hands them back, and only
 * then closes the port.
 */
export const layerWith = <Prepared, E, E2>(
  prepared: Layer.Layer<Prepared, E, Layer.Success<typeof services>>,
  started: Layer.Layer<never, E2, Prepared>
) =>
  Layer.unwrap(
    Effect.map(role, (role) =>
      started.pipe(
        Layer.provide(Draining.onClose),
        Layer.provide(role === "api" ? Layer.empty : works),
        Layer.provide(role === "worker" ? Layer.empty : serves),
        Layer.provide(prepared),
        Layer.provide(Pulse.layer),
        Layer.provide(Telemetry.layer),
        Layer.provide(services),
        Layer.provide(Database.layer),
        Layer.provide(first),
        Layer.provide(Telemetry.exporter)
      )
    )
  )
