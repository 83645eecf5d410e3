import type { Block } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** One large page in three columns, read from afar. */
export const grammar: Grammar = {
  kind: "poster",
  wishes: { papers: ["a4", "letter"], columns: [3, 2], size: [7.5, 9], pageNumbers: ["none"] },
  write: (writer) => {
    const { random, words } = writer
    const title = words.phrase(5, 10)
    const section = (text?: string): ReadonlyArray<Block> => [
      { type: "heading", level: 1, text: text ?? words.phrase(1, 3) },
      ...random.pick<() => ReadonlyArray<Block>>([
        () => [writer.list({ isOrdered: false, depth: 1, items: random.int(2, 5) })],
        () => [writer.paragraph(2, 4)],
        () => [writer.figure(), writer.paragraph(1, 2)],
        () => [writer.captionedTable({ columns: 2, rows: random.int(3, 6), spans: "none" })],
        () => [writer.formula(), writer.paragraph(1, 2)]
      ])()
    ]
    return writer.document(
      title,
      [
        { type: "title", text: title },
        { type: "paragraph", role: "byline", text: [random.times(random.int(2, 4), words.person).join(" · ")] },
        ...section(words.label("introduction")),
        ...random.times(random.int(4, 6), () => section()).flat(),
        ...section(words.label("conclusion"))
      ],
      { probability: 0.1 }
    )
  }
}
