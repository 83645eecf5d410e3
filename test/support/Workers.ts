import { Layer } from "effect"
import * as App from "../../layers/App.ts"
import * as Test from "../../layers/Test.ts"
import { Converters } from "../../src/jobs/runs/Worker.ts"
import * as TestDatabase from "./Database.ts"

/** Workers of this many jobs at a time, with this converter and this queue, beside a database of their own. */
export const workers = <C, CE, CR, Q, QE, QR>(
  converter: Layer.Layer<C, CE, CR>,
  queue: Layer.Layer<Q, QE, QR>,
  converters = 2
) =>
  App.worker.pipe(
    Layer.provide(Layer.succeed(Converters, converters)),
    Layer.provide(converter),
    Layer.provideMerge(App.services),
    Layer.provideMerge(queue),
    Layer.provideMerge(Test.adapters),
    Layer.provideMerge(Test.config()),
    Layer.provideMerge(TestDatabase.layer),
    Layer.orDie
  )
