/** Line → Line[]: a line with several bullets, the first at its start, is an item for each. */
import type { Line } from "../model/Line.ts"
import { line } from "./Lines.ts"
import { marker } from "./Markers.ts"

export const atBullets = (each: Line): ReadonlyArray<Line> => {
  const [first] = each.words
  if (first === undefined || marker(first.text)?.shape !== "•") return [each]
  const starts = each.words.flatMap((word, i) => (word.text === first.text && !word.noSpaceBefore ? [i] : []))
  if (starts.length < 2) return [each]
  // they are of one depth, wherever in the line they begin
  const { x0 } = each.box
  return starts.map((from, i) => {
    const own = line(each.words.slice(from, starts[i + 1]))
    return { ...own, box: { ...own.box, x0 } }
  })
}
