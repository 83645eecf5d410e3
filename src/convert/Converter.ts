import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { PackedInfo, PackedPage } from "./model/Document.ts"
import type { Options } from "./model/Options.ts"
import type { ResultImage } from "./model/Result.ts"

/** Why a document has no Markdown. */
export type FailureCode =
  | "password_required"
  | "password_wrong"
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

/** What can be had of an assembled document: its Markdown, or its blocks as lines of JSON (`model/Result.ts`), in UTF-8. */
export type Told = "markdown" | "blocks"

/** A PDF as a local file, readable for as long as the conversion runs. */
export interface Pdf {
  readonly path: string
  /** Whose it is: a process that has read one owner's documents never reads another's. */
  readonly owner?: string
  /** Counts where the document does not open without one. */
  readonly password?: Redacted.Redacted | null
}

/** The picture of a figure. */
export interface Image extends ResultImage {
  readonly bytes: Uint8Array
}

/** What was made of the pages that arrived, in UTF-8. Each stream is read once, in this order. */
export interface Assembled {
  /** How many of them it has, the first ones: the others would make too long a document. */
  readonly pages: number
  /**
   * The pictures of its figures, drawn as they are taken; none unless `images` is `files`. The Markdown and the blocks name
   * those that have been taken, in this `folder`. After `patience` ms the others are left out.
   */
  readonly images: (
    pdf: Pdf,
    how: { readonly patience: number; readonly folder: string }
  ) => Stream.Stream<Image, ConversionFailed>
  /** Whether figures are left out: there are too many, or one could not be drawn. Known once the images have been taken. */
  readonly isFiguresCut: () => boolean
  /** All of it is there already: its streams may be read at the same time. */
  readonly isAtHand: boolean
  readonly markdown: Stream.Stream<Uint8Array, ConversionFailed>
  /** Their blocks as lines of JSON (`model/Result.ts`), which only those pay for who read them. */
  readonly blocks: Stream.Stream<Uint8Array, ConversionFailed>
}

/** Of a document that is there already, and that has no figures or is asked for none. */
export const atHand: Pick<Assembled, "images" | "isFiguresCut" | "isAtHand"> = {
  images: () => Stream.empty,
  isFiguresCut: () => false,
  isAtHand: true
}

/** All of the Markdown at once, for those who have room for it. */
export const asText = ({ markdown }: Assembled): Effect.Effect<string, ConversionFailed> =>
  Stream.mkString(Stream.decodeText(markdown))

export class Converter extends Context.Service<
  Converter,
  {
    /**
     * Reads a document page by page, in a process of its own. Pages arrive in ascending order. A page that cannot be
     * converted arrives empty with the warning `page_failed`, and the pages after it still arrive. Interrupting the
     * stream ends the work at once. `maxPages` is the most pages a document may have
     * (`page_limit_exceeded` otherwise). `onRead` runs when the document has been read and pages are left that are still
     * being recognised: from then on it keeps no converter from others. Pages are kept on the disk for as long as the scope
     * lives; when they come to more than a document may, the stream ends early. `reads` is what will be read of the document
     * when it is assembled: a short one is put together by the process that reads it.
     */
    readonly pages: (
      pdf: Pdf,
      options: Options,
      limits: {
        readonly maxPages: number
        readonly onRead?: Effect.Effect<void>
        readonly reads?: ReadonlyArray<Told>
      }
    ) => Stream.Stream<Progress, ConversionFailed, Scope.Scope>

    /**
     * What becomes of the pages that arrived, whichever they are: `take` has it for as long as it runs, and runs once more
     * where the process that had put them together died meanwhile.
     */
    readonly assemble: <A, E, R>(
      info: PackedInfo,
      pages: ReadonlyArray<PackedPage>,
      options: Options,
      take: (assembled: Assembled) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, ConversionFailed | E, R>
  }
>()("svc/convert/Converter") {}
