import type { Block } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** Times and what happens then: as a list, a table without rules, or lines. */
export const grammar: Grammar = {
  kind: "agenda",
  wishes: { size: [10, 12], pageNumbers: ["none", "center"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 5)
    const look = random.pick(["table", "beside", "list"] as const)
    let minute = random.int(16, 20) * 30
    const clock = () => {
      const text = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`
      minute += random.pick([15, 30, 45])
      return text
    }
    const points = () => random.times(random.int(4, 8), () => [clock(), words.phrase(2, 6), words.person()] as const)
    const programme = (): ReadonlyArray<Block> => {
      switch (look) {
        case "table":
          return [
            {
              ...writer.table({
                spans: "none",
                filling: "words",
                border: random.pick(["none", "horizontal", "head-rule"])
              }),
              rows: points().map((row) => row.map((text) => ({ text }))),
              headRows: 0,
              columns: ["left", "left", "left"],
              widths: [0.15, 0.55, 0.3],
              wide: true,
              hasTotal: false
            }
          ]
        case "beside":
          return points().map(([time, what, who]) => ({
            type: "beside",
            shares: [0.15, 0.85],
            parts: [
              [{ type: "paragraph", text: [{ bold: time }] }],
              [
                { type: "paragraph", text: [{ bold: what }] },
                { type: "paragraph", text: [`${who}. ${words.sentence()}`] }
              ]
            ]
          }))
        case "list":
          return [
            {
              type: "list",
              marker: "1.",
              loose: false,
              items: points().map(([time, what, who]) => ({ text: [`${time} ${what} (${who})`] }))
            }
          ]
      }
    }
    return writer.document(title, [
      { type: "title", text: title },
      {
        type: "fields",
        look: "plain",
        perRow: 1,
        fields: [
          { label: words.label("date"), value: figures.date() },
          { label: words.label("present"), value: random.times(4, words.person).join(", ") }
        ]
      },
      ...random.times(random.int(1, 2), () => [writer.heading(1), ...programme()]).flat(),
      ...writer.maybe(0.5, () => [writer.heading(1), writer.list({ depth: 1 })])
    ])
  }
}
