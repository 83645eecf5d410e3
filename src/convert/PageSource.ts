/**
 * Port: bytes to raw pages, one at a time. Plain promises, because the reader runs in a converter child, which loads
 * nothing but the engine so that it starts in about 80 ms.
 */
import type { DocumentInfo } from "./model/Document.ts"
import type { RawPage } from "./model/Page.ts"

/** Why the bytes cannot be read as a document. */
export class Unreadable extends Error {
  readonly code: "password_required" | "password_wrong" | "corrupt_pdf" | "empty_pdf" | "conversion_failed"
  constructor(code: Unreadable["code"], message: string) {
    super(message)
    this.code = code
  }
}

export interface OpenDocument {
  readonly info: DocumentInfo
  /** The page with this number, counted from 1. */
  readonly page: (number: number) => Promise<RawPage>
  readonly close: () => Promise<void>
}

export interface PageSource {
  /**
   * Rejects with `Unreadable`. Takes ownership of the bytes. The outline, where it is not wanted, costs nothing. The
   * password counts only where the document does not open without one.
   */
  readonly open: (
    bytes: Uint8Array,
    wanted?: { readonly outline?: boolean; readonly password?: string | null }
  ) => Promise<OpenDocument>
}
