import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type ChunkOptions, chunker } from "../../../src/convert/chunks/Chunks.ts"
import type { BlockType, Chunk } from "../../../src/convert/model/Result.ts"

interface Piece {
  readonly type: BlockType
  readonly text: string
  readonly level?: number
  /** How many it stands on. */
  readonly pages?: number
}

/** Blocks one after the other, a blank line between two, and the Markdown they make. */
const chunks = (
  pieces: ReadonlyArray<Piece>,
  options: ChunkOptions,
  skipped = 0
): { readonly markdown: string; readonly all: ReadonlyArray<Chunk> } => {
  const { add, end } = chunker(options, skipped)
  const all = pieces.flatMap(({ type, text, level, pages = 1 }, i) => [
    ...add({
      block: {
        id: `b${i}`,
        type,
        level: level ?? null,
        text: text.replace(/^#+ /, ""),
        places: Array.from({ length: pages }, (_, k) => ({
          page: i + 1 + k,
          bbox: { x: 0, y: 0, width: 1, height: 1 }
        }))
      },
      before: i === 0 ? "" : "\n\n",
      text
    })
  ])
  return {
    markdown: pieces.map(({ text }) => text).join("\n\n"),
    all: [...all, ...end()].filter((chunk) => chunk !== null)
  }
}

const stretch = (markdown: string, { span }: Chunk): string =>
  Buffer.from(markdown).subarray(span.start, span.end).toString()

const sentence = fc
  .array(fc.constantFrom("word", "größer", "文字", "𝛼𝛽", "an", "end."), { minLength: 1, maxLength: 60 })
  .map((words) => words.join(" "))
const piece: fc.Arbitrary<Piece> = fc.oneof(
  sentence.map((text): Piece => ({ type: "paragraph", text })),
  fc
    .integer({ min: 1, max: 4 })
    .chain((level) =>
      fc
        .constantFrom("One", "Zwei")
        .map((text): Piece => ({ type: "heading", level, text: `${"#".repeat(level)} ${text}` }))
    ),
  fc
    .array(fc.constantFrom("| a | b |", "| größer | 文 |"), { minLength: 1, maxLength: 40 })
    .map((rows): Piece => ({ type: "table", text: rows.join("\n") }))
)
const sizes = fc
  .integer({ min: 200, max: 800 })
  .chain((maxChars) =>
    fc.record({ maxChars: fc.constant(maxChars), overlap: fc.integer({ min: 0, max: (maxChars >> 1) - 1 }) })
  )

describe("chunks", () => {
  it("of one paragraph over thousands of pages are made at once; each counted all pages, for minutes", () => {
    const text = "Some words that go on. ".repeat(60_000)
    const { all } = chunks(
      [
        { type: "paragraph", text, pages: 10_000 },
        { type: "paragraph", text: "The end." }
      ],
      {
        maxChars: 200,
        overlap: 99
      }
    )
    assert.isAbove(all.length, 7_000)
    assert.deepStrictEqual(all.at(-1)?.pages.slice(0, 3), [1, 2, 3])
  })

  it("of a text without sentences are made at once, however large; each word counted all of its chunk before it", () => {
    const { all } = chunks([{ type: "paragraph", text: "word ".repeat(400_000) }], {
      maxChars: 20_000,
      overlap: 9_999
    })
    assert.isAbove(all.length, 150)
  })

  it("from the middle on are those of the whole", () =>
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), sizes, fc.nat(20), (pieces, options, skipped) => {
        assert.deepStrictEqual(chunks(pieces, options, skipped).all, chunks(pieces, options).all.slice(skipped))
      })
    ))

  it("are stretches of the Markdown, in order, none too long, and together all of it", () =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), sizes, (pieces, options) => {
        const { markdown, all } = chunks(pieces, options)
        let end = 0
        let before = -1
        for (const chunk of all) {
          assert.strictEqual(chunk.text, stretch(markdown, chunk))
          assert.isAtMost(chunk.text.length, options.maxChars)
          assert.isAbove(chunk.span.start, before)
          assert.isAbove(chunk.span.end, end)
          assert.match(
            Buffer.from(markdown).subarray(Math.min(end, chunk.span.start), chunk.span.start).toString(),
            /^\s*$/
          )
          before = chunk.span.start
          end = chunk.span.end
        }
        assert.strictEqual(Buffer.from(markdown).subarray(end).toString().trim(), "")
      }),
      { numRuns: 1000, seed: 3 }
    ))

  it("repeat no more than they may of the chunk before", () =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), sizes, (pieces, options) => {
        const { markdown, all } = chunks(pieces, options)
        for (let i = 1; i < all.length; i++) {
          const [a, b] = [all[i - 1] as Chunk, all[i] as Chunk]
          const common = Buffer.from(markdown).subarray(b.span.start, Math.max(b.span.start, a.span.end)).toString()
          assert.isAtMost(common.length, options.overlap)
        }
      }),
      { numRuns: 500, seed: 3 }
    ))

  const p = (text: string): Piece => ({ type: "paragraph", text })
  const h = (level: number, text: string): Piece => ({ type: "heading", level, text: `${"#".repeat(level)} ${text}` })
  const long = "word ".repeat(30).trim()

  it("end between blocks, and a heading goes with its text", () => {
    const { all } = chunks([h(1, "One"), p(long), h(2, "Two"), p(long)], { maxChars: 200, overlap: 0 })
    assert.deepStrictEqual(
      all.map(({ blocks }) => blocks),
      [
        ["b0", "b1"],
        ["b2", "b3"]
      ]
    )
  })

  it("say which headings they stand under, and on which pages", () => {
    const { all } = chunks([h(1, "One"), p(long), h(2, "Two"), p(long), p(long), h(1, "Three"), p(long)], {
      maxChars: 200,
      overlap: 0
    })
    assert.deepStrictEqual(
      all.map(({ headings, pages }) => ({ headings, pages })),
      [
        { headings: [], pages: [1, 2] },
        { headings: ["One"], pages: [3, 4] },
        { headings: ["One", "Two"], pages: [5] },
        { headings: [], pages: [6, 7] }
      ]
    )
  })

  it("end between rows of a table, and inside one only when it is too long alone", () => {
    const row = `| ${"x".repeat(76)} |`
    const table = (rows: ReadonlyArray<string>) =>
      chunks([{ type: "table", text: rows.join("\n") }], { maxChars: 200, overlap: 0 }).all.map(({ text }) => text)
    assert.deepStrictEqual(table([row, row, row]), [`${row}\n${row}`, row])
    assert.deepStrictEqual(table([row, `| ${"y".repeat(220)} |`]).length, 3)
  })

  it("are the same each time", () => {
    const pieces = [h(1, "One"), p(long), p(long)]
    assert.deepStrictEqual(
      chunks(pieces, { maxChars: 200, overlap: 50 }),
      chunks(pieces, { maxChars: 200, overlap: 50 })
    )
  })
})
