import type { Writer } from "../content/Writer.ts"
import type { Document } from "../Document.ts"
import type { Wishes } from "../Style.ts"

/** One kind of document: how it is written, and how it is set. */
export interface Grammar {
  readonly kind: string
  readonly wishes: Wishes
  /** What else its documents are told apart by in a report. */
  readonly facets?: Readonly<Record<string, string>>
  readonly write: (writer: Writer) => Document
}
