import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

/** What a part can do: features, ratings with minimum, typical and maximum, pins. */
export const grammar: Grammar = {
  kind: "datasheet",
  wishes: { columns: [1, 1, 1, 2], size: [8, 10] },
  write: (writer) => {
    const { random, words, figures } = writer
    const part = figures.code()
    const title = `${part} ${words.phrase(1, 4)}`
    const units = ["V", "mA", "°C", "MHz", "Ω", "ns", "%", "mm", "kg", "W"]
    const ratings = (): Block => {
      const drawn = writer.captionedTable({ filling: "figures", spans: "none", columns: 3 })
      const shape = random.pick(["three", "symbol", "two"] as const)
      const heads = {
        three: [words.phrase(1, 1), "Min", "Typ", "Max", words.label("unit")],
        symbol: [words.phrase(1, 1), words.phrase(1, 1), "Min", "Max", words.label("unit")],
        two: [words.phrase(1, 1), words.phrase(1, 1)]
      }[shape]
      const value = () => (random.chance(0.25) ? "" : figures.number(-40, 400, random.int(0, 2)))
      const isJoined = shape !== "two" && random.chance(0.3)
      return {
        ...drawn,
        rows: [
          heads.map((text) => ({ text, bold: true })),
          ...random.times(random.int(4, 12), (index) => {
            const name = words.phrase(1, 4)
            const rest = {
              three: [value(), value(), value(), random.pick(units)],
              symbol: [
                `${random.pick(["V", "I", "T", "R", "f"])}${words.word().slice(0, 3)}`,
                value(),
                value(),
                random.pick(units)
              ],
              two: [`${figures.number(1, 900, 1)} ${random.pick(units)}`]
            }[shape].map((text) => ({ text }))
            if (!isJoined) return [{ text: name }, ...rest]
            return index % 2 === 0 && index < 3
              ? [{ text: name, rows: 2 }, ...rest]
              : index % 2 === 1 && index < 4
                ? rest
                : [{ text: name }, ...rest]
          })
        ],
        headRows: 1,
        columns: heads.map((_, index) => (index === 0 ? "left" : shape === "two" ? "left" : "center")),
        hasTotal: false
      }
    }
    const section = (): ReadonlyArray<Block> => [
      writer.heading(1),
      ...writer.maybe(0.5, () => writer.paragraph(1, 2)),
      random.chance(0.75) ? ratings() : writer.captionedTable(),
      ...writer.maybe(0.3, () => writer.figure()),
      ...writer.maybe(0.25, () => writer.formula()),
      ...writer.maybe(0.2, () => writer.noted())
    ]
    const features: ReadonlyArray<Block> = [
      writer.heading(1),
      writer.list({ isOrdered: false, isShort: true, items: random.int(4, 8), depth: 1 })
    ]
    const about: ReadonlyArray<Block> = [writer.heading(1), ...writer.paragraphs(1, 2)]
    const isBeside = random.chance(0.4)
    return writer.document(
      title,
      [
        { type: "title", text: title },
        ...(isBeside
          ? [{ type: "beside", shares: [0.5, 0.5], parts: [features, about] } as const]
          : [...features, ...about]),
        ...random.times(random.int(2, 4), section).flat()
      ],
      { probability: 0.7 }
    )
  }
}
