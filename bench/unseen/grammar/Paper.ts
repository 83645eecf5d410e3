import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "paper",
  wishes: { columns: [1, 2, 2], size: [9, 10.5], pageNumbers: ["center", "outside", "none"] },
  write: (writer) => {
    const { random, words } = writer
    const title = words.phrase(5, 11)
    const reference = () =>
      `${words.person()}, ${words.person()}. ${words.phrase(4, 9)}. ${words.phrase(2, 4)}, ${random.int(1, 60)}(${random.int(1, 12)}):${random.int(1, 200)}–${random.int(201, 400)}, ${random.int(1990, 2026)}.`
    const section = (text?: string): ReadonlyArray<Block> => [
      writer.heading(1, text),
      ...writer.paragraphs(2, 4),
      ...writer.maybe(0.35, () => writer.formula()),
      ...writer.maybe(0.35, () => writer.captionedTable({ columns: random.int(2, 5) })),
      ...writer.maybe(0.3, () => writer.figure()),
      ...writer.maybe(0.3, () => writer.noted()),
      ...writer.maybe(0.5, () => [writer.heading(2), ...writer.paragraphs(1, 2)])
    ]
    return writer.document(title, [
      { type: "title", text: title },
      { type: "paragraph", role: "byline", text: [random.times(random.int(1, 4), words.person).join(", ")] },
      { type: "paragraph", role: "byline", text: [`${words.phrase(2, 4)}, ${words.city()}`] },
      { type: "heading", level: 1, text: words.label("abstract") },
      { type: "paragraph", role: "abstract", text: [words.plain(random.int(3, 6))] },
      ...section(words.label("introduction")),
      ...random.times(random.int(1, 3), () => section()).flat(),
      writer.heading(1, words.label("conclusion")),
      writer.paragraph(),
      { type: "heading", level: 1, text: words.label("references") },
      {
        type: "list",
        marker: random.pick(["1.", "1)"]),
        loose: false,
        items: random.times(random.int(4, 9), () => ({ text: [reference()] }))
      }
    ])
  }
}
