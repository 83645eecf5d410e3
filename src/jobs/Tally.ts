import { Effect, Layer, Metric } from "effect"
import { Attempts } from "./Attempts.ts"

const conversions = (outcome: string) =>
  Metric.counter("conversions_total", {
    description: "Conversions that ended, by outcome: ready, or the code of the job's error",
    incremental: true,
    attributes: { outcome }
  })

const pages = Metric.counter("pages_converted_total", {
  description: "Pages of jobs that became ready",
  incremental: true
})

/** The attempts of another layer, whose ends are counted and logged. */
export const layer = Layer.effect(
  Attempts,
  Effect.map(Attempts, (attempts) =>
    Attempts.of({
      ...attempts,
      finish: (work, outcome) =>
        Effect.tap(attempts.finish(work, outcome), (mine) => {
          if (!mine) return Effect.void
          const ready = outcome._tag === "Ready"
          const end = ready ? "ready" : outcome.error.code
          const converted = ready ? outcome.pagesDone : 0
          return Effect.logInfo("job ended").pipe(
            Effect.annotateLogs({ outcome: end, pages: converted, attempt: work.attempt }),
            Effect.andThen(Metric.update(conversions(end), 1)),
            Effect.andThen(Metric.update(pages, converted))
          )
        })
    })
  )
)
