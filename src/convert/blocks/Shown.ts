/** StyledLine → is it code that is shown on a line of its own, as a command or a call is? */

import type { StyledLine } from "../lines/Look.ts"
import { isListed } from "../lines/Markers.ts"
import { median } from "../model/Geometry.ts"
import type { Region } from "../model/Line.ts"
import { isText } from "../model/Line.ts"
import { minPair, minSizeStep, usualLeadingEm } from "../model/Measures.ts"
import { type Leadings, maxLeading } from "./Breaks.ts"
import { isNoted } from "./Openings.ts"

/** A line of code that is shown on its own is set in by so many em. A title's address is centred, which is further. */
const setIn = [0.8, 6] as const

/** What a line stands between in its region. */
export interface Around {
  readonly before: StyledLine | undefined
  readonly next: StyledLine | undefined
  readonly region: Region
  readonly leadings: Leadings
}

/** Whether this is one line of typewriter, set in or apart from the text around it: neither a term, whose text hangs deeper, nor a link. */
export const isShown = ([row, ...others]: ReadonlyArray<StyledLine>, around: Around): boolean => {
  if (row === undefined || others.length > 0 || row.entry !== undefined || row.against) return false
  const { line } = row
  if (!line.words.every(({ mono }) => mono) || line.words.every(({ href }) => href !== null)) return false
  if (isListed(line) || isNoted(line)) return false
  const { next, region } = around
  const depth = (line.box.x0 - region.box.x0) / line.size
  const hangs = next !== undefined && !next.look.mono && next.line.box.x0 > line.box.x0 + setIn[0] * line.size
  if (hangs || depth > setIn[1]) return false
  return depth >= setIn[0] || isApart(row, around)
}

/** Whether a line is a block of its own among text: several words, and no title, which would be bold or larger. */
const isApart = (row: StyledLine, { before, next, region, leadings }: Around): boolean => {
  if (row.look.bold || row.line.words.length < minPair) return false
  const texts = region.parts.filter((part) => isText(part) && part.words.some(({ mono }) => !mono))
  const isTitle = row.line.size > (1 + minSizeStep) * median(texts.map(({ size }) => size))
  if (texts.length === 0 || isTitle) return false
  return (before === undefined || isFar(before, row, leadings)) && (next === undefined || isFar(row, next, leadings))
}

const isFar = ({ line: a }: StyledLine, { line: b }: StyledLine, leadings: Leadings): boolean => {
  const told = [a, b].map(({ size }) => leadings.get(Math.round(size)) ?? 0)
  const usual = Math.max(...told, usualLeadingEm * Math.min(a.size, b.size))
  return b.baseline - a.baseline > maxLeading * usual || b.baseline < a.baseline
}
