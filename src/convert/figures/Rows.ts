/** Figures → figures in which drawings side by side, with no more than labels between them, are one, and so are rows of them. */
import { around, type Box, overlap, width } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { maxDrawn, nearlyAll } from "../model/Measures.ts"
import { isSaidBetween } from "./Candidates.ts"
import { isMostlyIn } from "./Evidence.ts"
import { overlapsRow } from "./Keys.ts"
import { isLettering } from "./Labels.ts"
import type { Mark } from "./Marks.ts"
import { captionOf, haveOwnCaptions, isBeside } from "./Panels.ts"
import { parameters } from "./Parameters.ts"
import { bodySetting, boxOf, isHeadline, type Text, textsOf } from "./Texts.ts"

const { panelGapPt } = parameters

interface Drawing {
  readonly box: Box
  readonly marks: ReadonlyArray<Mark>
  readonly labels: ReadonlyArray<Text>
}

/** Not pictures alone. */
const isDrawn = ({ marks, labels }: Drawing): boolean =>
  labels.length > 0 || marks.every(({ kind }) => kind !== "picture")

/** As one, with what stands between them. */
const join = (parts: ReadonlyArray<Drawing>, texts: ReadonlyArray<Text>): Drawing => {
  const box = around(parts.map((part) => part.box))
  const lines = new Set(parts.flatMap(({ labels }) => labels.map(({ line }) => line)))
  return {
    box,
    marks: parts.flatMap(({ marks }) => marks),
    labels: texts.filter((each) => lines.has(each.line) || (!each.isProse && isMostlyIn(each.box, box)))
  }
}

/** Things that belong together, one through the other. */
const chained = <A>(all: ReadonlyArray<A>, belong: (a: A, b: A) => boolean): ReadonlyArray<ReadonlyArray<A>> => {
  const left = new Set(all)
  return all.flatMap((first) => {
    if (!left.delete(first)) return []
    const own = [first]
    for (const each of own) for (const other of left) if (belong(each, other) && left.delete(other)) own.push(other)
    return [own]
  })
}

export const inRows = (found: ReadonlyArray<Drawing>, lines: ReadonlyArray<Line>): ReadonlyArray<Drawing> => {
  if (found.length < 2 || found.length > maxDrawn) return found
  const texts = textsOf(lines)
  const body = bodySetting(texts)
  const hasProse = texts.some(({ isProse }) => isProse)
  const captions = texts.filter(({ isCaption }) => isCaption).map((first) => boxOf(captionOf(first, texts)))
  const isLabel = (each: Text) =>
    each.isTurned || !hasProse || (isLettering(each, body) && !isHeadline(each, body.size))
  const isApart = ({ box: a }: Drawing, { box: b }: Drawing) =>
    !isBeside(a, b, panelGapPt) || haveOwnCaptions(a, b, captions) || isSaidBetween(a, b, texts, isLabel)
  const rows = chained(found, (a, b) => isDrawn(a) && isDrawn(b) && overlapsRow(a.box, b.box) && !isApart(a, b))
  const isOver = (a: Box, b: Box) => overlap(a.x0, a.x1, b.x0, b.x1) > nearlyAll * Math.min(width(a), width(b))
  const wholes = rows.map((row) => ({
    ...(row.length === 1 ? (row[0] as Drawing) : join(row, texts)),
    count: row.length
  }))
  return chained(wholes, (a, b) => a.count + b.count > 2 && isOver(a.box, b.box) && !isApart(a, b)).map((parts) =>
    parts.length === 1 ? (parts[0] as Drawing) : join(parts, texts)
  )
}
