import { languages } from "../../content/Languages.ts"
import { words as wordsOf } from "../../content/Words.ts"
import type { Block } from "../../Document.ts"
import type { Grammar } from "../Grammar.ts"

/** Each part twice: in one language on the left, in another on the right. */
export const grammar: Grammar = {
  kind: "bilingual",
  wishes: { size: [8.5, 10.5] },
  write: (writer) => {
    const { random, words } = writer
    const others = languages.filter(
      ({ code, script }) => script === "latin" && code !== words.language.code && code !== "pl"
    )
    const second = wordsOf(random.fork("second"), random.pick(others))
    const title = `${words.phrase(1, 4)} / ${second.phrase(1, 4)}`
    const part = (in_: typeof words, number: number, steps: number): ReadonlyArray<Block> => [
      { type: "heading", level: 1, text: in_.phrase(1, 4), number: String(number) },
      { type: "paragraph", text: [in_.plain(2)] },
      ...(steps === 0
        ? []
        : [
            {
              type: "list",
              marker: "1.",
              loose: false,
              items: random.times(steps, () => ({ text: [in_.sentence(4, 12)] }))
            } as const
          ])
    ]
    return writer.document(
      title,
      [
        { type: "title", text: title },
        ...random.times(random.int(3, 5), (index): Block => {
          const steps = random.chance(0.5) ? random.int(2, 4) : 0
          return {
            type: "beside",
            shares: [0.5, 0.5],
            parts: [part(words, index + 1, steps), part(second, index + 1, steps)]
          }
        }),
        ...writer.maybe(0.4, () => writer.table({ filling: "figures", spans: "none" }))
      ],
      { probability: 0.5 }
    )
  }
}
