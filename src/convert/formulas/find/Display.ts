/** Clusters → words: formulas that stand on lines of their own, with the numbers that they are called by. */
import { aroundAll, type Box, overlap, union } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import { inLineEm, maxLeadingEm, minIndentEm, sameRowEm, scriptShare, slackEm, slackPt } from "../../model/Measures.ts"
import { rowBaseline } from "../parse/Bars.ts"
import { type Bar, drawn, type Item, sizeOf } from "../parse/Item.ts"
import { accents } from "../print/Atoms.ts"
import { reading } from "../Reading.ts"
import { inCells } from "./Cells.ts"
import type { Cluster, Found } from "./Clusters.ts"
import { hangOf } from "./LineKinds.ts"
import { parameters } from "./Parameters.ts"
import type { Sight } from "./Sight.ts"
import { isFormula, tokensOf } from "./Stretches.ts"

const { sideGapEm, minSetOffLeadings, minEmblem, asidePt, awayPt, maxFormulaBarPt, maxBars } = parameters

/** A number in brackets, at the edge of the column; before it those of its part and its appendix. */
const number = /^\(((?:(?:[A-Z]{1,4}\.){0,2}[A-Z]?|[ivx]+)?\d{0,3}(?:[.\-–]\d{1,3})*\p{Ll}?[′']?|[*†])\)$/u

export interface Displays {
  readonly words: ReadonlyArray<Word>
  /** Words whose place they take. */
  readonly gone: ReadonlyArray<Word>
  /** What is left for formulas within text. */
  readonly left: Found
}

export const displays = (sight: Sight, found: Found): Displays => {
  const words: Array<Word> = []
  const gone: Array<Word> = []
  const left: Array<Cluster> = []
  const isCell = inCells(sight, found.prose)
  for (const cluster of found.clusters) {
    if (isCell(cluster) || cluster.hosts.length > 0 || !isDisplay(cluster, found)) {
      left.push(cluster)
      continue
    }
    if (!saysSomething(sight, cluster, found)) continue
    const labels = numbersOf(cluster, found).filter((label) => isNearest(label, cluster, found))
    const taken = [...cluster.words, ...labels.flatMap((label) => label.words)]
    words.push(wordOf(sight, cluster, labels))
    gone.push(...originals(sight, taken))
  }
  return { words, gone, left: { ...found, clusters: left } }
}

/** The words of the page behind words of lines, which are copies. */
export const originals = ({ all }: Sight, words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.flatMap((word) => all.get(word.glyphs?.[0] ?? -1) ?? [])

const isDisplay = ({ box, items, lines }: Cluster, { prose, others }: Found): boolean => {
  const size = sizeOf(items) || 10
  if (items.every(isAccent)) return false
  // scripts of scripts reach far under their line, and no line of small text is as near to it
  const isScript = prose.some(
    (line) =>
      size < scriptShare * line.size &&
      overlap(line.box.y0, line.box.y1, box.y0, box.y1) > -sameRowEm * line.size &&
      overlap(line.box.x0, line.box.x1, box.x0, box.x1) > 0
  )
  if (isScript) return false
  const isBeside = prose.some(
    (line) =>
      overlap(line.box.y0, line.box.y1, box.y0, box.y1) > 0.35 * Math.min(line.size, box.y1 - box.y0) &&
      overlap(line.box.x0, line.box.x1, box.x0, box.x1) > -sideGapEm * size
  )
  if (isBeside) return false
  const base = rowBaseline(items)
  const isInRow = (line: Line) => Math.abs(line.baseline - base) < inLineEm * size
  const inRow = others.filter(
    (line) =>
      isInRow(line) &&
      !number.test(textOf(line)) &&
      !prose.some((other) => isInRow(other) && isBetween(other.box, line.box, box))
  )
  if (inRow.length > 0) return false
  return isSetOff({ box, size, base }, prose, lines)
}

const isBetween = (own: Box, a: Box, b: Box): boolean =>
  own.x0 > Math.min(a.x1, b.x1) - slackPt && own.x1 < Math.max(a.x0, b.x0) + slackPt

/** A sign alone in a size that no text has is an emblem; signs among upright letters are those of a tree, signs in code are code. */
const saysSomething = (sight: Sight, { lines, items, words }: Cluster, { prose }: Found): boolean => {
  if (items.length < 2) return prose.some(({ size }) => sizeOf(items) < minEmblem * size)
  const written = words.filter(({ text }) => /\p{L}/u.test(text))
  if (words.some((word) => sight.loose.includes(word))) return true
  const isCode = written.length > 0 && written.every(({ mono }) => mono)
  return !isCode && isFormula(lines.flatMap((line) => tokensOf(sight, line)))
}

/** A sign that stands over letters. */
export const isAccent = ({ character }: Item): boolean => accents[character] !== undefined

const textOf = ({ words }: Line): string => words.map(({ text }) => text).join("")

/** Its own lines are indented, or stand further from the text before than that's lines do. */
const isSetOff = (
  { box, size, base }: { readonly box: Cluster["box"]; readonly size: number; readonly base: number },
  prose: ReadonlyArray<Line>,
  lines: ReadonlyArray<Line>
): boolean => {
  const over = prose
    .filter((line) => line.baseline < base && overlap(line.box.x0, line.box.x1, box.x0, box.x1) > 0)
    .reduce<Line | null>((last, line) => (last === null || line.baseline > last.baseline ? line : last), null)
  if (over === null) return true
  if ([over.box.x0, hangOf(over)].every((x0) => Math.abs(x0 - box.x0) > minIndentEm * size)) return true
  const top = Math.min(base, ...lines.filter((line) => line.size > scriptShare * size).map((line) => line.baseline))
  return top - over.baseline > minSetOffLeadings * over.size
}

interface Label {
  readonly text: string
  readonly baseline: number
  readonly words: ReadonlyArray<Word>
}

/** The numbers at one side of a formula, or on the line under it. */
const numbersOf = ({ box, items }: Cluster, { others, prose }: Found): ReadonlyArray<Label> => {
  const size = sizeOf(items) || 10
  return others.flatMap((line) => {
    const text = number.exec(textOf(line))?.[1]
    const isLevel = overlap(line.box.y0, line.box.y1, box.y0, box.y1 + maxLeadingEm * size) > 0.5 * line.size
    const isAside = line.box.x0 > box.x1 - 0.5 * size || line.box.x1 < box.x0 || line.box.y0 > box.y1 - 0.4 * size
    if (text === undefined || !isLevel || !isAside) return []
    const isClear = !prose.some(
      (other) =>
        overlap(other.box.y0, other.box.y1, line.box.y0, line.box.y1) > 2 &&
        overlap(other.box.x0, other.box.x1, Math.min(box.x1, line.box.x1), Math.max(box.x0, line.box.x0)) > 0
    )
    return isClear ? [{ text: text.replace("′", "'"), baseline: line.baseline, words: line.words }] : []
  })
}

/** No other formula in the number's row is nearer to it, as in the next column. */
const isNearest = ({ words }: Label, own: Cluster, { clusters }: Found): boolean => {
  const label = aroundAll(words)
  const gap = ({ box }: Cluster) => -overlap(box.x0, box.x1, label.x0, label.x1)
  return !clusters.some(
    (other) => other !== own && overlap(other.box.y0, other.box.y1, label.y0, label.y1) > 0 && gap(other) < gap(own)
  )
}

const wordOf = (sight: Sight, cluster: Cluster, labels: ReadonlyArray<Label>): Word => {
  const { items, box, words } = cluster
  const first = words[0] as Word
  const size = sizeOf(items) || first.size
  const bars = barsIn(sight, box)
  const { latex, text } = reading([...items, ...drawnIn(sight, items, bars)], bars, labels)
  const all = labels.reduce((whole, label) => union(whole, aroundAll(label.words)), box)
  return {
    ...first,
    text: latex === null || text === "" ? words.map((word) => word.text).join(" ") : text,
    box: all,
    baseline: rowBaseline(items),
    size,
    bold: false,
    italic: false,
    mono: false,
    spaced: true,
    formula: { latex, isDisplay: true }
  }
}

/** Strokes among a formula's glyphs. */
export const barsIn = ({ bars }: Sight, box: Item["box"]): ReadonlyArray<Bar> =>
  bars
    .filter(
      ({ x0, x1, y0 }) => x0 > box.x0 - asidePt && x1 < box.x1 + asidePt && y0 > box.y0 - awayPt && y0 < box.y1 + awayPt
    )
    .slice(0, maxBars)
    .map(({ x0, x1, y0, y1 }) => ({ x0, x1, y: (y0 + y1) / 2 }))

/** Signs that are no glyphs: KaTeX draws roots, and arrows over letters. */
export const drawnIn = (sight: Sight, items: ReadonlyArray<Item>, bars: ReadonlyArray<Bar>): ReadonlyArray<Item> => [
  ...rootsIn(sight, bars),
  ...arrowsIn(sight, items)
]

/** The nearest drawing that begins before a bar and goes on over it. */
const rootsIn = ({ page }: Sight, bars: ReadonlyArray<Bar>): ReadonlyArray<Item> =>
  bars.flatMap(({ x0, x1, y }) => {
    const [sign] = page.drawings
      .filter((each) => Math.abs(each.y0 - y) < maxFormulaBarPt && each.x0 < x0 - 1 && each.x1 > x1 - maxFormulaBarPt)
      .sort((a, b) => b.x0 - a.x0)
    return sign === undefined ? [] : [drawn("√", { x0: sign.x0, x1: x0, y0: y - 0.1, y1: sign.y1 })]
  })

/** Drawings over a letter that are flat and no wider than it. */
const arrowsIn = ({ page }: Sight, items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  page.drawings
    .filter(({ x0, x1, y0, y1 }) =>
      items.some(({ box, size, baseline, character }) => {
        const [width, height] = [x1 - x0, y1 - y0]
        const isOver =
          y1 < baseline - sameRowEm * size &&
          y0 > baseline - size &&
          x0 > box.x0 - slackEm * size &&
          x1 < box.x1 + sameRowEm * size
        return (
          isOver &&
          width > sameRowEm * size &&
          height > slackEm * size &&
          height < sameRowEm * size &&
          /^\p{L}$/u.test(character)
        )
      })
    )
    .map((box) => drawn("→", box))
