/**
 * What a child may say, as its parent takes it: whatever has got hold of a child, nothing else is ever heard of it. What the
 * parent passes on is bytes, and stays so.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PageWarning } from "../../schema/Job.ts"
import type { Heard } from "./Channel.ts"
import { mostFigures } from "./Limits.ts"
import type { Reply } from "./Wire.ts"

const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))
const bytes = Schema.Uint8Array

/** Titles, names and messages, in characters. */
const words = Schema.String.check(Schema.isMaxLength(2000))

const report = Schema.Struct({
  page: count,
  method: Schema.Literals(["text", "ocr", "empty"]),
  characters: count,
  tables: count,
  confidence: Schema.NullOr(Schema.Finite),
  warnings: Schema.Array(PageWarning).check(Schema.isMaxLength(16))
})

const info = Schema.Struct({
  pages: count,
  title: Schema.NullOr(words),
  author: Schema.NullOr(words),
  encrypted: Schema.optionalKey(Schema.Literal(true))
})

const code = Schema.Literals([
  "password_required",
  "password_wrong",
  "corrupt_pdf",
  "empty_pdf",
  "page_limit_exceeded",
  "memory_limit_exceeded",
  "engine_crashed",
  "conversion_failed"
])

const fraction = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

const figure = Schema.Struct({
  block: Schema.String.check(Schema.isPattern(/^p\d{1,6}-\d{1,7}$/)),
  name: Schema.String.check(Schema.isPattern(/^p\d{3,6}-\d{1,7}$/)),
  page: count,
  bbox: Schema.Struct({ x: fraction, y: fraction, width: fraction, height: fraction }),
  isPicture: Schema.Boolean
})

const reply = Schema.Union([
  Schema.TaggedStruct("Ready", {}),
  Schema.TaggedStruct("Opened", { info, outline: bytes, last: count }),
  Schema.TaggedStruct("Started", { page: count }),
  Schema.TaggedStruct("Page", { page: report, packed: bytes, next: Schema.NullOr(count) }),
  Schema.TaggedStruct("Scan", { page: report, packed: bytes, graphics: bytes, next: Schema.NullOr(count) }),
  Schema.TaggedStruct("Done", {}),
  Schema.TaggedStruct("Printed", { markdown: bytes, blocks: Schema.optionalKey(bytes) }),
  Schema.TaggedStruct("Assembled", {
    pages: count,
    figures: Schema.Array(figure).check(Schema.isMaxLength(mostFigures)),
    isFiguresCut: Schema.Boolean
  }),
  Schema.TaggedStruct("Illustrated", {}),
  Schema.TaggedStruct("Cut", {
    mediaType: Schema.Literals(["image/jpeg", "image/png"]),
    width: size,
    height: size,
    bytes
  }),
  Schema.TaggedStruct("Portion", { bytes, isLast: Schema.Boolean }),
  Schema.TaggedStruct("Drawn", { width: size, height: size, scale: Schema.Finite, pixels: bytes }),
  Schema.TaggedStruct("Recognised", {
    page: report,
    packed: bytes,
    languages: Schema.Array(words).check(Schema.isMaxLength(16))
  }),
  Schema.TaggedStruct("Failed", { code, message: words })
])

const decode = Schema.decodeUnknownOption(reply)

/** What a child said, or null where it said nothing that it may say. */
export const replyOf = (heard: Heard): Reply | null => Option.getOrNull(decode(heard))
