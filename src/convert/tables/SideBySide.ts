/** Candidate → PlacedBox[] or null: what stands side by side in columns, and is no table: addresses, or a letter's sender and its dates. */
import { line } from "../lines/Lines.ts"
import { around, median } from "../model/Geometry.ts"
import type { LineWord, PlacedBox } from "../model/Line.ts"
import { apartBy } from "./candidates/Runs.ts"
import { columnsIn } from "./evidence/Apart.ts"
import { type Spot, spotsOf, stepsOf, topsOf } from "./evidence/Spots.ts"
import { linesOf } from "./Grid.ts"
import type { Candidate } from "./Judge.ts"

/** The columns, each to be read whole down to where all of them are parted by space. */
export const sideBySide = (candidate: Candidate): ReadonlyArray<PlacedBox> | null => {
  if (candidate.apart <= 0) return null
  const spots = spotsOf(candidate).filter(({ words }) => words.length > 0)
  const steps = stepsOf(topsOf(candidate.draft))
  const far = apartBy * median(steps)
  const bandOf = ({ row }: Spot) => steps.slice(0, row).filter((step) => step > far).length
  return [...Map.groupBy(spots, bandOf).values()].flatMap((own) =>
    columnsIn(own).map((column) => box(column.flatMap(({ words }) => words)))
  )
}

const box = (words: ReadonlyArray<LineWord>): PlacedBox => {
  const pieces = linesOf(words).map((own) => line(own))
  return { kind: "box", pieces, box: around(pieces.map((each) => each.box)), size: pieces[0]?.size ?? 0 }
}
