import { Effect, Layer, Metric } from "effect"
import { maxAttempts } from "../Status.ts"
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

const counted = (outcome: string, pagesConverted: number, attempt: number) =>
  Effect.logInfo("job ended").pipe(
    Effect.annotateLogs({ outcome, pages: pagesConverted, attempt }),
    Effect.andThen(Metric.update(conversions(outcome), 1)),
    Effect.andThen(Metric.update(pages, pagesConverted))
  )

/** The attempts of another layer, whose ends are counted and logged. */
export const layer = Layer.effect(
  Attempts,
  Effect.map(Attempts, (attempts) =>
    Attempts.of({
      ...attempts,
      claim: (jobId) =>
        Effect.tap(attempts.claim(jobId), ({ _tag }) =>
          _tag === "GivenUp" ? counted("engine_crashed", 0, maxAttempts) : Effect.void
        ),
      finish: (work, outcome) =>
        Effect.tap(attempts.finish(work, outcome), (mine) => {
          if (!mine) return Effect.void
          return outcome._tag === "Ready"
            ? counted("ready", outcome.pagesDone, work.attempt)
            : counted(outcome.error.code, 0, work.attempt)
        })
    })
  )
)
