/** Converts in child processes: the service's own settings. */
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Config, Effect, Layer } from "effect"
import { wholeNumber } from "../../src/config/Variables.ts"
import * as Inspection from "./Inspection.ts"
import { linkBeside } from "./Linked.ts"
import { layerWith } from "./Processes.ts"

export { layerWith }

const settings = Config.all({
  converters: wholeNumber("CONVERTERS", 1).pipe(Config.withDefault(availableParallelism())),
  recognisers: wholeNumber("RECOGNISERS", 1).pipe(Config.withDefault(Math.ceil(availableParallelism() / 2))),
  data: Config.String("DATA_DIR").pipe(Config.withDefault("./data"))
})

/** Links the programs once everything runs: converters that start from then on do so in half the time. */
const linking = (code: string) =>
  Layer.effectDiscard(
    Effect.tryPromise((signal) => linkBeside(code, signal)).pipe(
      Effect.catch(({ cause }) => Effect.logWarning("Converters start slowly: their program cannot be linked", cause)),
      Effect.forkScoped
    )
  )

/** `CONVERTERS` warm children (one per core unless said otherwise) and a spare once it is needed, fed through `DATA_DIR/spool`. */
export const layer = Layer.unwrap(
  Effect.map(settings, ({ converters, recognisers, data }) => {
    const code = join(data, "code")
    return Layer.provideMerge(
      linking(code),
      layerWith({ converters, recognisers, spares: 1, spool: join(data, "spool"), code })
    )
  })
)

/** Opens documents for estimates, on any node: its children are there from the first document on. */
export const inspector = Layer.unwrap(
  Effect.map(settings, ({ data }) => Inspection.layerWith({ spool: join(data, "spool"), code: join(data, "code") }))
)
