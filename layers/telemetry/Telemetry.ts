import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Config, ConfigProvider, Effect, Layer, Option, References, Schedule } from "effect"
import { FetchHttpClient, HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { OtlpMetrics, OtlpSerialization, OtlpTracer, PrometheusMetrics } from "effect/observability"
import { Draining } from "../../src/process/Draining.ts"
import { Health, isReady } from "../../src/process/Health.ts"
import { sample } from "./Gauges.ts"
import { logger } from "./Lines.ts"

export { logger }

const endpoint = Config.option(Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT"))

const metricsPort = Config.option(Config.Port("METRICS_PORT"))

/** How often measures are taken for a collector, which does not ask for them. */
const sampling = "10 seconds"

const metrics = Effect.map(Effect.andThen(sample, PrometheusMetrics.format()), (body) =>
  HttpServerResponse.text(body, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
)

const ready = Effect.gen(function* () {
  const checks = yield* (yield* Health).checks
  const isOpen = (yield* Draining).begunAt() === null && isReady(checks)
  return HttpServerResponse.jsonUnsafe(
    { status: isOpen ? "ok" : "unavailable", checks },
    { status: isOpen ? 200 : 503 }
  )
})

/** Three paths need no router; a second one would share its routes with the public one. */
const answer = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  if (url === "/metrics") return yield* metrics
  if (url === "/readyz") return yield* ready
  return url === "/healthz"
    ? HttpServerResponse.jsonUnsafe({ status: "ok" })
    : HttpServerResponse.empty({ status: 404 })
})

const served = Layer.unwrap(
  Effect.map(
    metricsPort,
    Option.match({
      onNone: () => Layer.empty,
      onSome: (port) =>
        HttpServer.serve(answer).pipe(
          Layer.provide(NodeHttpServer.layer(createServer, { port, disablePreemptiveShutdown: true }))
        )
    })
  )
)

const sampled = Layer.unwrap(
  Effect.map(endpoint, (to) =>
    Option.isNone(to)
      ? Layer.empty
      : Layer.effectDiscard(Effect.forkScoped(Effect.repeat(sample, Schedule.spaced(sampling))))
  )
)

/**
 * Metrics in Prometheus text, and the two probes, on `METRICS_PORT` of every interface: whoever scrapes is on another
 * machine. Nothing there is secret, but it is for the network of the operators. Unset means no port.
 */
export const layer = Layer.merge(served, sampled)

/** Nobody is told of the spans, so there are none. */
const noSpans = Layer.succeed(References.TracerEnabled, false)

/** The framework's own span of a request tells its path and headers. Ours, in `src/http/Access.ts`, does not. */
const ownSpans = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

const usual = {
  OTEL_SERVICE_NAME: "pdf-to-markdown",
  OTEL_TRACES_EXPORTER: ["otlp"],
  OTEL_METRICS_EXPORTER: ["otlp"]
}

/**
 * Sends traces and metrics to `OTEL_EXPORTER_OTLP_ENDPOINT` as JSON, with the other `OTEL_*` variables in force, and
 * what is left when its scope closes. Unset means nothing is sent.
 */
export const exporter = Layer.unwrap(
  Effect.map(endpoint, (to) =>
    Option.isNone(to)
      ? noSpans
      : Layer.merge(OtlpTracer.layerFromConfig(), OtlpMetrics.layerFromConfig()).pipe(
          Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer]),
          Layer.provide(ConfigProvider.layerAdd(ConfigProvider.fromUnknown(usual)))
        )
  )
).pipe(Layer.merge(ownSpans))
