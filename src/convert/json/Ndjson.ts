/** A document that was read and printed → lines of JSON: its pages, then its blocks, one by one. */
import type { Printed } from "../markdown/Markdown.ts"
import type { Structured } from "../model/Document.ts"
import { headOf, resultBlocks } from "./Blocks.ts"

export function* ndjson(structured: Structured, { markdown, blocks }: Printed): Generator<string> {
  yield `${JSON.stringify(headOf(structured.pages))}\n`
  for (const block of resultBlocks(structured, blocks, markdown)) yield `${JSON.stringify(block)}\n`
}
