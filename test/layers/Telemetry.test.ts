import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Metric } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { sample } from "../../layers/telemetry/Gauges.ts"
import { observed } from "../../src/http/Access.ts"
import { Queue } from "../../src/jobs/Queue.ts"

/** Figures and log lines of one program, as those who collect them see them. */
const told = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
    const figures = yield* Effect.andThen(program, PrometheusMetrics.format()).pipe(
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
    return { figures, lines }
  })

const request = HttpServerRequest.fromWeb(new Request("http://localhost/a/secret?in=the-link"))

/** It is nobody's, so no account logs it. */
const unlogged = () => assert.fail("logged")

describe("a request", () => {
  it.effect("that no route answers is counted under no name of the caller's", () =>
    Effect.gen(function* () {
      const { figures, lines } = yield* told(
        observed(request, Effect.succeed(HttpServerResponse.empty({ status: 404 })), unlogged)
      )
      assert.include(figures, 'http_requests_total{method="GET",route="unmatched",status="404"} 1\n')
      assert.lengthOf(lines, 1)
      assert.notInclude(figures + lines.join(), "secret")
    })
  )

  it.effect("that is broken off is counted: 499 when its client left, 503 when the service did", () =>
    Effect.gen(function* () {
      const { figures, lines } = yield* told(
        Effect.gen(function* () {
          const leaves = yield* Effect.forkChild(observed(request, Effect.never, unlogged), { startImmediately: true })
          leaves.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
          yield* Fiber.await(leaves)
          const drained = yield* Effect.forkChild(observed(request, Effect.never, unlogged), { startImmediately: true })
          yield* Fiber.interrupt(drained)
        })
      )
      assert.include(figures, 'http_requests_total{method="GET",route="unmatched",status="499"} 1\n')
      assert.include(figures, 'http_requests_total{method="GET",route="unmatched",status="503"} 1\n')
      assert.lengthOf(lines, 2)
    })
  )
})

describe("the gauges", () => {
  const answering = (depth: Queue["Service"]["depth"]) => sample.pipe(Effect.provide(Layer.mock(Queue)({ depth })))
  const full = answering(Effect.succeed([{ pool: "standard" as const, waiting: 3, oldestSeconds: 1.5 }]))

  it.effect("tell how much waits", () =>
    Effect.gen(function* () {
      const { figures } = yield* told(full)
      assert.include(figures, 'queue_waiting_jobs{pool="standard"} 3\n')
      assert.include(figures, 'queue_oldest_job_seconds{pool="standard"} 1.5\n')
    })
  )

  it.effect("tell nothing of a queue that cannot be asked, rather than what it was", () =>
    Effect.gen(function* () {
      const { figures } = yield* told(Effect.andThen(full, answering(Effect.die("away"))))
      assert.notInclude(figures, "queue_")
      assert.include(figures, "process_resident_memory_bytes")
    })
  )
})
