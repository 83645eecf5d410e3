import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import * as fc from "fast-check"
import { BlobKey } from "../../schema/Ids.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import * as ResultReader from "../../src/mcp/ResultReader.ts"
import { pagesIn } from "../../src/mcp/TextIndex.ts"
import { windowOf } from "../../src/mcp/Window.ts"

const key = BlobKey.make("01900000-0000-7000-8000-000000000001")

/** A store of one blob, which counts the bytes that are read. */
const store = (text: string, chunk = 65_536) => {
  const whole = new TextEncoder().encode(text)
  const read = { bytes: 0 }
  const layer = Layer.mock(Blobs)({
    read: (_, { offset = 0, length = whole.byteLength - offset } = {}) =>
      Effect.sync(() =>
        Option.some({
          size: whole.byteLength,
          bytes: Stream.range(0, Math.ceil(length / chunk) - 1).pipe(
            Stream.filter((i) => i >= 0),
            Stream.mapEffect((i) =>
              Effect.as(
                Effect.yieldNow,
                whole.subarray(offset + i * chunk, Math.min(offset + length, offset + (i + 1) * chunk))
              )
            ),
            Stream.map((part) => {
              read.bytes += part.byteLength
              return part
            })
          )
        })
      )
  })
  return { layer, read }
}

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      "a",
      "é",
      "漢",
      "😀",
      "\n",
      "<!-- page 1 -->",
      "\n<!-- page 2 -->\n",
      "\n<!-- page 7 -->\n",
      "b\n\n"
    ),
    fc.integer({ min: 1, max: 40_000 }).map((n) => "word 漢😀 ".repeat(n / 8))
  ),
  { maxLength: 30 }
)

describe("a result is read by windows", () => {
  it.effect("that are those of the whole text, whatever it is", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          pieces.map((all) => all.join("")),
          fc.nat(200_000),
          fc.integer({ min: 1, max: 50_000 }),
          fc.constantFrom(undefined, "1", "2-7", "7,1"),
          (text, offset, maxChars, range) => {
            const { layer } = store(text, 1000)
            return Effect.gen(function* () {
              const reader = yield* ResultReader.make
              const index = yield* reader.index(key)
              const spans = range === undefined ? [{ from: 0, to: index.chars }] : pagesIn(index, range)
              const part = spans.map(({ from, to }) => text.slice(from, to)).join("")
              assert.strictEqual(index.chars, text.length)
              assert.deepStrictEqual(
                yield* reader.window(key, index, spans, offset, maxChars),
                windowOf({ text: part, from: 0, total: part.length }, offset, maxChars)
              )
            }).pipe(Effect.provide(layer), Effect.runPromise)
          }
        ),
        { numRuns: 100, seed: 19 }
      )
    )
  )

  it.effect("of which each reads its own bytes, not the 40 MB around it", () => {
    const { layer, read } = store("漢字 and words ".repeat(2_500_000))
    return Effect.gen(function* () {
      const reader = yield* ResultReader.make
      const [index] = yield* Effect.all(
        Array.from({ length: 50 }, () => reader.index(key)),
        {
          concurrency: "unbounded"
        }
      )
      assert.isAtMost(read.bytes, (index?.bytes ?? 0) + 1, "the index of a result is made once")
      const before = read.bytes
      for (const offset of [0, 17_000_000, 35_000_000])
        yield* reader.window(key, index!, [{ from: 0, to: index!.chars }], offset)
      assert.isBelow(read.bytes - before, 3 * 300_000)
    }).pipe(Effect.provide(layer))
  })
})
