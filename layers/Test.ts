import { createServer, type Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ConfigProvider, Layer } from "effect"
import { Converters } from "../src/jobs/runs/Worker.ts"
import * as App from "./App.ts"
import * as BillingProvider from "./billing/Provider.ts"
import * as Digest from "./Digest.ts"
import * as Manual from "./docs/Manual.ts"
import * as Blobs from "./fakes/Blobs.ts"
import * as Converter from "./fakes/Converter.ts"
import * as Egress from "./fakes/Egress.ts"
import * as Queue from "./fakes/Queue.ts"
import * as WebFiles from "./fakes/WebFiles.ts"
import * as Gzip from "./Gzip.ts"
import * as Identity from "./Identity.ts"
import * as Random from "./Random.ts"
import * as Encodings from "./web/Encodings.ts"

/** What has no part in deciding, but for the queue. */
export const adapters = Layer.mergeAll(
  Blobs.layer,
  Converter.inspector,
  Egress.layer,
  Digest.layer,
  Gzip.layer,
  Identity.layer,
  BillingProvider.layer,
  Random.layer,
  WebFiles.layer,
  Manual.layer,
  Encodings.layer
)

/** What the service reads from its environment. */
export const config = (variables: Record<string, string> = {}) =>
  ConfigProvider.layer(
    ConfigProvider.fromUnknown({ SVC_SECRET: "a secret of thirty-two characters", DRAIN_SECONDS: "0", ...variables })
  )

const servicesOn = (engine: typeof Converter.layer) =>
  App.services.pipe(Layer.provideMerge(Queue.layer), Layer.provideMerge(Layer.merge(adapters, engine)))

/** The services on fakes, beside a database that is there already. */
export const services = servicesOn(Converter.layer)

/**
 * The service on a port of its own, with fakes for leaves, unless it is given an engine. The sweeper is left to the tests
 * that are about it: a clock that is set to another year would make it sweep for each minute on the way.
 */
export const layer = (
  variables: Record<string, string> = {},
  engine = Converter.layer,
  node: () => Server = createServer
) =>
  Layer.mergeAll(App.http, App.worker, App.deliverer).pipe(
    Layer.provideMerge(Layer.mergeAll(NodeHttpServer.layer(node, { port: 0 }), Layer.succeed(Converters, 2))),
    Layer.provideMerge(servicesOn(engine)),
    Layer.provideMerge(config(variables))
  )
