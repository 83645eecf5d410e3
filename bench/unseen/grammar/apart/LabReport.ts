import type { Block, Cell } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** A patient's values beside the range in which they should lie. */
export const grammar: Grammar = {
  kind: "lab-report",
  wishes: { size: [8.5, 10.5], pageNumbers: ["of"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 4)
    const drawn = writer.table({ spans: "none", filling: "figures" })
    const units = ["mg/dl", "mmol/l", "g/l", "%", "/nl", "U/l", "µg/l"]
    const isOne = random.chance(0.5)
    const heads = [words.phrase(1, 1), words.phrase(1, 1), words.label("unit"), words.phrase(1, 2)].map(
      (text): Cell => ({ text, bold: true })
    )
    const value = (): ReadonlyArray<Cell> => {
      const [low, high] = [random.int(1, 60), random.int(61, 400)]
      const found = random.int(1, 450)
      const flag = found < low ? " ↓" : found > high ? " ↑" : ""
      return [
        { text: words.phrase(1, 3) },
        { text: `${found}${flag}`, ...(flag === "" ? {} : { bold: true }) },
        { text: random.pick(units) },
        { text: random.chance(0.2) ? `< ${high}` : `${low} – ${high}` }
      ]
    }
    const group = () => random.times(random.int(3, 7), value)
    const groups = random.times(random.int(2, 4), () => ({ name: words.phrase(1, 2), rows: group() }))
    const settings = { headRows: 1, columns: ["left", "right", "left", "left"], wide: true, hasTotal: false } as const
    const results: ReadonlyArray<Block> = isOne
      ? [
          {
            ...drawn,
            ...settings,
            rows: [heads, ...groups.flatMap(({ name, rows }) => [[{ text: name, columns: 4, bold: true }], ...rows])]
          }
        ]
      : groups.flatMap(
          ({ name, rows }): ReadonlyArray<Block> => [
            { type: "heading", level: 1, text: name },
            { ...drawn, ...settings, rows: [heads, ...rows] }
          ]
        )
    const facts = [
      { label: words.label("name"), value: words.person() },
      { label: words.label("birth"), value: figures.date() },
      { label: words.label("number"), value: figures.code() },
      { label: words.label("date"), value: figures.date() }
    ]
    return writer.document(
      title,
      [
        {
          type: "lines",
          lines: [words.company(), `${words.street()}, ${words.city()}`],
          align: random.pick(["left", "right"])
        },
        { type: "title", text: title },
        { type: "fields", look: random.pick(["plain", "boxed"]), perRow: random.pick([1, 2]), fields: facts },
        ...results,
        ...writer.maybe(0.7, () => [{ type: "heading", level: 1, text: words.phrase(1, 2) }, writer.paragraph(1, 3)]),
        { type: "paragraph", role: "right", text: [words.person()] }
      ],
      { probability: 0.5 }
    )
  }
}
