import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { pagesIn, tokens, windowOf } from "../../src/mcp/Window.ts"

describe("Windows of a Markdown", () => {
  it("join to the whole, and fit their budget", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }).map((text) => text.repeat(60)),
        fc.integer({ min: 3_000, max: 45_000 }),
        (text, size) => {
          let joined = ""
          let at: number | null = 0
          while (at !== null) {
            const window = windowOf(text, at, size)
            assert.isAtMost(tokens(window.markdown), 10_001)
            assert.isTrue(window.markdown.isWellFormed())
            assert.strictEqual(window.total_chars, text.length)
            joined += window.markdown
            at = window.next_offset
          }
          assert.strictEqual(joined, text)
        }
      ),
      { numRuns: 25 }
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

describe("Marked pages", () => {
  const text = "---\ntitle: x\n---\n\n<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\n<!-- page 3 -->\n\nthree\n"

  it("are found by their numbers", () => {
    assert.strictEqual(pagesIn(text, "3"), "<!-- page 3 -->\n\nthree\n")
    assert.strictEqual(pagesIn(text, "2-3"), "<!-- page 2 -->\n\n<!-- page 3 -->\n\nthree\n")
    assert.strictEqual(pagesIn(text, "3,1"), "<!-- page 1 -->\n\none\n\n<!-- page 3 -->\n\nthree\n")
  })

  it("are none where none of them is marked", () => {
    assert.isNull(pagesIn(text, "4-9"))
    assert.isNull(pagesIn("no marks\n", "1"))
    assert.strictEqual(pagesIn("<!-- page 2 -->\n\na\n\n<!-- page 1 -->\n", "1"), null)
  })
})
