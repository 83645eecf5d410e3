import type { Cell } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** Hours by days, or stops by departures. */
export const grammar: Grammar = {
  kind: "timetable",
  wishes: { papers: ["a4", "slide", "letter"], size: [8, 10], pageNumbers: ["none", "of"] },
  write: (writer) => {
    const { random, words } = writer
    const title = words.phrase(2, 5)
    const drawn = () => writer.table({ spans: "none", filling: "words" })
    const two = (value: number) => String(value).padStart(2, "0")
    const week = () => {
      const days = random.times(5, () => words.phrase(1, 1))
      const rows = random.times(
        random.int(4, 7),
        (index): ReadonlyArray<Cell> => [
          { text: `${two(8 + index)}:00–${two(8 + index)}:45`, bold: true },
          ...days.map(() => ({
            text: random.chance(0.2)
              ? ""
              : `${words.phrase(1, 2)}${random.chance(0.4) ? ` (${random.int(100, 420)})` : ""}`
          }))
        ]
      )
      return {
        ...drawn(),
        rows: [[{ text: "" }, ...days.map((text) => ({ text, bold: true }))], ...rows],
        headRows: 1,
        columns: ["left" as const, ...days.map(() => "left" as const)],
        wide: true,
        hasTotal: false
      }
    }
    const line = () => {
      const runs = random.int(4, 8)
      const starts = random.times(runs, (index) => 300 + index * random.int(40, 75))
      const rows = random.times(
        random.int(6, 12),
        (stop): ReadonlyArray<Cell> => [
          { text: words.phrase(1, 3) },
          ...starts.map((start) => {
            const minute = start + stop * 7
            return {
              text: random.chance(0.08)
                ? "|"
                : `${two(Math.floor(minute / 60) % 24)}${random.chance(0.5) ? ":" : "."}${two(minute % 60)}`
            }
          })
        ]
      )
      return {
        ...drawn(),
        rows: [
          [
            { text: words.phrase(1, 1), bold: true },
            ...starts.map(() => ({ text: String(random.int(10, 999)), bold: true }))
          ],
          ...rows
        ],
        headRows: 1,
        columns: ["left" as const, ...starts.map(() => "center" as const)],
        wide: true,
        hasTotal: false
      }
    }
    const isWeek = random.chance(0.5)
    return writer.document(title, [
      { type: "title", text: title },
      ...writer.maybe(0.6, () => ({ type: "paragraph", text: [words.plain(1)] })),
      ...random.times(random.int(1, 2), () => [writer.heading(1), isWeek ? week() : line()]).flat(),
      ...writer.maybe(0.7, () => ({ type: "paragraph", role: "small", text: [words.plain(2)] }))
    ])
  }
}
