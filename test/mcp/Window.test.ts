import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { indexOf, pagesIn, within } from "../../src/mcp/TextIndex.ts"
import { tokens, windowOf as windowIn } from "../../src/mcp/Window.ts"

const windowOf = (text: string, offset: number, maxChars?: number) =>
  windowIn({ text, from: 0, total: text.length }, offset, maxChars)

/** Code points of one, two or four bytes and more, without halves of a pair. */
const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff })
  )
  .map((code) => String.fromCodePoint(code))

/** A text of up to 100,000 units, and how many to read at once: from all of it to the 50th part, single units too. */
const reading = fc
  .record({
    part: fc.array(character, { minLength: 1, maxLength: 40 }).map((characters) => characters.join("")),
    length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 })),
    parts: fc.integer({ min: 1, max: 50 })
  })
  .map(({ part, length, parts }) => {
    const text = part.repeat(Math.ceil(length / part.length))
    return { text, size: Math.max(1, Math.floor(text.length / parts)) }
  })

describe("Windows of a Markdown", () => {
  it("join to the whole, fit their budget, and are not shorter than they must be", () => {
    fc.assert(
      fc.property(reading, ({ text, size }) => {
        let joined = ""
        let at: number | null = 0
        while (at !== null) {
          const window = windowOf(text, at, size)
          const spent = tokens(window.markdown)
          assert.isAtMost(spent, 10_001)
          assert.isTrue(window.markdown.isWellFormed())
          assert.strictEqual(window.offset, at)
          assert.strictEqual(window.total_chars, text.length)
          if (window.next_offset !== null) {
            assert.isAbove(window.next_offset, at)
            assert.isTrue(window.markdown.length >= Math.min(size, 40_000) - 1 || spent >= 9_998)
          }
          joined += window.markdown
          at = window.next_offset
        }
        assert.strictEqual(joined, text)
      })
    )
  })

  it("are shorter where characters are tokens", () => {
    assert.strictEqual(windowOf("a".repeat(50_000), 0).next_offset, 40_000)
    assert.strictEqual(windowOf("漢".repeat(50_000), 0).next_offset, 10_000)
  })

  it("move on by a whole character though one unit was asked for", () => {
    assert.deepInclude(windowOf("😀😀", 0, 1), { markdown: "😀", next_offset: 2 })
    assert.deepInclude(windowOf("😀😀", 1, 2), { markdown: "😀", offset: 0, next_offset: 2 })
    assert.deepInclude(windowOf("", 0), { markdown: "", next_offset: null })
  })
})

/** The pages of a Markdown that a range names, as text; null where there are none. */
const pagesOf = (text: string, range: string): string | null => {
  const index = Effect.runSync(indexOf(Stream.succeed(new TextEncoder().encode(text))))
  const spans = pagesIn(index, range)
  const total = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  return spans.length === 0
    ? null
    : within(spans, { from: 0, to: total })
        .map(({ from, to }) => text.slice(from, to))
        .join("")
}

describe("Marked pages", () => {
  const text = "---\ntitle: x\n---\n\n<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\n<!-- page 3 -->\n\nthree\n"

  it("are found by their numbers", () => {
    assert.strictEqual(pagesOf(text, "3"), "<!-- page 3 -->\n\nthree\n")
    assert.strictEqual(pagesOf(text, "2-3"), "<!-- page 2 -->\n\n<!-- page 3 -->\n\nthree\n")
    assert.strictEqual(pagesOf(text, "3,1"), "<!-- page 1 -->\n\none\n\n<!-- page 3 -->\n\nthree\n")
  })

  it("are none where none of them is marked", () => {
    assert.isNull(pagesOf(text, "4-9"))
    assert.isNull(pagesOf("no marks\n", "1"))
    assert.strictEqual(pagesOf("<!-- page 2 -->\n\na\n\n<!-- page 1 -->\n", "1"), null)
  })
})
