import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

/** A guide for programmers: prose between listings. */
export const grammar: Grammar = {
  kind: "code-guide",
  wishes: { columns: [1] },
  write: (writer) => {
    const { random, words } = writer
    const title = words.phrase(2, 6)
    const step = (): ReadonlyArray<Block> => [
      writer.heading(2),
      { type: "paragraph", text: [`${words.sentence()} `, { code: words.word() }, ` ${words.sentence()}`] },
      writer.code(),
      ...writer.maybe(0.5, () => writer.paragraph(1, 2)),
      ...writer.maybe(0.3, () => writer.list({ depth: 1 })),
      ...writer.maybe(0.25, () => writer.box())
    ]
    return writer.document(title, [
      { type: "title", text: title },
      writer.paragraph(),
      ...random
        .times(
          random.int(2, 3),
          (): ReadonlyArray<Block> => [
            writer.heading(1),
            ...writer.paragraphs(1, 2),
            ...random.times(random.int(1, 2), step).flat(),
            ...writer.maybe(0.25, () =>
              writer.table({ columns: random.int(2, 3), filling: random.pick(["words", "prose"]) })
            )
          ]
        )
        .flat()
    ])
  }
}
