import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import type { Proposal } from "../../../src/convert/tables/Proposal.ts"
import { tableCandidates } from "../../../src/convert/tables/Tables.ts"
import { convert, rawPage, rows, rule, type Sheet, type Text } from "../../support/RawPages.ts"

const xs = [50, 200, 280, 360]
const header = ["Bird", "Seen", "Rung", "Lost"]
const first = [
  ["Heron", "14", "3 ringed", "0 – 4"],
  ["Wren", "31", "7 ringed", "2 – 6"],
  ["Coot", "8", "1 ringed", "0 – 1"],
  ["Gull", "70", "9 ringed", "5 – 9"]
]
const second = [
  ["Owl", "2", "2 ringed", "0 – 2"],
  ["Swift", "55", "6 ringed", "1 – 3"],
  ["Teal", "12", "4 ringed", "0 – 6"],
  ["Rail", "5", "5 ringed", "2 – 4"]
]
const pipe = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
const found = (sheet: Sheet) =>
  convert([sheet])
    .trim()
    .split("\n\n")
    .filter((block) => block.startsWith("|"))
const bold = (cells: ReadonlyArray<string>, y: number) => rows([cells], xs, { y, font: "Body-Bold" })
const head: ReadonlyArray<Text> = [
  { text: "Birds that were seen at the pond in the two years since it was dug, and ringed", x: 50, y: 40 }
]

/** Tints of the cells of every other row from a baseline on. */
const tints = (y: number) =>
  [1, 3].flatMap((row) =>
    xs.map((x, i) => ({
      box: { x0: x - 4, y0: y + 18 * row - 12, x1: (xs[i + 1] ?? 440) - 4, y1: y + 18 * row + 6 },
      colour: 0xeeeeee,
      at: 0
    }))
  )

describe("tables one below the other", () => {
  it("in tints by turns are several, each with its header: rows as far apart as rows are stand between them", () => {
    const texts = [
      ...head,
      ...bold(header, 82),
      ...rows(first, xs, { y: 100, leading: 18 }),
      { text: "On the river", x: 50, y: 190, size: 14 },
      ...bold(header, 212),
      ...rows(second, xs, { y: 230, leading: 18 })
    ]
    const tables = found({ texts, fills: [...tints(100), ...tints(230)] })
    assert.deepStrictEqual(
      tables.map((table) => table.split("\n").filter((line) => !line.includes("---"))),
      [first, second].map((own) => [header, ...own].map(pipe))
    )
  })

  it("end above the caption of the next, and rows that look like captions are rows", () => {
    const both = [...first, ["Table 2. Numbers", "of the birds", "that live", "on islands"], header, ...second]
    const tables = found({ texts: rows(both, xs, { y: 100, leading: 14 }) })
    assert.deepStrictEqual(
      tables.map((table) => table.split("\n")[0]),
      [pipe(first[0] ?? []), pipe(header)]
    )
    const list = [1, 2, 3, 4].map((n) => [`Table ${n}. Birds`, `${n}4`, `${n} ringed`, `0 – ${n}`])
    assert.lengthOf(found({ texts: rows(list, xs, { y: 100, leading: 14 }) })[0]?.split("\n") ?? [], 5)
  })

  it("with titles among their rows may be parted where the header comes again below a heading, which is of neither", () => {
    const again = ["Bird", "Seen", "Rung", "Gone for good"]
    const titled = (own: ReadonlyArray<ReadonlyArray<string>>, title: string, y: number) => [
      ...bold([title], y),
      ...rows(own.slice(0, 2), xs, { y: y + 20, leading: 20 }),
      ...bold(["Others"], y + 60),
      ...rows(own.slice(2), xs, { y: y + 80, leading: 20 })
    ]
    const texts = [
      ...bold(header, 96),
      ...titled(first, "Small", 116),
      { text: "Those that were seen on the river", x: 50, y: 244, size: 14 },
      ...bold(again, 264),
      ...titled(second, "Large", 284)
    ]
    const segments = [...[1, 2, 3, 4, 5, 6, 7], ...[9.4, 10.4, 11.4, 12.4, 13.4, 14.4]].map((row) =>
      rule(46, 82 + 20 * row, 440, 82 + 20 * row)
    )
    const page = clean(rawPage({ texts, segments }))
    const wordsOf = ({ draft }: Proposal) =>
      draft.flatMap((row) => row.flatMap((each) => each.words.map(({ text }) => text)))
    const parts = tableCandidates(page, lines(words(page))).flatMap((each) =>
      each.detector === "rules" ? [wordsOf(each).join(" ")] : []
    )
    const textOf = (own: ReadonlyArray<Text>) => own.map(({ text }) => text).join(" ")
    assert.include(parts, textOf([...bold(header, 96), ...titled(first, "Small", 116)]))
    assert.include(parts, textOf([...bold(again, 264), ...titled(second, "Large", 284)]))
  })
})
