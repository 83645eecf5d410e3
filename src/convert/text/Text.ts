/** ResultBlock[] → plain text: what the Markdown says, without its marks. Lines of one list follow one another closely. */
import type { ResultBlock } from "../model/Result.ts"

/** Prints blocks one after the other; each call yields what is added to the text. */
export const textPrinter = (): ((block: ResultBlock) => string) => {
  let before: ResultBlock | undefined
  return (block) => {
    // its picture shows its words, and what it is called stands beside it
    if (block.span === null || (block.type === "figure" && block.image !== null)) return ""
    const own = textOf(block)
    if (own === "") return ""
    const isTight = before?.type === "list_item" && block.type === "list_item"
    const between = before === undefined ? "" : isTight ? "\n" : "\n\n"
    before = block
    return between + own
  }
}

const textOf = (block: ResultBlock): string =>
  block.type === "list_item" ? `${"    ".repeat(block.depth)}${block.marker} ${block.text}` : block.text
