import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ConversionFailed, Pdf } from "./Converter.ts"
import type { PackedInfo } from "./model/Document.ts"

export class Inspector extends Context.Service<
  Inspector,
  {
    /** What a document says of itself. Opens it in a process of its own, which no conversion waits for, and reads no page. Null when that takes too long. An owner's documents are opened one after the other. */
    readonly inspect: (pdf: Pdf) => Effect.Effect<PackedInfo | null, ConversionFailed>
  }
>()("svc/convert/Inspector") {}
