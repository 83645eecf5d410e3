import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "minutes",
  wishes: { size: [10, 11.5] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = `${words.label("minutes")}: ${words.phrase(2, 4)}`
    const action = (): Block => ({
      type: "paragraph",
      text: [{ bold: `${words.label("action")}:` }, ` ${words.sentence()}`]
    })
    const item = (): ReadonlyArray<Block> => [
      writer.heading(1),
      ...writer.paragraphs(1, 2),
      ...writer.maybe(0.35, () => writer.list({ depth: 1 })),
      ...writer.maybe(0.5, action)
    ]
    const people = () => random.times(random.int(3, 7), () => words.person())
    return writer.document(title, [
      { type: "title", text: title },
      random.pick<() => Block>([
        () => ({
          type: "fields",
          look: "plain",
          perRow: 1,
          fields: [
            { label: words.label("date"), value: figures.date() },
            { label: words.label("present"), value: people().join(", ") }
          ]
        }),
        () => ({
          ...writer.table({ spans: "none" }),
          rows: [
            [{ text: words.label("date"), bold: true }, { text: figures.date() }],
            [{ text: words.label("present"), bold: true }, { text: people().join(", ") }],
            [{ text: words.phrase(1, 2), bold: true }, { text: words.person() }]
          ],
          headRows: 0,
          columns: ["left", "left"],
          widths: [0.25, 0.75]
        })
      ])(),
      ...random.times(random.int(3, 6), item).flat(),
      ...writer.maybe(0.5, () => [
        writer.heading(1),
        {
          ...writer.table({ spans: "none" }),
          rows: [
            [words.label("number"), words.label("action"), words.label("name"), words.label("due")].map((text) => ({
              text,
              bold: true
            })),
            ...random.times(random.int(2, 5), (index) =>
              [String(index + 1), words.sentence(4, 9), words.person(), figures.date()].map((text) => ({ text }))
            )
          ],
          headRows: 1,
          columns: ["left", "left", "left", "left"],
          widths: [0.1, 0.5, 0.22, 0.18]
        }
      ])
    ])
  }
}
