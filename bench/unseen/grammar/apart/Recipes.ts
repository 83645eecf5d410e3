import type { Block } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** What goes in, beside how it is done. */
export const grammar: Grammar = {
  kind: "recipes",
  wishes: { papers: ["a5", "a4"], size: [9, 11] },
  write: (writer) => {
    const { random, words } = writer
    const title = words.phrase(2, 4)
    const look = random.pick(["beside", "stacked", "table"] as const)
    const amount = () =>
      `${random.pick(["½", "¼", "1½", String(random.int(1, 900))])} ${random.pick(["g", "ml", "kg", "EL", "tsp", "cups", ""])}`.trim()
    const heads = [words.phrase(1, 1), words.phrase(1, 1)]
    const recipe = (): ReadonlyArray<Block> => {
      const goods = random.times(random.int(4, 9), () => [amount(), words.phrase(1, 3)] as const)
      const ingredients: Block =
        look === "table"
          ? {
              ...writer.table({ spans: "none", filling: "words" }),
              rows: goods.map(([much, what]) => [{ text: much }, { text: what }]),
              headRows: 0,
              columns: ["right", "left"],
              wide: false,
              hasTotal: false
            }
          : {
              type: "list",
              marker: "disc",
              loose: false,
              items: goods.map(([much, what]) => ({ text: [`${much} ${what}`] }))
            }
      const steps: Block = random.chance(0.7)
        ? {
            type: "list",
            marker: "1.",
            loose: random.chance(0.5),
            items: random.times(random.int(3, 6), () => ({ text: words.paragraph(random.int(1, 2)) }))
          }
        : { type: "paragraph", text: words.paragraph(5) }
      const left: ReadonlyArray<Block> = [{ type: "heading", level: 2, text: heads[0] as string }, ingredients]
      const right: ReadonlyArray<Block> = [{ type: "heading", level: 2, text: heads[1] as string }, steps]
      return [
        { type: "heading", level: 1, text: words.phrase(2, 5) },
        ...writer.maybe(0.6, () => ({
          type: "paragraph",
          role: "small",
          text: [`${random.int(10, 90)} min · ${random.int(2, 8)} ${words.word()}`]
        })),
        ...writer.maybe(0.5, () => writer.paragraph(1, 2)),
        ...(look === "beside"
          ? [{ type: "beside", shares: [0.35, 0.65], parts: [left, right] } as const]
          : [...left, ...right]),
        ...writer.maybe(0.3, () => writer.box())
      ]
    }
    return writer.document(title, [
      { type: "title", text: title },
      ...random
        .times(random.int(2, 4), (index) => [
          ...(index > 0 && random.chance(0.5) ? [{ type: "page-break" } as const] : []),
          ...recipe()
        ])
        .flat()
    ])
  }
}
