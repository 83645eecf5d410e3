import { assert, it } from "@effect/vitest"
import { withoutXmp } from "../../layers/pdf/Streams.ts"

it("XMP is not found under any key, and nothing else changes", () => {
  const bytes = Buffer.from("<</Type/Catalog/Metadata 4 0 R/EncryptMetadata true>><</Type/Metadata/Subtype/XML>>")
  withoutXmp(bytes)
  assert.strictEqual(
    bytes.toString(),
    "<</Type/Catalog/metadata 4 0 R/EncryptMetadata true>><</Type/metadata/Subtype/XML>>"
  )
})
