/** Every way of drawing a table × its spans × what it holds: one table and some prose a document. */
import type { Filling, Spans } from "../content/Tables.ts"
import { type Border, borders } from "../Document.ts"
import { random } from "../Random.ts"
import type { Grammar } from "./Grammar.ts"

/** Borders that part rows from one another: without them one column is a box of lines, or lines. */
const withRows: ReadonlyArray<Border> = ["grid", "double", "dashed", "dotted", "horizontal", "inner"]

const spans: ReadonlyArray<Spans> = ["none", "head", "groups", "sections", "both"]
const fillings: ReadonlyArray<Filling> = ["figures", "words", "mixed", "prose", "sparse"]

const grammar = (border: Border, span: Spans, filling: Filling): Grammar => ({
  kind: `tables-${border}`,
  facets: { spans: span, filling },
  wishes: { columns: [1, 1, 1, 2] },
  write: (writer) => {
    const { random: source, words } = writer
    const title = words.phrase(2, 6)
    const least = withRows.includes(border) ? 1 : 2
    const columns =
      span === "head" || span === "both"
        ? source.int(4, 6)
        : filling === "prose"
          ? source.int(2, 3)
          : source.int(least, 6)
    return writer.document(title, [
      { type: "title", text: title },
      writer.paragraph(),
      source.chance(0.5)
        ? writer.captionedTable({ border, spans: span, filling, columns })
        : writer.table({ border, spans: span, filling, columns }),
      ...writer.paragraphs(0, 2)
    ])
  }
})

/** Mixed, so that the first few of them already show most ways of each. */
export const grammars: ReadonlyArray<Grammar> = random("tables").sample(
  borders.flatMap((border) => spans.flatMap((span) => fillings.map((filling) => grammar(border, span, filling)))),
  Number.POSITIVE_INFINITY
)
