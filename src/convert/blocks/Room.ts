/**
 * StyledLine[] → Map<StyledLine, number>: how much room the line before has to leave, in points, for a line to begin something
 * new. Some columns are set so that lines leave room for the next word though the text goes on, and in some every line is a
 * text of its own.
 */

import type { StyledLine } from "../lines/Look.ts"
import { wouldFit as fits, roomLeft } from "../model/Fit.ts"
import { around, width } from "../model/Geometry.ts"
import type { Region } from "../model/Line.ts"
import {
  edgeShare,
  maxLeadingEm,
  minGutterEm,
  minIndentEm,
  minPair,
  minSeries,
  minSizeStep,
  mostShare,
  nearlyAll,
  slackEm
} from "../model/Measures.ts"

/** Lines are this long, in em, in the narrowest columns of running text. */
const maxShortEm = 13
/** More than so many shorter ones are the labels of a drawing. */
const maxShort = 12

export type Rooms = ReadonlyMap<StyledLine, number>

/** What a sentence opens with. */
export const sentence = /^["'“‘([]?\+?[\p{Lu}\p{N}]|^\S+@\S+$/u
const small = /^\p{Ll}/u
/** Where a sentence ends within a line, or a line within a sentence. */
const running = /\p{Ll}[.!?] \p{Lu}|[-,]$/u

/** What a line leaves free of its column, beyond which the next may reach, in points. */
const freeBehind = ({ line: { box }, against }: StyledLine, next: StyledLine, region: Pick<Region, "box">): number =>
  against ? box.x0 - Math.min(region.box.x0, next.line.box.x0) : Math.max(region.box.x1, next.line.box.x1) - box.x1

export const roomBefore = (last: StyledLine, next: StyledLine, region: Pick<Region, "box">): number =>
  roomLeft(next.line.words, freeBehind(last, next, region))

export const leastRoom = ({ line }: StyledLine): number => minGutterEm * line.size

export const wouldFit = (last: StyledLine, next: StyledLine, region: Pick<Region, "box">): boolean =>
  fits(last.line.words, next.line.words, freeBehind(last, next, region))

export const roomsOf = (rows: ReadonlyArray<StyledLine>, region: Region): Rooms => {
  const stretches = stretchesOf(rows)
  const rooms = new Map(
    stretches.flatMap((stretch) =>
      stretch.slice(1).map((next, i) => [next, roomBefore(stretch[i] as StyledLine, next, region)] as const)
    )
  )
  const sizes = Map.groupBy(rooms.keys(), ({ line }) => Math.round(line.size))
  const most = edgeShare * width(region.box)
  const usual = new Map([...sizes].map(([size, own]) => [size, usualRoom(own, rooms, most)]))
  return new Map(
    stretches.flatMap((stretch) => {
      const areTexts = areOwn(stretch, rooms)
      const margin = marginOf(stretch, region)
      return stretch.map((row) => {
        const room = margin + Math.max(leastRoom(row), usual.get(Math.round(row.line.size)) ?? 0)
        return [row, areTexts ? Number.NEGATIVE_INFINITY : room] as const
      })
    })
  )
}

/**
 * How far from the column's right edge the lines of a text end that has a right edge of its own: text beside a picture, of which most
 * lines reach that edge, or quotations and abstracts, which are indented on both sides. 0 for all other text.
 */
const marginOf = (stretch: ReadonlyArray<StyledLine>, { box }: Region): number => {
  const isSetIn = ({ line }: StyledLine) => line.box.x0 > box.x0 + minIndentEm * line.size
  if (stretch.length < minSeries || stretch.some(({ against }) => against)) return 0
  const own = around(stretch.map(({ line }) => line.box))
  const reaching = stretch.filter(({ line }) => line.box.x1 > own.x1 - edgeShare * width(own))
  const isText =
    reaching.length >= mostShare * stretch.length && stretch.filter(({ text }) => small.test(text)).length >= minPair
  return reaching.length >= minSeries && (isText || stretch.every(isSetIn)) ? box.x1 - own.x1 : 0
}

/** Lines of one size right below one another. */
const stretchesOf = (rows: ReadonlyArray<StyledLine>): ReadonlyArray<ReadonlyArray<StyledLine>> => {
  const out: Array<Array<StyledLine>> = []
  for (const row of rows) {
    const last = out.at(-1)?.at(-1)
    if (last !== undefined && isUnder(last, row)) out.at(-1)?.push(row)
    else out.push([row])
  }
  return out
}

const isUnder = ({ line: above }: StyledLine, { line }: StyledLine): boolean => {
  const step = line.baseline - above.baseline
  return (
    step > slackEm * line.size &&
    step < maxLeadingEm * line.size &&
    Math.abs(above.size - line.size) <= minSizeStep * line.size
  )
}

/** How much room lines leave at the column's edge although the sentence goes on in the next: nearly all leave no more than this. */
const usualRoom = (rows: ReadonlyArray<StyledLine>, rooms: Rooms, most: number): number => {
  const left = rows.flatMap((row) => {
    const room = rooms.get(row) ?? 0
    return small.test(row.text) && room < most ? [room] : []
  })
  return left.length < minSeries ? 0 : (left.toSorted((a, b) => a - b)[Math.ceil(nearlyAll * left.length) - 1] ?? 0)
}

/**
 * Several lines that all begin as sentences do, where the line before one of them had room for more, or where they are as short as no lines of
 * running text are: names, lines of an address, links.
 */
const areOwn = (stretch: ReadonlyArray<StyledLine>, rooms: Rooms): boolean =>
  stretch.length >= minSeries &&
  stretch.every(({ text, look }) => sentence.test(text) && !look.caps && !running.test(text)) &&
  ((stretch.length > minSeries && stretch.some((row) => (rooms.get(row) ?? 0) > leastRoom(row))) || areShort(stretch))

const areShort = (stretch: ReadonlyArray<StyledLine>): boolean =>
  stretch.length <= maxShort &&
  stretch.every(({ line, look }) => !look.bold && width(line.box) < maxShortEm * line.size) &&
  stretch.filter(({ text }) => /\p{L}/u.test(text)).length >= mostShare * stretch.length
