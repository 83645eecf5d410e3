/** What a converter child and its parent say to each other. One request at a time; replies come in the order of the work. */

import type { FailureCode } from "../../src/convert/Converter.ts"
import type { DocumentInfo, FinishedPage } from "../../src/convert/Document.ts"
import type { Options } from "../../src/convert/Page.ts"

export type Request =
  /** Answered by `Opened`, then `Started` and `Page` for each page asked for beyond `after`, then `Done`; or by `Failed`. */
  | {
      readonly _tag: "Convert"
      readonly path: string
      readonly options: Options
      readonly maxPages: number
      readonly after: number
    }
  /** Pages for the `Assemble` that follows. Has no answer. */
  | { readonly _tag: "Keep"; readonly pages: ReadonlyArray<FinishedPage> }
  /** Answered by `Assembled` or `Failed`. Forgets the pages kept. */
  | { readonly _tag: "Assemble"; readonly info: DocumentInfo; readonly options: Options }

export type Reply =
  /** The program is loaded. Said once, before anything is asked. */
  | { readonly _tag: "Ready" }
  /** `last` is the number of the last page that will be converted. */
  | { readonly _tag: "Opened"; readonly info: DocumentInfo; readonly last: number }
  /** Work on this page begins. Said again with `recognised` when it turns out that its text must be recognised. */
  | { readonly _tag: "Started"; readonly page: number; readonly recognised: boolean }
  | { readonly _tag: "Page"; readonly page: FinishedPage }
  | Answer

/** A reply after which the child is free again. */
export type Answer =
  | { readonly _tag: "Done" }
  | { readonly _tag: "Assembled"; readonly markdown: string }
  | { readonly _tag: "Failed"; readonly code: FailureCode; readonly message: string }

/** What stands for a page that could not be converted. */
export const failedPage = (page: number): FinishedPage => ({
  page,
  method: "empty",
  characters: 0,
  tables: 0,
  confidence: null,
  warnings: ["page_failed"],
  blocks: []
})
