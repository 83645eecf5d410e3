/** Pages without any table, of the kinds that are taken for tables. */
import type { Writer } from "../content/Writer.ts"
import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

const fields = ({ random, words, figures }: Writer): Block => ({
  type: "fields",
  look: random.pick(["lined", "boxed", "dotted", "plain"]),
  perRow: random.pick([1, 2]),
  fields: random.times(random.int(4, 10), () => ({
    label: words.phrase(1, 3),
    value: random.chance(0.2) ? "" : random.chance(0.5) ? words.phrase(1, 4) : figures.date()
  }))
})

const pages: Readonly<Record<string, (writer: Writer) => ReadonlyArray<Block>>> = {
  columns: (writer) => [{ type: "columns", count: writer.random.pick([2, 3]), blocks: writer.paragraphs(6, 10) }],
  lists: (writer) => writer.random.times(3, () => [writer.paragraph(1, 2), writer.list()]).flat(),
  forms: (writer) => [fields(writer), writer.heading(1), fields(writer)],
  code: (writer) => writer.random.times(3, () => [writer.paragraph(1, 2), writer.code()]).flat(),
  charts: (writer) => writer.random.times(3, () => [writer.figure(), writer.paragraph(1, 3)]).flat(),
  boxes: (writer) =>
    writer.random.times(3, () => [writer.box("side"), ...writer.paragraphs(2, 3), writer.box()]).flat(),
  contents: ({ random, words }) => [
    {
      type: "contents",
      leader: random.pick(["dots", "line", "none"]),
      entries: random.times(random.int(8, 24), (index) => ({
        text: words.phrase(1, 7),
        page: 1 + index * 3,
        level: random.chance(0.5) ? 1 : 2
      }))
    }
  ],
  addresses: ({ random, words, figures }) => [
    {
      type: "beside",
      shares: [0.34, 0.33, 0.33],
      parts: random.times(3, () => [
        {
          type: "lines",
          lines: [words.company(), words.street(), words.city(), `+${random.int(10, 99)} ${random.int(1_000, 9_999)}`]
        }
      ])
    },
    {
      type: "beside",
      shares: [0.5, 0.5],
      parts: random.times(2, () => [{ type: "lines", lines: [words.phrase(1, 2), figures.amount(1_234.5)] }])
    }
  ]
}

export const grammars: ReadonlyArray<Grammar> = Object.entries(pages).map(([name, page]) => ({
  kind: `no-tables-${name}`,
  wishes: { columns: name === "lists" || name === "code" ? [1, 1, 2] : [1] },
  write: (writer) => {
    const title = writer.words.phrase(2, 6)
    return writer.document(title, [
      { type: "title", text: title },
      writer.paragraph(),
      writer.heading(1),
      ...page(writer),
      writer.heading(1),
      writer.paragraph()
    ])
  }
}))
