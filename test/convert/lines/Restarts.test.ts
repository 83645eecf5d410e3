import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { regions } from "../../../src/convert/lines/Regions.ts"
import { isText } from "../../../src/convert/model/Line.ts"
import { column, read, type Text, wordsOf } from "../../support/RawPages.ts"

const order = (texts: ReadonlyArray<Text>): string =>
  regions(lines(wordsOf({ texts })))
    .flatMap(({ parts }) => parts.filter(isText).map((part) => read(part).split(" ")[0] ?? ""))
    .filter((name) => /^\D+0?$/.test(name))
    .join(" ")

/** Lines of a column, the first named; `open` ends and begins within a sentence. */
const prose = (name: string, x: number, y: number, rows: number, isOpen = false): ReadonlyArray<Text> =>
  column(
    Array.from({ length: rows }, (_, i) => {
      const text = `${name}${i} some words of running text`
      return i < rows - 1 || isOpen ? `${text} to` : `${text}.`
    }),
    { x, y }
  )
const head = (text: string, x: number, y: number): Text => ({ text, x, y, size: 14 })

describe("columns that end together and begin anew", () => {
  it("are read section by section under headings that are no wider than a column", () => {
    const texts = [
      head("First", 50, 80),
      ...[...prose("a", 50, 100, 8, true), ...prose("b", 230, 100, 8, true), ...prose("c", 410, 100, 6)],
      head("Second", 50, 230),
      ...[...prose("d", 50, 250, 8, true), ...prose("e", 230, 250, 8, true), ...prose("f", 410, 250, 6)]
    ]
    assert.strictEqual(order(texts), "First a0 b0 c0 Second d0 e0 f0")
  })

  it("are read row by row where each is an article of its own", () => {
    const row = (names: string, y: number, rows: ReadonlyArray<number>) =>
      [...names].flatMap((name, i) => [
        head(name.toUpperCase(), 50 + 180 * i, y),
        ...prose(name, 50 + 180 * i, y + 20, rows[i] ?? 0)
      ])
    const over = [...prose("a", 50, 80, 12), ...prose("b", 230, 80, 10)]
    const side = [head("C", 410, 80), ...prose("c", 410, 100, 4), head("X", 410, 170), ...prose("x", 410, 190, 4)]
    assert.strictEqual(order([...over, ...side, ...row("def", 280, [5, 7, 6])]), "a0 b0 C c0 X x0 D d0 E e0 F f0")
  })

  it("go on where headings stand level by chance, or a sentence goes on below the gap", () => {
    const beside = (gap: number) => [
      ...[...prose("a", 50, 100, 8), head("B", 50, 220), ...prose("b", 50, 240, 8)],
      ...[...prose("c", 310, 100, 8), head("D", 310, 220), ...prose("d", 310, 240, 4)],
      ...[head("E", 310, 320), ...prose("e", 310, 340, gap)]
    ]
    assert.strictEqual(order(beside(6)), "a0 B b0 c0 D d0 E e0")
    const days = [
      ...[head("A", 50, 80), ...prose("a", 50, 100, 8), head("B", 50, 220), ...prose("b", 50, 240, 4)],
      ...[head("C", 50, 310), ...prose("c", 50, 330, 5)],
      ...[head("D", 310, 80), ...prose("d", 310, 100, 8), head("E", 310, 220), ...prose("e", 310, 240, 7)],
      ...[head("F", 310, 350), ...prose("f", 310, 370, 5)]
    ]
    assert.strictEqual(order(days), "A a0 B b0 C c0 D d0 E e0 F f0")
    // a drawing in the right column
    const torn = [
      ...[...prose("a", 50, 100, 8, true), ...prose("o", 50, 220, 9)],
      ...[...prose("c", 310, 100, 3), ...prose("d", 310, 220, 8)]
    ]
    assert.strictEqual(order(torn), "a0 o0 c0 d0")
  })

  it("are read paragraph by paragraph where nearly all begin level, as a text and its translation do", () => {
    const rows = [3, 5, 4, 2, 4]
    const parallel = (shift: number) =>
      rows.flatMap((count, i) => {
        const y = 100 + 88 * i
        const name = "abcde"[i] ?? ""
        return [...prose(name, 50, y, count), ...prose(name.toUpperCase(), 310, y + shift * i, 7 - count)]
      })
    assert.strictEqual(order(parallel(0)), "a0 A0 b0 B0 c0 C0 d0 D0 e0 E0")
    assert.strictEqual(order(parallel(5)), "a0 b0 c0 d0 e0 A0 B0 C0 D0 E0")
  })

  it("go on where entries begin level because all have as many lines, as in a bibliography", () => {
    const entries = (names: string, x: number) => [...names].flatMap((name, i) => prose(name, x, 100 + 32 * i, 2))
    assert.strictEqual(
      order([...entries("abcdef", 50), ...entries("ABCDEF", 310)]),
      "a0 b0 c0 d0 e0 f0 A0 B0 C0 D0 E0 F0"
    )
  })
})
