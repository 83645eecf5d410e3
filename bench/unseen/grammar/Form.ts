import type { Block, Field } from "../Document.ts"
import type { Grammar } from "./Grammar.ts"

export const grammar: Grammar = {
  kind: "form",
  wishes: { size: [9, 11], pageNumbers: ["none", "of"] },
  write: (writer) => {
    const { random, words, figures } = writer
    const title = words.phrase(2, 6)
    const isFilled = random.chance(0.75)
    const look = random.pick(["lined", "boxed", "dotted", "plain"] as const)
    const value = (make: () => string) => (isFilled && random.chance(0.9) ? make() : "")
    const known: ReadonlyArray<() => Field> = [
      () => ({ label: words.label("name"), value: value(words.person) }),
      () => ({ label: words.label("birth"), value: value(figures.date) }),
      () => ({ label: words.label("address"), value: value(() => `${words.street()}, ${words.city()}`) }),
      () => ({
        label: words.label("phone"),
        value: value(() => `+${random.int(10, 99)} ${random.int(1_000, 9_999)} ${random.int(100, 999)}`)
      }),
      () => ({ label: words.label("email"), value: value(() => `${random.int(1, 99)}@mail.example`) }),
      () => ({ label: words.phrase(1, 4), value: value(() => words.phrase(1, 4)) }),
      () => ({ label: words.phrase(1, 4), value: value(figures.code) })
    ]
    const choice = (): Field => {
      const ticked = random.int(0, 1)
      return {
        label: words.phrase(2, 6),
        value: "",
        choices: (random.chance(0.5)
          ? [words.label("yes"), words.label("no")]
          : random.times(3, () => words.phrase(1, 2))
        ).map((label, index) => ({
          label,
          ticked: isFilled && index === ticked
        }))
      }
    }
    const section = (): ReadonlyArray<Block> => [
      writer.heading(1, words.phrase(1, 4)),
      ...writer.maybe(0.35, () => ({ type: "paragraph", role: "small", text: [words.sentence()] })),
      {
        type: "fields",
        look,
        perRow: random.pick([1, 2]),
        fields: random.sample(known, random.int(3, 6)).map((make) => make())
      },
      ...writer.maybe(0.55, () => ({
        type: "fields",
        look: "plain",
        perRow: 1,
        fields: random.times(random.int(1, 3), choice)
      }))
    ]
    return writer.document(
      title,
      [
        { type: "title", text: title },
        ...writer.maybe(0.6, () => ({ type: "paragraph", text: [words.plain(random.int(1, 3))] })),
        ...random.times(random.int(2, 4), section).flat(),
        ...writer.maybe(0.4, () =>
          writer.table({ filling: "sparse", spans: "none", border: "grid", rows: random.int(2, 5) })
        ),
        ...writer.maybe(0.4, () => writer.checklist()),
        {
          type: "fields",
          look: "lined",
          perRow: 2,
          fields: [
            { label: words.label("date"), value: value(figures.date) },
            { label: words.label("signature"), value: "" }
          ]
        }
      ],
      { probability: 0.35 }
    )
  }
}
