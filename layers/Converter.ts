/** Converts in child processes: the service's own settings. */
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Config, Effect, Layer } from "effect"
import { wholeNumber } from "../src/config/Variables.ts"
import * as Inspection from "./converter/Inspection.ts"
import { scriptOf } from "./converter/Linked.ts"
import { layerWith } from "./converter/Processes.ts"

export { layerWith }

const settings = Config.all({
  converters: wholeNumber("CONVERTERS", 1).pipe(Config.withDefault(availableParallelism())),
  recognisers: wholeNumber("RECOGNISERS", 1).pipe(Config.withDefault(Math.ceil(availableParallelism() / 2))),
  data: Config.String("DATA_DIR").pipe(Config.withDefault("./data"))
})

/** The folder of what was compiled. Programs are linked now, so that no request waits for it. */
const compiled = Effect.fnUntraced(function* (data: string) {
  const code = join(data, "code")
  if (scriptOf("converter", code) === null)
    yield* Effect.logWarning("The converter's program cannot be linked: it starts slowly")
  return code
})

/** `CONVERTERS` warm children (one per core unless said otherwise) and a spare, fed through `DATA_DIR/spool`. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { converters, recognisers, data } = yield* settings
    return layerWith({ converters, recognisers, spares: 1, spool: join(data, "spool"), code: yield* compiled(data) })
  })
)

/** Opens documents for estimates, on any node: its children are there from the first document on. */
export const inspector = Layer.unwrap(
  Effect.gen(function* () {
    const { data } = yield* settings
    return Inspection.layerWith({ spool: join(data, "spool"), code: yield* compiled(data) })
  })
)
