import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Channel from "../../bench/attack/Channel.ts"
import * as Reader from "../../bench/attack/Reader.ts"
import { pdf } from "../../layers/fakes/Converter.ts"
import { folder } from "../support/Children.ts"
import { engine } from "../support/Engine.ts"
import { long } from "../support/Long.ts"
import { lines, makePdf } from "../support/Pdf.ts"

it("Damaged messages of a child are understood, refused or broken off, and nothing else", () => {
  const { understood, refused, broken } = Channel.attack(5000, 20_261_122)
  assert.isAbove(understood, 1000)
  assert.isAbove(refused, 100)
  assert.isAbove(broken, 1000)
})

it.live("Damaged PDFs end in pages or in a reason, and the next one is read", () =>
  Effect.gen(function* () {
    const path = yield* folder
    const count = long(60, 20)
    const files = [
      pdf({ pages: ["One page", "Another page"], title: "Two pages" }),
      makePdf({ pages: [{ items: lines(["A line of text,", "and another line."], { x: 72, y: 90 }) }], title: "One" })
    ]
    const outcomes = yield* Reader.attack(files, count, 20_261_122, path).pipe(
      Effect.provide(engine({ converters: 2, spares: 1, spool: join(path, "spool") }))
    )
    assert.strictEqual(
      Object.values(outcomes).reduce((sum, count) => sum + count, 0),
      count
    )
    assert.isAbove(outcomes["ready"] ?? 0, 3)
    assert.isUndefined(outcomes["engine_crashed"])
  }).pipe(Effect.scoped)
)
