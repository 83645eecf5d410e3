import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { PackedInfo, PackedPage } from "./model/Document.ts"
import type { Options } from "./model/Options.ts"

/** Why a document has no Markdown. */
export type FailureCode =
  | "password_required"
  | "corrupt_pdf"
  | "empty_pdf"
  | "page_limit_exceeded"
  | "memory_limit_exceeded"
  | "engine_crashed"
  | "conversion_failed"

export class ConversionFailed extends Data.TaggedError("ConversionFailed")<{
  readonly code: FailureCode
  /** For people. Carries nothing of the document's text and nothing of this machine. */
  readonly message: string
}> {}

/** What a conversion yields, in this order: one `Opened`, then a `Page` for each page asked for. */
export type Progress =
  | { readonly _tag: "Opened"; readonly info: PackedInfo }
  | { readonly _tag: "Page"; readonly page: PackedPage }

/** A PDF as a local file, readable for as long as the conversion runs. */
export interface Pdf {
  readonly path: string
}

/** A document's pages and blocks as lines of JSON (`model/Result.ts`) in UTF-8. */
export type Blocks = Stream.Stream<Uint8Array, ConversionFailed>

export class Converter extends Context.Service<
  Converter,
  {
    /**
     * Reads a document page by page, in a process of its own. Pages arrive in ascending order. A page that cannot be
     * converted arrives empty with the warning `page_failed`, and the pages after it still arrive. Interrupting the
     * stream ends the work at once. `maxPages` is the most pages a document may have
     * (`page_limit_exceeded` otherwise). `onRead` runs when the document has been read and pages are left that are still
     * being recognised: from then on it keeps no converter from others.
     */
    readonly pages: (
      pdf: Pdf,
      options: Options,
      limits: { readonly maxPages: number; readonly onRead?: Effect.Effect<void> }
    ) => Stream.Stream<Progress, ConversionFailed>

    /**
     * The Markdown of the pages that arrived, whichever they are. `keep`, where it is given, takes their blocks, once,
     * before the Markdown is handed back; callers that do not ask for them do not pay for them.
     */
    readonly assemble: <E = never, R = never>(
      info: PackedInfo,
      pages: ReadonlyArray<PackedPage>,
      options: Options,
      keep?: (blocks: Blocks) => Effect.Effect<void, E, R>
    ) => Effect.Effect<string, ConversionFailed | E, R>
  }
>()("svc/convert/Converter") {}
