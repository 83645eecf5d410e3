/** Writes the parts of one document in one hand: its language, its looks, its numbering. */
import type { Block, Document, Table } from "../Document.ts"
import type { Random } from "../Random.ts"
import { drawing } from "./Drawings.ts"
import { type Figures, figures } from "./Figures.ts"
import { formula } from "./Formulas.ts"
import { listing } from "./Listings.ts"
import { checklist, type ListWishes, list, listLook } from "./Lists.ts"
import { type TableWishes, table, tableLook } from "./Tables.ts"
import type { Words } from "./Words.ts"

export interface Writer {
  readonly random: Random
  readonly words: Words
  readonly figures: Figures
  readonly heading: (level: 1 | 2 | 3, text?: string) => Block
  readonly paragraph: (least?: number, most?: number) => Block
  readonly paragraphs: (least: number, most: number) => ReadonlyArray<Block>
  readonly list: (wishes?: ListWishes) => Block
  readonly checklist: () => Block
  readonly table: (wishes?: TableWishes) => Table
  readonly captionedTable: (wishes?: TableWishes) => Table
  readonly figure: () => Block
  readonly code: () => Block
  readonly formula: () => Block
  readonly box: (place?: "full" | "side") => Block
  readonly quote: () => Block
  /** Where the figures of a table come from, or a remark on them. */
  readonly source: () => Block
  /** Two to four figures that matter most, side by side. */
  readonly cards: () => Block
  /** Pages from the midst of a longer document: no title, a sentence that began before, headings of deeper numbers. */
  readonly excerpt: (blocks: ReadonlyArray<Block>) => ReadonlyArray<Block>
  /** A paragraph with a note of the foot of the page. */
  readonly noted: () => Block
  readonly terms: () => Block
  /** Anything that stands between headings. */
  readonly any: () => ReadonlyArray<Block>
  /** Mostly nothing, else what some documents have. */
  readonly maybe: (probability: number, make: () => Block | ReadonlyArray<Block>) => ReadonlyArray<Block>
  readonly document: (
    title: string,
    blocks: ReadonlyArray<Block>,
    running?: { readonly probability?: number }
  ) => Document
}

/** The numbers before headings, if any: `1`, `1.`, `§ 1`, `A`. */
const numbering = (random: Random) => {
  const look = random.weighted([
    ["none", 5],
    ["decimal", 4],
    ["dotted", 1.5],
    ["roman", 0.5],
    ["letters", 0.5]
  ] as const)
  const counts = [0, 0, 0]
  const romans = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
  return (level: 1 | 2 | 3): string | undefined => {
    counts[level - 1] = (counts[level - 1] ?? 0) + 1
    counts.fill(0, level)
    const decimal = counts.slice(0, level).join(".")
    switch (look) {
      case "none":
        return undefined
      case "decimal":
        return decimal
      case "dotted":
        return `${decimal}.`
      case "roman":
        return level === 1 ? `${romans[(counts[0] ?? 1) - 1]}.` : undefined
      case "letters":
        return level === 1 ? String.fromCharCode(64 + (counts[0] ?? 1)) : undefined
    }
  }
}

/** In narrow columns tables are narrow too. */
export const writer = (random: Random, words: Words, isNarrow: boolean): Writer => {
  const made = figures(random.fork("figures"))
  const lists = listLook(random.fork("lists"))
  const tables = tableLook(random.fork("tables"))
  const number = numbering(random.fork("numbers"))
  const isCodeNumbered = random.chance(0.4)
  const seen = { table: 0, figure: 0, listing: 0, formula: 0 }
  const captioned = random.pick([": ", ". ", " – "])
  const caption = (name: "table" | "figure" | "listing") => {
    seen[name]++
    const label = captions[name]
    return `${label} ${seen[name]}${captioned}${random.chance(0.6) ? words.phrase(2, 7) : words.sentence(6, 14)}`
  }
  const captions = { table: words.label("table"), figure: words.label("figure"), listing: words.label("listing") }
  const narrow = (wishes: TableWishes = {}): TableWishes =>
    isNarrow ? { ...wishes, columns: Math.min(wishes.columns ?? random.int(2, 3), 3) } : wishes
  const boxLook = random.pick(["tint", "frame", "bar"] as const)
  // Most of what is written is prose, in nearly half of all documents almost nothing else.
  const isProse = random.chance(0.45)
  const self: Writer = {
    random,
    words,
    figures: made,
    heading: (level, text) => {
      const counted = number(level)
      return {
        type: "heading",
        level,
        text: text ?? words.phrase(1, level === 1 ? 6 : 8),
        ...(counted === undefined ? {} : { number: counted })
      }
    },
    paragraph: (least = 2, most = 5) => ({ type: "paragraph", text: words.paragraph(random.int(least, most)) }),
    paragraphs: (least, most) => random.times(random.int(least, most), () => self.paragraph()),
    list: (wishes) => list(random, words, lists, wishes),
    checklist: () => checklist(random, words),
    table: (wishes) => table(random, words, made, tables, narrow(wishes)),
    captionedTable: (wishes) => table(random, words, made, tables, narrow({ caption: caption("table"), ...wishes })),
    figure: () => ({
      type: "figure",
      drawing: drawing(random, words),
      caption: caption("figure"),
      isAside: !isNarrow && random.chance(0.15)
    }),
    code: () => ({
      type: "code",
      lines: listing(random, words),
      isNumbered: isCodeNumbered,
      ...(random.chance(0.25) ? { caption: caption("listing") } : {})
    }),
    formula: () => {
      seen.formula++
      return {
        type: "formula",
        formula: formula(random),
        ...(random.chance(0.5) ? { number: `(${seen.formula})` } : {})
      }
    },
    box: (place = "full") => ({
      type: "box",
      place,
      look: boxLook,
      ...(random.chance(0.75) ? { title: random.chance(0.5) ? words.label("note") : words.phrase(2, 5) } : {}),
      blocks: random.chance(0.75)
        ? [self.paragraph(1, 3)]
        : [self.paragraph(1, 1), self.list({ isShort: true, depth: 1, items: 3 })]
    }),
    source: () => ({
      type: "paragraph",
      role: "small",
      text: [
        random.chance(0.5)
          ? `${words.label("source")}: ${words.company()}, ${random.int(1998, 2026)}.`
          : `* ${words.sentence(5, 12)}`
      ]
    }),
    cards: () => {
      const count = random.int(2, 4)
      return {
        type: "beside",
        isCards: true,
        shares: random.times(count, () => 1 / count),
        parts: random.times(count, () => [
          {
            type: "paragraph",
            role: "lead",
            text: [
              {
                bold: random.pick([
                  made.percent,
                  () => made.number(1, 9_000),
                  () => made.amount(random.int(100, 90_000))
                ])()
              }
            ]
          },
          { type: "paragraph", role: "small", text: [words.phrase(1, 5)] }
        ])
      }
    },
    quote: () => ({
      type: "quote",
      text: words.paragraph(random.int(1, 3)),
      ...(random.chance(0.5) ? { by: words.person() } : {})
    }),
    noted: () => ({
      type: "paragraph",
      text: [words.plain(2).replace(/[.。।]$/, ""), { note: words.sentence(6, 14) }, ". ", words.plain(1)]
    }),
    terms: () => ({
      type: "terms",
      look: random.pick(["run-in", "hanging"]),
      terms: random.times(random.int(2, 5), () => ({
        term: words.phrase(1, 3),
        text: words.paragraph(random.int(1, 2))
      }))
    }),
    any: () =>
      random.weighted<() => ReadonlyArray<Block>>([
        [() => self.paragraphs(1, 3), isProse ? 60 : 7],
        [() => [self.paragraph(1, 2), self.list()], 3],
        [() => [self.paragraph(1, 2), self.captionedTable()], 2.2],
        [() => [self.paragraph(1, 2), self.table()], 1],
        [() => [self.captionedTable(), self.source()], 0.8],
        [() => [self.list()], 1],
        [() => [self.box("side"), ...self.paragraphs(2, 3)], 0.5],
        [() => [self.cards()], 0.3],
        [() => [self.figure()], 0.9],
        [() => [self.box()], 0.7],
        [() => [self.quote()], 0.4],
        [() => [self.noted()], 0.6],
        [() => [self.terms()], 0.5],
        [() => [self.code()], 0.4],
        [() => [self.paragraph(1, 2), self.formula()], 0.3]
      ])(),
    maybe: (probability, make) => {
      if (!random.chance(probability)) return []
      const one = make()
      return "type" in one ? [one] : one
    },
    excerpt: (blocks) => {
      const from = blocks.findIndex(({ type }) => type === "heading")
      const [first = "", ...rest] = words.plain(2)
      return [
        { type: "paragraph", role: "continued", text: [first.toLocaleLowerCase() + rest.join("")] },
        ...blocks.slice(from)
      ]
    },
    document: (title, blocks, { probability = 0.5 } = {}) => ({
      language: words.language.code,
      title,
      blocks: blocks.flatMap((block) =>
        block.type === "title" && random.chance(0.12)
          ? [
              {
                type: "paragraph",
                role: "eyebrow",
                text: [random.pick([words.phrase(1, 3), made.date(), words.company()])]
              },
              block
            ]
          : [block]
      ),
      ...(random.chance(probability)
        ? { head: random.pick([title, words.phrase(2, 5), `${words.company()} · ${made.date()}`]) }
        : {}),
      ...(random.chance(probability)
        ? { foot: random.pick([words.company(), made.code(), `${words.phrase(1, 3)} | ${made.date()}`]) }
        : {})
    })
  }
  return self
}
