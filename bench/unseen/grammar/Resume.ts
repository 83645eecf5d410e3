import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "cv",
  wishes: { size: [9, 11], pageNumbers: ["none", "none", "of"] },
  write: (writer) => {
    const { random, words } = writer
    const name = words.person()
    const years = () => {
      const from = random.int(1998, 2020)
      return `${from}–${from + random.int(1, 6)}`
    }
    const look = random.pick(["dates-right", "dates-left", "heading", "table"] as const)
    const duties = (): ReadonlyArray<Block> =>
      random.chance(0.75)
        ? [writer.list({ isOrdered: false, depth: 1, items: random.int(2, 4) })]
        : [writer.paragraph(1, 2)]
    const station = (): ReadonlyArray<Block> => {
      const role = words.phrase(1, 4)
      const place = `${words.company()}, ${words.city()}`
      switch (look) {
        case "heading":
          return [
            { type: "heading", level: 2, text: role },
            { type: "paragraph", text: [{ italic: `${place}, ${years()}` }] },
            ...duties()
          ]
        case "dates-right":
          return [
            {
              type: "beside",
              shares: [0.75, 0.25],
              parts: [
                [{ type: "paragraph", text: [{ bold: role }, `, ${place}`] }],
                [{ type: "paragraph", role: "right", text: [years()] }]
              ]
            },
            ...duties()
          ]
        case "dates-left":
        case "table":
          return [
            {
              type: "beside",
              shares: [0.2, 0.8],
              parts: [
                [{ type: "paragraph", text: [years()] }],
                [{ type: "paragraph", text: [{ bold: role }, `, ${place}`] }, ...duties()]
              ]
            }
          ]
      }
    }
    const contact: Block = {
      type: "lines",
      lines: [
        `${words.street()}, ${words.city()}`,
        `+${random.int(30, 49)} ${random.int(100, 999)} ${random.int(10_000, 99_999)}`,
        `${random.int(10, 99)}@mail.example`
      ]
    }
    const skills = (): ReadonlyArray<Block> => [
      { type: "heading", level: 1, text: words.label("skills") },
      random.pick<() => Block>([
        () => writer.list({ isOrdered: false, isShort: true, depth: 1 }),
        () => ({
          type: "fields",
          look: "plain",
          perRow: 1,
          fields: random.times(3, () => ({ label: words.phrase(1, 2), value: words.phrase(3, 7) }))
        }),
        () => ({ type: "paragraph", text: [random.times(6, () => words.word()).join(", ")] })
      ])()
    ]
    const main = (): ReadonlyArray<Block> => [
      { type: "heading", level: 1, text: words.label("experience") },
      ...random.times(random.int(2, 4), station).flat(),
      { type: "heading", level: 1, text: words.label("education") },
      ...random.times(random.int(1, 2), station).flat()
    ]
    const isSidebar = look === "heading" && random.chance(0.5)
    return writer.document(
      name,
      isSidebar
        ? [
            { type: "title", text: name },
            { type: "beside", shares: [0.3, 0.7], parts: [[contact, ...skills()], main()] }
          ]
        : [
            { type: "title", text: name },
            contact,
            ...writer.maybe(0.6, () => writer.paragraph()),
            ...main(),
            ...skills()
          ],
      { probability: 0.15 }
    )
  }
}
