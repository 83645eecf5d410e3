import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "exam",
  wishes: { size: [10, 12] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 5)
    const hasPoints = random.chance(0.6)
    const label = words.label("question")
    const points = words.label("points")
    const choices = (): Block => ({
      type: "list",
      marker: random.pick(["a)", "(a)", "A.", "box"]),
      loose: false,
      items: random.times(4, () => ({ text: [random.chance(0.5) ? words.phrase(2, 6) : figures.number(1, 900, 1)] }))
    })
    const look = random.pick(["heading", "list"] as const)
    const body = (): ReadonlyArray<Block> => [
      ...random.weighted<() => ReadonlyArray<Block>>([
        [() => [choices()], 4],
        [() => [writer.list({ isOrdered: true, depth: 1, items: random.int(2, 4) })], 2],
        [() => [writer.table({ filling: random.pick(["figures", "sparse"]), rows: random.int(2, 5) })], 1.5],
        [() => [writer.formula()], 1],
        [() => [writer.figure()], 0.8],
        [() => [writer.code()], 0.6]
      ])()
    ]
    const question = (index: number): ReadonlyArray<Block> => {
      const worth = hasPoints ? ` (${random.int(1, 20)} ${points})` : ""
      return look === "heading"
        ? [{ type: "heading", level: 1, text: `${label} ${index + 1}${worth}` }, writer.paragraph(1, 3), ...body()]
        : [
            { type: "paragraph", text: [{ bold: `${index + 1}.` }, ` ${words.plain(random.int(1, 2))}${worth}`] },
            ...body()
          ]
    }
    return writer.document(title, [
      { type: "title", text: title },
      ...writer.maybe(0.7, () => ({
        type: "fields",
        look: "lined",
        perRow: 2,
        fields: [
          { label: words.label("name"), value: "" },
          { label: words.label("date"), value: figures.date() }
        ]
      })),
      ...writer.maybe(0.6, () => writer.box()),
      ...random.times(random.int(4, 8), question).flat()
    ])
  }
}
