import type { Writer } from "../content/Writer.ts"
import type { Block, Cell, Table } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

/** The lines of an invoice and their sums, in one table or the sums apart. */
const positions = ({
  random,
  words,
  figures,
  table
}: Writer): { readonly lines: Table; readonly sums: ReadonlyArray<readonly [string, string]> } => {
  const drawn = table({ spans: "none", filling: "figures" })
  const hasPosition = random.chance(0.5)
  const hasUnit = random.chance(0.4)
  const isPlain = random.chance(0.5)
  const money = isPlain ? figures.plainAmount : figures.amount
  let net = 0
  const rows = random.times(random.int(1, 9), (index): ReadonlyArray<Cell> => {
    const count = random.int(1, 20)
    const price = random.int(100, 90_000) / 100
    net += count * price
    return [
      ...(hasPosition ? [{ text: String(index + 1) }] : []),
      { text: random.chance(0.3) ? words.sentence(5, 12) : words.phrase(2, 5) },
      { text: String(count) },
      ...(hasUnit ? [{ text: random.pick(["h", "kg", "pcs", "m"]) }] : []),
      { text: money(price) },
      { text: money(count * price) }
    ]
  })
  const rate = random.pick([7, 19, 20, 21, 23])
  const tax = (net * rate) / 100
  const sums = [
    [words.label("subtotal"), money(net)],
    [`${words.label("tax")} ${rate} %`, money(tax)],
    [words.label("total"), money(net + tax)]
  ] as const
  const heads = [
    ...(hasPosition ? [words.label("number").slice(0, 4)] : []),
    words.label("item"),
    words.label("quantity"),
    ...(hasUnit ? [words.label("unit")] : []),
    words.label("price"),
    words.label("amount")
  ]
  const isInside = random.chance(0.5)
  return {
    lines: {
      ...drawn,
      rows: [
        heads.map((text) => ({ text, bold: true })),
        ...rows,
        ...(isInside
          ? sums.map(([label, sum]) => [
              { text: label, columns: heads.length - 1, align: "right", bold: true } as const,
              { text: sum, bold: true }
            ])
          : [])
      ],
      headRows: 1,
      columns: heads.map((_, index) => (index <= (hasPosition ? 1 : 0) ? "left" : "right")),
      widths: heads.map((_, index) => (index === (hasPosition ? 1 : 0) ? 0.45 : 0.55 / (heads.length - 1))),
      wide: true,
      hasTotal: isInside
    },
    sums: isInside ? [] : sums
  }
}

export const grammar: Grammar = {
  kind: "invoice",
  wishes: { size: [9, 11], pageNumbers: ["none", "of", "center"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const company = words.company()
    const title = words.label("invoice")
    const address = () => [words.street(), `${random.int(1_000, 99_999)} ${words.city()}`]
    const seller: Block = {
      type: "lines",
      lines: [company, ...address(), `${words.label("email")}: office@${random.int(10, 99)}.example`]
    }
    const buyer: Block = { type: "lines", lines: [words.label("customer"), words.person(), ...address()] }
    const known: ReadonlyArray<readonly [string, string]> = [
      [words.label("number"), figures.code()],
      [words.label("date"), figures.date()],
      [words.label("due"), figures.date()],
      [words.label("customer"), String(random.int(10_000, 99_999))]
    ]
    const facts = known.slice(0, random.int(2, 4))
    const details: Block = random.pick<() => Block>([
      () => ({ type: "lines", lines: facts.map(([label, value]) => `${label}: ${value}`) }),
      () => ({ type: "fields", look: "plain", perRow: 1, fields: facts.map(([label, value]) => ({ label, value })) })
    ])()
    const { lines, sums } = positions(writer)
    return writer.document(
      title,
      [
        ...random.pick<() => ReadonlyArray<Block>>([
          () => [
            { type: "beside", shares: [0.55, 0.45], parts: [[seller], [{ type: "title", text: title }, details]] },
            buyer
          ],
          () => [
            { type: "title", text: title },
            { type: "beside", shares: [0.36, 0.36, 0.28], parts: [[seller], [buyer], [details]] }
          ],
          () => [
            seller,
            { type: "title", text: title },
            { type: "beside", shares: [0.5, 0.5], parts: [[buyer], [details]] }
          ]
        ])(),
        ...writer.maybe(0.4, () => ({ type: "paragraph", text: [words.sentence()] })),
        lines,
        ...sums.map(([label, sum]): Block => ({ type: "paragraph", role: "right", text: [`${label}: ${sum}`] })),
        ...writer.maybe(0.7, () => ({ type: "paragraph", text: [words.plain(random.int(1, 2))] })),
        ...writer.maybe(0.5, () => ({
          type: "lines",
          lines: [
            `${words.label("bank")}: ${words.company()}`,
            `IBAN XX${random.int(10, 99)} ${random.int(1_000, 9_999)} ${random.int(1_000, 9_999)} ${random.int(1_000, 9_999)}`
          ]
        }))
      ],
      { probability: 0.25 }
    )
  }
}
