import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "slides",
  wishes: { papers: ["slide"], size: [14, 19], pageNumbers: ["none", "outside", "of"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 6)
    const short = () =>
      writer.list({
        isShort: true,
        depth: random.pick([1, 1, 2]),
        items: random.int(2, 4),
        isOrdered: random.chance(0.15)
      })
    const content = () =>
      random.weighted<() => ReadonlyArray<Block>>([
        [() => [short()], 5],
        [
          () => [
            writer.table({
              rows: random.int(2, 5),
              columns: random.int(2, 4),
              filling: random.pick(["figures", "words"]),
              spans: "none"
            })
          ],
          1.5
        ],
        [
          () => [
            { type: "beside", shares: [0.5, 0.5], parts: [[short()], [random.chance(0.5) ? writer.figure() : short()]] }
          ],
          2
        ],
        [() => [writer.figure()], 1],
        [() => [writer.code()], 0.6],
        [() => [{ type: "paragraph", role: "lead", text: [words.sentence(6, 14)] }], 1]
      ])()
    return writer.document(
      title,
      [
        { type: "title", text: title },
        { type: "paragraph", role: "byline", text: [`${words.person()}, ${figures.date()}`] },
        ...random
          .times(
            random.int(4, 8),
            (): ReadonlyArray<Block> => [
              { type: "page-break" },
              { type: "heading", level: 1, text: words.phrase(2, 6) },
              ...content()
            ]
          )
          .flat()
      ],
      { probability: 0.4 }
    )
  }
}
