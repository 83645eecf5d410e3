import type { Block, Table } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

/** What an account did in a month. */
export const grammar: Grammar = {
  kind: "statement",
  wishes: { size: [8.5, 10.5], pageNumbers: ["of", "outside", "none"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 4)
    const drawn = writer.table({ filling: "figures", spans: "none" })
    const hasTwoDates = random.chance(0.3)
    const isSplit = random.chance(0.5)
    const heads = [
      words.label("date"),
      ...(hasTwoDates ? [words.phrase(1, 2)] : []),
      words.label("item"),
      ...(isSplit ? [words.phrase(1, 1), words.phrase(1, 1)] : [words.label("amount")]),
      words.label("balance")
    ]
    let balance = random.int(10_000, 900_000) / 100
    const rows = random.times(random.int(6, 40), () => {
      const change = random.int(-90_000, 80_000) / 100
      balance += change
      const amount = figures.plainAmount(isSplit ? Math.abs(change) : change)
      return [
        { text: figures.date() },
        ...(hasTwoDates ? [{ text: figures.date() }] : []),
        { text: random.chance(0.3) ? `${words.phrase(2, 4)} ${figures.code()}` : words.phrase(1, 4) },
        ...(isSplit
          ? change < 0
            ? [{ text: amount }, { text: "" }]
            : [{ text: "" }, { text: amount }]
          : [{ text: amount }]),
        { text: figures.plainAmount(balance) }
      ]
    })
    const moves: Table = {
      ...drawn,
      rows: [heads.map((text) => ({ text, bold: true })), ...rows],
      headRows: 1,
      columns: heads.map((_, index) => (index <= (hasTwoDates ? 2 : 1) ? "left" : "right")),
      widths: heads.map((_, index) => (index === (hasTwoDates ? 2 : 1) ? 0.4 : 0.6 / (heads.length - 1))),
      wide: true,
      hasTotal: false
    }
    const cards: Block = {
      type: "beside",
      isCards: random.chance(0.6),
      shares: [0.34, 0.33, 0.33],
      parts: random.times(3, () => [
        { type: "lines", lines: [words.phrase(1, 2), figures.amount(random.int(100, 900_000) / 100)], isBold: true }
      ])
    }
    return writer.document(
      title,
      [
        { type: "lines", lines: [words.company(), words.street(), words.city()] },
        { type: "title", text: title },
        {
          type: "fields",
          look: "plain",
          perRow: random.pick([1, 2]),
          fields: [
            { label: words.label("customer"), value: words.person() },
            { label: words.label("number"), value: figures.code() },
            { label: words.label("date"), value: figures.date() }
          ]
        },
        ...writer.maybe(0.5, () => cards),
        ...writer.maybe(0.7, () => writer.heading(1)),
        moves,
        ...writer.maybe(0.6, () => ({
          type: "paragraph",
          role: "right",
          text: [{ bold: `${words.label("balance")}: ${figures.amount(balance)}` }]
        })),
        ...writer.maybe(0.5, () => [writer.heading(1), ...writer.paragraphs(1, 2)])
      ],
      { probability: 0.6 }
    )
  }
}
