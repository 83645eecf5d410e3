import type { Block, Cell } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** What is in which box: sender and receiver, many short rows, boxes to tick. */
export const grammar: Grammar = {
  kind: "packing-list",
  wishes: { size: [8, 10], pageNumbers: ["of", "none"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(1, 3)
    const drawn = writer.table({ spans: "none", filling: "figures" })
    const hasTicks = random.chance(0.5)
    const hasBoxes = random.chance(0.5)
    const heads = [...(hasTicks ? [""] : []), words.label("number"), words.label("item"), words.label("quantity"), "kg"]
    const row = (): ReadonlyArray<Cell> =>
      [
        ...(hasTicks ? ["☐"] : []),
        figures.code(),
        words.phrase(1, 5),
        String(random.int(1, 400)),
        figures.number(0, 90, 1)
      ].map((text) => ({ text }))
    const rows = random.times(random.int(5, 28), row)
    const boxed = rows.flatMap((each, index) =>
      hasBoxes && index % 6 === 0
        ? [[{ text: `${words.phrase(1, 1)} ${1 + index / 6}`, columns: heads.length, bold: true }], each]
        : [each]
    )
    const party = (): ReadonlyArray<Block> => [
      { type: "paragraph", role: "small", text: [words.phrase(1, 2)] },
      { type: "lines", lines: [words.company(), words.street(), `${random.int(1_000, 99_999)} ${words.city()}`] }
    ]
    return writer.document(
      title,
      [
        { type: "title", text: `${title} ${figures.code()}` },
        { type: "beside", shares: [0.5, 0.5], parts: [party(), party()] },
        ...writer.maybe(0.5, () => ({
          type: "fields",
          look: "plain",
          perRow: 2,
          fields: [
            { label: words.label("date"), value: figures.date() },
            { label: words.label("number"), value: figures.code() }
          ]
        })),
        {
          ...drawn,
          rows: [heads.map((text) => ({ text, bold: true })), ...boxed],
          headRows: 1,
          columns: heads.map((_, index) => (index < heads.length - 2 ? "left" : "right")),
          wide: true,
          hasTotal: false
        },
        { type: "paragraph", role: "right", text: [`${words.label("total")}: ${figures.number(10, 900, 1)} kg`] },
        ...writer.maybe(0.5, () => ({
          type: "fields",
          look: "lined",
          perRow: 2,
          fields: [
            { label: words.label("date"), value: "" },
            { label: words.label("signature"), value: "" }
          ]
        }))
      ],
      { probability: 0.4 }
    )
  }
}
