import type { Block } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** Clauses with numbers of several depths; parties at the top, signatures at the end. */
export const grammar: Grammar = {
  kind: "contract",
  wishes: { size: [9, 11], pageNumbers: ["of", "center"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 6)
    const look = random.pick(["decimal", "paragraph", "caps"] as const)
    const clause = (index: number): ReadonlyArray<Block> => {
      const heading: Block = {
        type: "heading",
        level: 1,
        text: look === "caps" ? words.phrase(1, 4).toLocaleUpperCase() : words.phrase(1, 4),
        number: look === "paragraph" ? `§ ${index + 1}` : `${index + 1}.`
      }
      const points = random.times(
        random.int(2, 4),
        (point): ReadonlyArray<Block> => [
          {
            type: "paragraph",
            text: [
              `${look === "paragraph" ? `(${point + 1})` : `${index + 1}.${point + 1}`} ${words.plain(random.int(1, 3))}`
            ]
          },
          ...writer.maybe(0.25, () => ({
            type: "list",
            marker: "(a)",
            loose: false,
            items: random.times(random.int(2, 4), () => ({
              text: [`${words.sentence(6, 16).replace(/[.。।]$/, "")};`]
            }))
          }))
        ]
      )
      return [heading, ...points.flat()]
    }
    const party = (): ReadonlyArray<Block> => [
      { type: "lines", lines: [words.company(), words.street(), `${random.int(10_000, 99_999)} ${words.city()}`] }
    ]
    const signature = (): ReadonlyArray<Block> => [
      {
        type: "fields",
        look: "lined",
        perRow: 1,
        fields: [
          { label: words.label("date"), value: figures.date() },
          { label: words.label("signature"), value: "" }
        ]
      },
      { type: "paragraph", role: "small", text: [words.person()] }
    ]
    return writer.document(
      title,
      [
        { type: "title", text: title },
        ...(random.chance(0.5)
          ? [...party(), ...party()]
          : [{ type: "beside", shares: [0.5, 0.5], parts: [party(), party()] } as const]),
        ...random.times(random.int(5, 8), clause).flat(),
        { type: "beside", shares: [0.5, 0.5], parts: [signature(), signature()] }
      ],
      { probability: 0.6 }
    )
  }
}
