/**
 * What a converter child and its parent say to each other. One request at a time; replies come in the order of the work.
 * Pages travel packed: the channel clones a string several times faster than what it stands for.
 */
import type { FailureCode } from "../../src/convert/Converter.ts"
import type { DocumentInfo, PackedPage } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import type { Picture } from "../../src/convert/ocr/Recognised.ts"
import type { PageGraphics } from "../../src/convert/ocr/Scan.ts"
import type { Division } from "./Division.ts"

export type Request =
  /** Answered by `Opened`, then `Started` if there is a page to read, and `Page` or `Scan` for the first `most` pages asked for beyond `after`, or for as many as `Division` says, then `Done`; or by `Failed`. */
  | {
      readonly _tag: "Convert"
      readonly path: string
      readonly options: Options
      readonly maxPages: number
      readonly after: number
      readonly most: number | Division
      /** Whether the document's outline is wanted. */
      readonly outline: boolean
    }
  /** Pages for the `Assemble` that follows. Has no answer. */
  | { readonly _tag: "Keep"; readonly pages: ReadonlyArray<PackedPage> }
  /** Answered by `Assembled` or `Failed`. Forgets the pages kept. */
  | { readonly _tag: "Assemble"; readonly info: DocumentInfo; readonly options: Options }
  /** Asked of a drawing child; answered by `Drawn` or `Failed`. Pages of one `document` are drawn from one reading. */
  | { readonly _tag: "Draw"; readonly document: number; readonly path: string; readonly page: number }
  /** Asked of a recognising child; answered by `Recognised` or `Failed`. */
  | {
      readonly _tag: "Recognise"
      readonly picture: Picture
      readonly graphics: PageGraphics
      readonly options: Options
    }

export type Reply =
  /** The program is loaded. Said once, before anything is asked. */
  | { readonly _tag: "Ready" }
  /** `last` is the number of the last page that will be converted. */
  | { readonly _tag: "Opened"; readonly info: DocumentInfo; readonly last: number }
  /** Work on this page begins. */
  | { readonly _tag: "Started"; readonly page: number }
  /** `next` is the page on which work begins now, if one is left. */
  | { readonly _tag: "Page"; readonly page: PackedPage; readonly next: number | null }
  /** In place of `Page`, with what the text layer comes to: the page's text has to be recognised. */
  | { readonly _tag: "Scan"; readonly page: PackedPage; readonly graphics: PageGraphics; readonly next: number | null }
  | Answer

/** A reply after which the child is free again. */
export type Answer =
  | { readonly _tag: "Done" }
  | { readonly _tag: "Assembled"; readonly markdown: string }
  | { readonly _tag: "Drawn"; readonly picture: Picture }
  /** With the languages as which the page was read, which may be another than those it was expected in. */
  | { readonly _tag: "Recognised"; readonly page: PackedPage; readonly languages: ReadonlyArray<string> }
  | { readonly _tag: "Failed"; readonly code: FailureCode; readonly message: string }
