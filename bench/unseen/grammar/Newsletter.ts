import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

/** Several stories on a page, with boxes, pictures and voices between. */
export const grammar: Grammar = {
  kind: "newsletter",
  wishes: { columns: [2, 2, 3, 1], size: [8.5, 10.5], papers: ["a4", "letter"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(1, 3)
    const story = (): ReadonlyArray<Block> => [
      { type: "heading", level: 1, text: words.phrase(2, 7) },
      ...writer.maybe(0.3, () => ({
        type: "paragraph",
        role: "small",
        text: [`${words.person()}, ${figures.date()}`]
      })),
      ...writer.maybe(0.25, () => ({ type: "paragraph", role: "lead", text: [words.sentence()] })),
      ...writer.paragraphs(1, 3),
      ...writer.maybe(0.25, () => writer.figure()),
      ...writer.maybe(0.2, () => writer.quote()),
      ...writer.maybe(0.25, () => writer.list({ depth: 1, isShort: true })),
      ...writer.maybe(0.2, () => writer.box())
    ]
    return writer.document(
      title,
      [
        { type: "title", text: title },
        ...writer.maybe(0.7, () => ({
          type: "paragraph",
          role: "byline",
          text: [`${words.phrase(1, 3)} ${random.int(1, 40)}, ${figures.date()}`]
        })),
        ...random.times(random.int(3, 6), story).flat(),
        ...writer.maybe(0.3, () => writer.table({ rows: random.int(3, 6), columns: 2 }))
      ],
      { probability: 0.5 }
    )
  }
}
