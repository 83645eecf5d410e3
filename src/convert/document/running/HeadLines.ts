/** Which blocks can be running heads or feet (lines of text, but also rows of a table and a line of typewriter), what they say, and how they look once they are. */

import type { Block, Code, Paragraph, Provenance, RunningHead } from "../../model/Block.ts"
import { height } from "../../model/Geometry.ts"
import { plain, printedLines, printedText } from "../../model/Text.ts"
import { lineOf } from "../TableLines.ts"
import { plainStyle } from "./RunningRows.ts"

/** Some documents set their running heads in the cells of a table, or in typewriter, which alone on its line looks like a listing. */
export const mayRun = (block: Block): boolean =>
  ["paragraph", "item", "table"].includes(block.kind) || isTypedLine(block)

const isTypedLine = (block: Block): block is Code => block.kind === "code" && block.lines.length === 1

export const wordsOf = (block: Block): string => {
  if (block.kind === "table") return block.rows.map((row) => row.map(({ runs }) => plain(runs)).join(" ")).join(" ")
  return block.kind === "code" ? block.lines.join(" ") : printedText(block)
}

/** The lines that the document itself tags as running heads: untagged text that says the same in the same place is one as well. */
export const toldOf = (asides: ReadonlyArray<Block>): ReadonlyArray<Paragraph> =>
  asides.flatMap((block) =>
    block.kind === "header" || block.kind === "footer"
      ? block.lines.map((line) => ({
          kind: "paragraph",
          lines: [line],
          style: block.style,
          place: { ...block.place, box: line.box }
        }))
      : []
  )

export const asRunningHead = (block: Block): ReadonlyArray<RunningHead> => {
  if (block.kind === "table")
    return block.rows.flatMap((row) => lineOf(block, row) ?? []).map((line) => ({ ...line, kind: kindOf(line.place) }))
  if (block.kind === "code") return [ofCode(block)]
  if (!("style" in block)) return []
  const { style, place } = block
  return [{ kind: kindOf(place), lines: printedLines(block), style, place }]
}

const kindOf = ({ box, height }: Provenance) => ((box.y0 + box.y1) / 2 < height / 2 ? "header" : "footer")

const ofCode = ({ place, lines: [text = ""] }: Code): RunningHead => ({
  kind: kindOf(place),
  lines: [{ runs: [{ text: text.trim() }], page: place.page, box: place.box }],
  style: { ...plainStyle, size: height(place.box), mono: true },
  place
})
