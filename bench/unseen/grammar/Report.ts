import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "report",
  wishes: { columns: [1, 1, 1, 2] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(3, 8)
    const sections = random.times(
      random.int(3, 5),
      (): ReadonlyArray<Block> => [
        writer.heading(1),
        ...writer.paragraphs(1, 2),
        ...writer.any(),
        ...random.times(random.int(0, 2), () => [writer.heading(2), ...writer.any(), ...writer.any()]).flat()
      ]
    )
    const named = sections.flatMap((blocks) => blocks.flatMap((block) => (block.type === "heading" ? [block] : [])))
    if (random.chance(0.25)) return writer.document(title, writer.excerpt(sections.slice(0, 2).flat()))
    return writer.document(title, [
      { type: "title", text: title },
      ...writer.maybe(0.6, () => ({
        type: "paragraph",
        role: "byline",
        text: [`${words.company()}, ${figures.date()}`]
      })),
      ...writer.maybe(0.25, () => [
        { type: "heading", level: 1, text: words.label("contents") },
        {
          type: "contents",
          leader: random.pick(["dots", "line", "none"]),
          entries: named.map(({ text, number, level }, index) => ({
            text: number === undefined ? text : `${number} ${text}`,
            page: 1 + Math.floor(index / 3),
            level: level === 1 ? 1 : 2
          }))
        }
      ]),
      ...writer.maybe(0.5, () => [{ type: "heading", level: 1, text: words.label("summary") }, writer.paragraph(2, 4)]),
      ...sections.flat()
    ])
  }
}
