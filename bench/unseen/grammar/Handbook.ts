import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

/** A part of a manual: chapters of steps, notes and tables. */
export const grammar: Grammar = {
  kind: "handbook",
  wishes: { papers: ["a4", "a4", "letter", "a5"], columns: [1, 1, 1, 2] },
  write: (writer) => {
    const { random, words } = writer
    const title = words.phrase(2, 5)
    const section = (): ReadonlyArray<Block> => [
      writer.heading(2),
      // Lists stand right under headings as often as under a sentence.
      ...writer.maybe(0.6, () => writer.paragraph(1, 2)),
      ...random.weighted<() => ReadonlyArray<Block>>([
        [() => [writer.list({ isOrdered: true })], 4],
        [() => [writer.list({ isOrdered: false })], 2],
        [() => [writer.captionedTable()], 2],
        [() => [writer.terms()], 1.5],
        [() => [writer.figure()], 1],
        [() => [writer.code()], 0.7]
      ])(),
      ...writer.maybe(0.4, () => writer.box(random.pick(["full", "side"]))),
      ...writer.maybe(0.35, () => [writer.heading(3), ...writer.any()])
    ]
    const chapters = random.times(
      random.int(1, 2),
      (index): ReadonlyArray<Block> => [
        ...(index > 0 && random.chance(0.5) ? [{ type: "page-break" } as const] : []),
        writer.heading(1),
        ...writer.maybe(0.7, () => writer.paragraph()),
        ...random.times(random.int(2, 4), section).flat()
      ]
    )
    const blocks: ReadonlyArray<Block> = [
      { type: "title", text: title },
      ...writer.maybe(0.4, () => writer.paragraph()),
      ...chapters.flat()
    ]
    return writer.document(title, random.chance(0.35) ? writer.excerpt(blocks) : blocks, { probability: 0.7 })
  }
}
