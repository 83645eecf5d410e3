/** What a job comes to beyond its Markdown: blocks with their places, chunks, and the pictures of figures. */
import { Schema } from "effect"

const fraction = (description: string) =>
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({ description })

const Box = Schema.Struct({
  x: fraction("From the left edge of the page as it is shown, as a fraction of its width."),
  y: fraction("From the top edge of the page as it is shown, as a fraction of its height."),
  width: fraction("A fraction of the page's width."),
  height: fraction("A fraction of the page's height.")
}).annotate({
  identifier: "V2Box"
})

/** `Range: bytes=start-(end-1)` fetches them. */
const Span = Schema.Struct({
  start: Schema.Int.annotate({ description: "The first byte in the Markdown's UTF-8, counted from 0." }),
  end: Schema.Int.annotate({ description: "The byte after the last: `Range: bytes=start-(end-1)` fetches the part." })
}).annotate({ identifier: "V2Span" })

const page = (description: string) => Schema.Int.annotate({ description })

const Cell = Schema.Struct({
  text: Schema.String.annotate({ description: "What the cell says, without marks of Markdown." }),
  columns: Schema.Int.annotate({ description: "How many columns it covers." }),
  rows: Schema.Int.annotate({ description: "How many rows it covers." }),
  header: Schema.Boolean.annotate({ description: "Whether it heads its column or row." }),
  page: page("The page that it stands on, counted from 1."),
  bbox: Box.annotateKey({ description: "Where it stands on that page." })
}).annotate({ identifier: "V2Cell" })

export const BlockType = Schema.Literals([
  "heading",
  "paragraph",
  "list_item",
  "table",
  "code",
  "formula",
  "figure",
  "caption",
  "footnote",
  "form_field",
  "header",
  "footer"
])

const text = (description: string) => Schema.optionalKey(Schema.NullOr(Schema.String).annotate({ description }))

export const Block = Schema.Struct({
  id: Schema.String.annotate({ description: "Names the block in its job; the same bytes and options give the same." }),
  type: BlockType.annotate({ description: "What it is; `header` and `footer` are those that run through the pages." }),
  page: page("The page on which it begins, counted from 1."),
  bbox: Box.annotateKey({ description: "Where it stands on that page." }),
  places: Schema.Array(
    Schema.Struct({
      page: page("Counted from 1."),
      bbox: Box.annotateKey({ description: "Where the block, or this part of it, stands on that page." })
    })
  ).annotate({ description: "Every page and box that it stands on, in reading order." }),
  page_starts: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        page: page("Counted from 1."),
        start: Schema.Int.annotate({ description: "In UTF-16 units of `text`, counted from 0." })
      })
    ).annotate({
      description: "Where in `text` the part on each page begins; only of a text over several pages."
    })
  ),
  reading_order: Schema.Int.annotate({ description: "Its place among all blocks, counted from 0." }),
  span: Schema.NullOr(Span).annotate({
    description: "Its bytes in the Markdown; null where the settings leave it out of that."
  }),
  text: Schema.String.annotate({
    description: "What it says, without marks of Markdown; of a table its cells, by tabs and line breaks."
  }),
  level: Schema.NullOr(Schema.Int).annotate({
    description: "Of a heading 1 to 6, the highest being 1; null otherwise."
  }),
  confidence: Schema.NullOr(Schema.Finite).annotate({
    description: "How sure recognition is of its page, 0 to 1; null where nothing was recognised."
  }),
  depth: Schema.optionalKey(
    Schema.Int.annotate({ description: "How many lists it stands in, from 0; only of a list item." })
  ),
  marker: Schema.optionalKey(
    Schema.String.annotate({ description: "Its bullet or number as printed; only of a list item." })
  ),
  rows: Schema.optionalKey(
    Schema.Array(Schema.Array(Cell)).annotate({
      description: "Its cells, row by row; a cell over several rows is in its first. Only of a table."
    })
  ),
  language: text("The programming language, null where it is not known; only of code."),
  latex: text("The formula in LaTeX, null where it could not be read well enough; only of a formula."),
  image: text("The name of its picture, null where it has none; only of a figure."),
  caption: text("What its caption says, null without one; only of a figure."),
  name: text("What the form calls the field, null where it has no name; only of a form field."),
  value: text("What is filled in, null where it is empty; only of a form field.")
}).annotate({ identifier: "V2Block" })

export const Page = Schema.Struct({
  page: page("Counted from 1."),
  width: Schema.Finite.annotate({ description: "Points, 72 to the inch, of the page as it is shown." }),
  height: Schema.Finite.annotate({ description: "Points, 72 to the inch, of the page as it is shown." }),
  rotation: Schema.Int.annotate({ description: "Degrees clockwise by which the document turns the page." }),
  label: Schema.NullOr(Schema.String).annotate({
    description: "The number that the document gives the page, like `iv`; null where it gives none."
  })
}).annotate({ identifier: "V2Page" })

/** A whole result. */
export const AllBlocks = Schema.Struct({
  pages: Schema.Array(Page).annotate({ description: "The pages that were converted." }),
  blocks: Schema.Array(Block).annotate({ description: "All blocks, in reading order." })
}).annotate({ identifier: "V2AllBlocks" })

export const Chunk = Schema.Struct({
  id: Schema.String.annotate({ description: "Names the piece; the same bytes, options and sizes give the same." }),
  text: Schema.String.annotate({ description: "The piece of Markdown, with the overlap that it begins with." }),
  headings: Schema.Array(Schema.String).annotate({
    description: "The headings that it stands under, from the highest down."
  }),
  pages: Schema.Array(Schema.Int).annotate({ description: "The pages that it stands on, counted from 1." }),
  blocks: Schema.Array(Schema.String).annotate({ description: "The ids of the blocks that it is made of." }),
  span: Span.annotateKey({ description: "Its bytes in the Markdown." })
}).annotate({ identifier: "V2Chunk" })

/** The picture of a figure. */
export const Image = Schema.Struct({
  name: Schema.String.annotate({ description: "The file's name; in the Markdown it is `images/` and this." }),
  block: Schema.String.annotate({ description: "The id of the figure's block." }),
  page: page("The page that the figure stands on, counted from 1."),
  media_type: Schema.Literals(["image/jpeg", "image/png"]).annotate({ description: "What the file is." }),
  width: Schema.Int.annotate({ description: "Pixels from left to right." }),
  height: Schema.Int.annotate({ description: "Pixels from top to bottom." }),
  size: Schema.Int.annotate({ description: "Bytes of the file." })
}).annotate({ identifier: "V2Image" })
