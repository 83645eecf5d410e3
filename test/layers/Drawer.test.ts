import * as fs from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Child from "../../layers/converter/Child.ts"
import { limits } from "../../layers/converter/Limits.ts"
import { folder } from "../support/Children.ts"
import { makePdf } from "../support/Pdf.ts"
import { scanOf } from "../support/Scans.ts"

const megabyte = 1024 ** 2

/** A drawing child, gone with the scope. */
const drawer = (spool: string) =>
  Effect.acquireRelease(
    Effect.sync(() => Child.fork({ entry: Child.drawer, spool, heap: limits.heap, native: true, pictures: true })),
    (child) => {
      child.kill()
      return Effect.promise(() => child.gone)
    }
  )

it.live(
  "A long scan takes no more memory to draw with every page",
  () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "spool")
      const child = yield* drawer(path)
      const input = join(child.folder, "input.pdf")
      const sheet = scanOf([{ text: "A line", x: 60, y: 60 }], { width: 595, height: 842, dotsPerInch: 100 })
      fs.writeFileSync(input, makePdf({ pages: Array.from({ length: 14 }, () => sheet) }))
      yield* Effect.promise(() => child.ready)
      const draw = (page: number) =>
        Effect.callback<unknown>((resume) =>
          child.ask([{ _tag: "Draw", document: 1, path: input, page, password: null }], {
            reply: ({ _tag }) => resume(Effect.succeed(_tag)),
            died: (death) => resume(Effect.die(death))
          })
        )
      const taken: Array<number> = []
      for (let page = 1; page <= 14; page++) {
        assert.strictEqual(yield* draw(page), "Drawn")
        taken.push(child.memory() / megabyte)
      }
      // in colour a page takes 15 MB, and several copies of it are made
      const [first, last] = [taken.slice(0, 5), taken.slice(-5)]
      assert.isBelow(Math.max(...last), Math.max(...first) + 40, taken.map(Math.round).join(" "))
    }).pipe(Effect.scoped),
  240_000
)
