import type { Block } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "letter",
  wishes: { size: [10, 12], pageNumbers: ["none", "none", "center"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const company = words.company()
    const address = () => [words.street(), `${random.int(1_000, 99_999)} ${words.city()}`]
    const subject = words.phrase(3, 8)
    const from: Block = {
      type: "lines",
      lines: [
        company,
        ...address(),
        `${words.label("phone")}: +${random.int(30, 49)} ${random.int(100, 999)} ${random.int(1_000, 9_999)}`
      ]
    }
    const to: Block = { type: "lines", lines: [words.person(), ...address()] }
    return writer.document(
      subject,
      [
        ...random.pick<() => ReadonlyArray<Block>>([
          () => [{ ...from, align: "right" }, to],
          () => [{ type: "beside", shares: [0.6, 0.4], parts: [[to], [from]] }],
          () => [from, to]
        ])(),
        { type: "paragraph", role: random.pick(["right", "small"]), text: [`${words.city()}, ${figures.date()}`] },
        { type: "title", text: subject },
        { type: "paragraph", text: [`${words.label("dear")} ${words.person()},`] },
        ...writer.paragraphs(2, 4),
        ...writer.maybe(0.35, () => writer.list({ depth: 1 })),
        ...writer.maybe(0.3, () => writer.table({ rows: random.int(2, 5), columns: random.int(2, 4) })),
        ...writer.paragraphs(1, 2),
        { type: "paragraph", text: [`${words.label("regards")},`] },
        { type: "lines", lines: [words.person(), words.phrase(1, 3)] }
      ],
      { probability: 0.3 }
    )
  }
}
