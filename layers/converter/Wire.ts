/**
 * What a child and its parent say to each other, over `Channel.ts`. One request at a time; replies come in the order of the
 * work. What the parent has no use for of its own travels as bytes: it is not decoded on the way from child to child.
 */
import type { FailureCode, Told } from "../../src/convert/Converter.ts"
import type { PackedInfo, PageReport } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import type { FigurePlace, ResultBox, ResultImage } from "../../src/convert/model/Result.ts"
import type { Division } from "./Limits.ts"

/** Where a child says what it has to say; it hears on its standard input. */
export const replies = 3

/** Where the outline of a document is wanted, it comes packed. */
type Info = Omit<PackedInfo, "outline" | "printed">

/** A picture; `pixels` as in `Picture`. */
interface Drawing {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly pixels: Uint8Array
}

const newline = 0x0a

/** How long the longest line of a portion is, and the one that has no end yet, `before` bytes of which came earlier. */
export const lineLengths = (bytes: Uint8Array, before: number): { readonly longest: number; readonly open: number } => {
  let longest = 0
  let open = before
  let from = 0
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
    longest = Math.max(longest, open + end - from)
    open = 0
    from = end + 1
  }
  open += bytes.length - from
  return { longest: Math.max(longest, open), open }
}

export type Request =
  /**
   * Answered by `Opened`, then `Started` if there is a page to read, and `Page` or `Scan` for the first `most` pages asked for
   * beyond `after`, or for as many as `Division` says, then `Printed` or `Done`; or by `Failed`.
   */
  | {
      readonly _tag: "Convert"
      readonly path: string
      readonly options: Options
      readonly maxPages: number
      readonly after: number
      readonly most: number | Division
      /** Whether the document's outline is wanted. */
      readonly outline: boolean
      readonly password: string | null
      /** What will be read of the document once it is put together. Nothing where this child does not read it from its beginning. */
      readonly reads: ReadonlyArray<Told>
    }
  /** A page for the `Assemble` that follows. Has no answer. */
  | { readonly _tag: "Keep"; readonly page: PageReport; readonly packed: Uint8Array }
  /** Answered by `Assembled` or `Failed`. Forgets the pages kept. */
  | {
      readonly _tag: "Assemble"
      readonly info: Info
      readonly outline: Uint8Array
      readonly options: Options
      /** Bytes of Markdown: the pages with which it would be longer are left out. */
      readonly most: number
    }
  /** The pictures of the figures of what was assembled last, and what its Markdown calls their folder. Answered by `Illustrated`. */
  | { readonly _tag: "Illustrate"; readonly images: ReadonlyArray<ResultImage>; readonly folder: string }
  /** Answered by `Portion`: what comes next of what was assembled last. */
  | { readonly _tag: "More"; readonly of: Told }
  /** Asked of a drawing child; answered by `Drawn` or `Failed`. Pages of one `document` are drawn from one reading. */
  | {
      readonly _tag: "Draw"
      readonly document: number
      readonly path: string
      readonly page: number
      readonly password: string | null
    }
  /** Asked of a drawing child; answered by `Cut` or `Failed`: a part of a page, as fractions of it. */
  | {
      readonly _tag: "CutOut"
      readonly document: number
      readonly path: string
      readonly password: string | null
      readonly page: number
      readonly bbox: ResultBox
      /** There is one picture there and nothing else: its own file, where it has one, is better than a drawing of it. */
      readonly isPicture: boolean
    }
  /** Asked of a recognising child; answered by `Recognised` or `Failed`. */
  | ({ readonly _tag: "Recognise"; readonly graphics: Uint8Array; readonly options: Options } & Drawing)

export type Reply =
  /** The program is loaded. Said once, before anything is asked. */
  | { readonly _tag: "Ready" }
  /** `last` is the number of the last page that will be converted. */
  | { readonly _tag: "Opened"; readonly info: Info; readonly outline: Uint8Array; readonly last: number }
  /** Work on this page begins. */
  | { readonly _tag: "Started"; readonly page: number }
  /** `next` is the page on which work begins now, if one is left. */
  | { readonly _tag: "Page"; readonly page: PageReport; readonly packed: Uint8Array; readonly next: number | null }
  /** In place of `Page`, with what the text layer comes to: the page's text has to be recognised. */
  | {
      readonly _tag: "Scan"
      readonly page: PageReport
      readonly packed: Uint8Array
      /** `PageGraphics`. */
      readonly graphics: Uint8Array
      readonly next: number | null
    }
  | Answer

/** A reply after which the child is free again. */
export type Answer =
  | { readonly _tag: "Done" }
  /** In place of `Done`, where every page asked for has been said and the document is short: what was wanted of it. */
  | { readonly _tag: "Printed"; readonly markdown: Uint8Array; readonly blocks?: Uint8Array }
  /** Of so many of the pages kept, the first ones: the others would make too long a document. */
  | {
      readonly _tag: "Assembled"
      readonly pages: number
      /** What is to be cut out for it: the first figures, where there are more. */
      readonly figures: ReadonlyArray<FigurePlace>
      readonly isFiguresCut: boolean
    }
  | { readonly _tag: "Illustrated" }
  | { readonly _tag: "Portion"; readonly bytes: Uint8Array; readonly isLast: boolean }
  | ({ readonly _tag: "Drawn" } & Drawing)
  | {
      readonly _tag: "Cut"
      readonly mediaType: ResultImage["media_type"]
      readonly width: number
      readonly height: number
      readonly bytes: Uint8Array
    }
  /** With the languages as which the page was read, which may be another than those it was expected in. */
  | {
      readonly _tag: "Recognised"
      readonly page: PageReport
      readonly packed: Uint8Array
      readonly languages: ReadonlyArray<string>
    }
  | { readonly _tag: "Failed"; readonly code: FailureCode; readonly message: string }

const answers: ReadonlySet<string> = new Set<Answer["_tag"]>([
  "Done",
  "Printed",
  "Assembled",
  "Portion",
  "Drawn",
  "Cut",
  "Illustrated",
  "Recognised",
  "Failed"
])

export const isAnswer = (tag: unknown): boolean => typeof tag === "string" && answers.has(tag)
