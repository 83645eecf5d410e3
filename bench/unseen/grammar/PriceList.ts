import type { Block, Table } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "price-list",
  wishes: { size: [8, 10.5] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 5)
    const drawn = writer.table({ filling: "figures", spans: "none" })
    const hasCode = random.chance(0.6)
    const prices = random.int(1, 3)
    const isPlain = random.chance(0.4)
    const money = isPlain ? figures.plainAmount : figures.amount
    const heads = [
      ...(hasCode ? [words.label("number")] : []),
      words.label("item"),
      ...(prices === 1 ? [words.label("price")] : random.times(prices, () => words.phrase(1, 2)))
    ]
    const isSectioned = random.chance(0.3)
    const list = (): Table => ({
      ...drawn,
      rows: [
        heads.map((text) => ({ text, bold: true })),
        ...random
          .times(random.int(4, 14), (index) => [
            ...(isSectioned && index % 5 === 0
              ? [[{ text: words.phrase(1, 3), columns: heads.length, bold: true }]]
              : []),
            [
              ...(hasCode ? [{ text: figures.code() }] : []),
              { text: random.chance(0.15) ? words.sentence(5, 11) : words.phrase(1, 5) },
              ...random.times(prices, () => ({
                text: random.chance(0.06) ? "–" : money(random.int(100, 200_000) / 100)
              }))
            ]
          ])
          .flat()
      ],
      headRows: 1,
      columns: heads.map((_, index) => (index <= (hasCode ? 1 : 0) ? "left" : "right")),
      hasTotal: false
    })
    return writer.document(title, [
      { type: "title", text: title },
      ...writer.maybe(0.6, () => ({ type: "paragraph", text: [words.plain(random.int(1, 2))] })),
      ...random
        .times(
          random.int(1, 4),
          (): ReadonlyArray<Block> => [writer.heading(1), ...writer.maybe(0.3, () => writer.paragraph(1, 1)), list()]
        )
        .flat(),
      ...writer.maybe(0.5, () => ({ type: "paragraph", role: "small", text: [words.plain(2)] }))
    ])
  }
}
