/** Makes a document fit for a style and a printer before it is printed and before its truth is told. */
import type { Block, Document } from "./Document.ts"
import type { Style } from "./Style.ts"

export type Feature = Block["type"] | "side-box"

const upper = (text: string, style: Style, level: 0 | 1 | 2 | 3) =>
  style.headings[level].caps === "upper" ? text.toLocaleUpperCase() : text

export const fit = (document: Document, style: Style, lacking: ReadonlyArray<Feature>): Document => {
  const block = (one: Block): ReadonlyArray<Block> => {
    if (lacking.includes(one.type)) {
      if (one.type === "box" || one.type === "columns") return one.blocks.flatMap(block)
      return one.type === "beside" ? one.parts.flat().flatMap(block) : []
    }
    switch (one.type) {
      case "title":
        return [{ ...one, text: upper(one.text, style, 0) }]
      case "heading":
        return [{ ...one, text: upper(one.text, style, one.level) }]
      case "box": {
        const wanted = one.place === "side" && style.hasNoteMargin ? "margin" : one.place
        const place = lacking.includes("side-box") || style.columns > 1 ? "full" : wanted
        return [{ ...one, place, blocks: one.blocks.flatMap(block) }]
      }
      case "columns":
        return [{ ...one, blocks: one.blocks.flatMap(block) }]
      case "beside":
        return [{ ...one, parts: one.parts.map((part) => part.flatMap(block)) }]
      default:
        return [one]
    }
  }
  return { ...document, blocks: document.blocks.flatMap(block) }
}
