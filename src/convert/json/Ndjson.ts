/** A document that was read and printed → lines of JSON: its pages, then its blocks, one by one. */
import type { Printed } from "../markdown/Markdown.ts"
import type { Structured } from "../model/Document.ts"
import type { ResultImage } from "../model/Result.ts"
import { headOf, resultBlocks } from "./Blocks.ts"

export function* ndjson(
  structured: Structured,
  { markdown, blocks }: Printed,
  images: ReadonlyArray<ResultImage> | null
): Generator<string> {
  yield `${JSON.stringify(headOf(structured.pages, images))}\n`
  for (const block of resultBlocks(structured, blocks, markdown, images)) yield `${JSON.stringify(block)}\n`
}
