import { Context, type Effect } from "effect"

/** A text as it can be sent. */
export interface Encoded {
  /** Changes when the text does. */
  readonly tag: string
  readonly identity: Uint8Array
  readonly gzip: Uint8Array
  readonly br: Uint8Array
}

/** Compresses documents. What was asked for lately is kept, so that a document is compressed once. */
export class Encodings extends Context.Service<Encodings, { readonly of: (text: string) => Effect.Effect<Encoded> }>()(
  "svc/http/Encodings"
) {}
