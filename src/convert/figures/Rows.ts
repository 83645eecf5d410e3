/** Drawings → drawings with their parts: what is too little by itself, and what stands side by side with no more than labels between, in rows. */
import { around, type Box, height, overlap, union, width } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { maxDrawn, minSeries, nearlyAll } from "../model/Measures.ts"
import { type Evidence, isMostlyIn } from "./Evidence.ts"
import { isLettering } from "./FigureLabels.ts"
import type { Mark } from "./Marks.ts"
import { isBeside } from "./Panels.ts"
import { parameters } from "./Parameters.ts"
import { bodySetting, type Text, textsOf } from "./Texts.ts"

const { panelGapPt } = parameters

const overlapsRow = (a: Box, b: Box): boolean => overlap(a.y0, a.y1, b.y0, b.y1) > 0.5 * Math.min(height(a), height(b))

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
  return {
    box,
    marks: parts.flatMap(({ marks }) => marks),
    labels: texts.filter((each) => isMostlyIn(each.box, box))
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
  const isLabel = (each: Text) => each.isTurned || !hasProse || isLettering(each, body)
  const isApart = ({ box: a }: Drawing, { box: b }: Drawing) =>
    !isBeside(a, b, panelGapPt) || isSaidBetween(a, b, texts, isLabel)
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

interface Weighed extends Pick<Evidence, "bare"> {
  readonly box: Box
  readonly score: number
}

/**
 * Drawings that are no figures by themselves, joined with up to a few others beside them if that makes one; and figures joined with what
 * else is drawn beside them if they remain figures with it.
 */
export const completed = <A extends Weighed>(
  all: ReadonlyArray<A>,
  isNear: (a: A, b: A) => boolean,
  isPart: (a: A, b: A) => boolean,
  joined: (parts: ReadonlyArray<A>) => A
): ReadonlyArray<A> => {
  const isDrawing = ({ score, bare }: A) => score <= 0 && bare === 0
  const out = all.filter((each) => !isDrawing(each))
  const left = new Set(all.filter(isDrawing))
  const pieces: Array<A> = []
  for (const first of left) {
    const near = new Set([first])
    for (const each of near) for (const other of left) if (!near.has(other) && isNear(each, other)) near.add(other)
    const own = [...near]
    for (const each of own) left.delete(each)
    const isWhole = own.length <= minSeries && own.every((each, i) => i === 0 || isPart(own[i - 1] as A, each))
    const whole = isWhole ? joined(own) : first
    if (whole.score > 0) out.push(whole)
    else pieces.push(...own)
  }
  for (const piece of pieces) {
    const at = out.findIndex((each) => each.score > 0 && isIn(piece, each) && isPart(each, piece))
    const whole = at < 0 ? piece : joined([out[at] as A, piece])
    if (at < 0 || whole.score <= 0) out.push(piece)
    else out[at] = whole
  }
  return out
}

/** Beside another, in its rows; or over or under it, in its columns. */
const isIn = ({ box }: Weighed, { box: other }: Weighed): boolean =>
  overlap(box.x0, box.x1, other.x0, other.x1) > nearlyAll * width(box) ||
  overlap(box.y0, box.y1, other.y0, other.y1) > nearlyAll * height(box)

/** Whether anything that is no label stands between two boxes. */
export const isSaidBetween = (
  a: Box,
  b: Box,
  texts: ReadonlyArray<Text>,
  isLabel: (text: Text) => boolean
): boolean => {
  const all = union(a, b)
  return texts.some(
    (each) =>
      (each.isProse || !isLabel(each)) &&
      isMostlyIn(each.box, all) &&
      !isMostlyIn(each.box, a) &&
      !isMostlyIn(each.box, b)
  )
}
