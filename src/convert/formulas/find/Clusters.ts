/** Lines → clusters of lines that can only be parts of one formula, and the text that stands beside them. */
import { aroundAll, type Box, overlap, union } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import {
  maxDrawn,
  minGutterEm,
  minSeries,
  minSizeStep,
  sameEdgePt,
  scriptShare,
  slackEm,
  slackPt
} from "../../model/Measures.ts"
import type { RawPage, Segment } from "../../model/Page.ts"
import { itemOf } from "../parse/Glyphs.ts"
import type { Item } from "../parse/Item.ts"
import { accents } from "../print/Atoms.ts"
import { equationNumber, type LineKind, lineKinds } from "./LineKinds.ts"
import { parameters } from "./Parameters.ts"
import { isOnAxis, type Sight } from "./Sight.ts"
import { letterSize } from "./Words.ts"

const {
  maxPartGapEm,
  maxUnderEm,
  maxRowGapEm,
  maxAsideEm,
  minLevelEm,
  minLevelWordsEm,
  maxPartPt,
  minWallPt,
  maxAcrossShare,
  maxAccentGapEm
} = parameters

export interface Cluster {
  readonly words: ReadonlyArray<Word>
  readonly lines: ReadonlyArray<Line>
  readonly items: ReadonlyArray<Item>
  readonly box: Box
  /** The line of text with the letter that it stands over, where it is an accent. */
  readonly host?: Line
  /** Lines of text that it stands in, as a script, a part of a fraction or a sign of no line does. */
  readonly hosts: ReadonlyArray<Line>
}

export interface Found {
  readonly clusters: ReadonlyArray<Cluster>
  /** Lines with words of a language. */
  readonly prose: ReadonlyArray<Line>
  /** Lines that are part of no cluster and are not prose. */
  readonly others: ReadonlyArray<Line>
}

export const clusters = (sight: Sight): Found => {
  const kinds = lineKinds(sight)
  const prose = sight.lines.filter((line) => kinds.get(line) === "prose")
  const hosts = accentHosts(sight)
  const accentsOver = (line: Line) => sight.loose.filter((word) => hosts.get(word) === line)
  const open: Array<Open> = sight.lines
    .filter((line) => kinds.get(line) !== "prose")
    .map((line) => {
      const accents = accentsOver(line)
      const kind = accents.length > 0 ? "math" : (kinds.get(line) ?? "words")
      return openOf(sight, [...line.words, ...accents], [line], kind)
    })
  for (const word of sight.loose) if (!hosts.has(word)) open.push(openOf(sight, [word], [], "math"))
  const parts = grown(
    open.map((each) => ({ ...each, hosts: hostsOf(each, prose, sight.bars) })),
    prose,
    uprights(sight.page),
    sight.bars
  )
  const isFormula = (each: Open) => each.kind === "math"
  const overText = prose.flatMap((host) =>
    accentsOver(host).map((word) => ({ ...openOf(sight, [word], [], "math"), host }))
  )
  const rest = parts.filter((each) => !isFormula(each)).flatMap(({ lines }) => lines)
  // words that no formula has taken, and what formulas stand among them
  const isMixed = (line: Line) =>
    kinds.get(line) === "words" && line.words.some((word) => sight.kinds.get(word.glyphs?.[0] ?? -1)?.includes("math"))
  return {
    clusters: [
      ...parts.filter(isFormula).map(({ words, lines, items, box, hosts }) => ({ words, lines, items, box, hosts })),
      ...overText.map(({ words, lines, items, box, host, hosts }) => ({ words, lines, items, box, host, hosts }))
    ],
    prose: [...prose, ...rest.filter(isMixed)],
    others: rest.filter((line) => !isMixed(line))
  }
}

/** Wide accents stand on no line: each with the line that has the letter right under it. */
const accentHosts = (sight: Sight): ReadonlyMap<Word, Line> => {
  const hosts = new Map<Word, Line>()
  for (const word of sight.loose) {
    const [accent, ...more] = itemsOf(sight, [word])
    if (accent === undefined || more.length > 0 || accents[accent.character] === undefined) continue
    let nearest = maxAccentGapEm * word.size
    for (const line of sight.lines) {
      if (line.box.y1 < accent.box.y0 || line.box.y0 > accent.box.y1 + line.size) continue
      const letters = line.words.filter(({ box }) => box.x0 < accent.box.x1 && box.x1 > accent.box.x0)
      for (const { box } of itemsOf(sight, letters)) {
        const gap = Math.abs(box.y0 - accent.box.y1)
        const isUnder = overlap(box.x0, box.x1, accent.box.x0, accent.box.x1) > 0 && box.y1 > accent.box.y1
        if (!isUnder || gap >= nearest) continue
        nearest = gap
        hosts.set(word, line)
      }
    }
  }
  return hosts
}

interface Open extends Cluster {
  readonly kind: LineKind
  readonly size: number
  readonly isNumber: boolean
  /** How many had grown when it came to be. */
  readonly since: number
}

const hostsOf = (each: Open, prose: ReadonlyArray<Line>, bars: ReadonlyArray<Segment>): ReadonlyArray<Line> => {
  const { box, size, lines } = each
  const own = bars.filter((bar) => isAtBar(each, bar))
  return prose.filter(
    (line) =>
      own.some((bar) => isOnAxis(bar, line) && overlap(line.box.x0, line.box.x1, bar.x0, bar.x1) > -line.size) ||
      ((lines.length === 0 || size < scriptShare * line.size) &&
        overlap(box.y0, box.y1, line.box.y0, line.box.y1) > slackEm * line.size &&
        box.x0 > line.box.x0 &&
        box.x1 < line.box.x1)
  )
}

/** Right over or under a bar, which is no shorter. */
const isAtBar = ({ box, size }: Open, { x0, x1, y0 }: Segment): boolean =>
  x0 < box.x0 + slackEm * size &&
  x1 > box.x1 - slackEm * size &&
  Math.max(y0 - box.y1, box.y0 - y0) < maxRowGapEm * size &&
  Math.max(y0 - box.y1, box.y0 - y0) > -slackEm * size

/** Of one line of text, or both of none. */
const areTogether = (a: Open, b: Open): boolean =>
  a.hosts.length === 0 ? b.hosts.length === 0 : a.hosts.some((host) => b.hosts.includes(host))

const openOf = (sight: Sight, words: ReadonlyArray<Word>, lines: ReadonlyArray<Line>, kind: LineKind): Open => {
  const items = itemsOf(sight, words)
  return {
    words,
    lines,
    items,
    box: aroundAll(items),
    kind,
    size: letterSize(words),
    isNumber: isNumber(words),
    since: 0,
    hosts: []
  }
}

/** Without blanks. */
export const itemsOf = ({ page, fonts }: Sight, words: ReadonlyArray<Word>): ReadonlyArray<Item> =>
  words.flatMap(({ glyphs: [from, to] = [0, 0] }) =>
    Array.from({ length: to - from }, (_, k) => itemOf(page, fonts, from + k)).filter(
      ({ character }) => character.trim() !== ""
    )
  )

/** Clusters that grow until nothing is near them; text is taken in beside them only. */
const grown = (
  open: ReadonlyArray<Open>,
  prose: ReadonlyArray<Line>,
  walls: ReadonlyArray<Segment>,
  bars: ReadonlyArray<Segment>
): ReadonlyArray<Open> => {
  const current = [...open]
  let count = 0
  // what had nothing near it, and how many had grown by then
  const alone = new Map<Open, number>()
  for (let i = 0; i < current.length; i++) {
    const own = current[i] as Open
    if (own.kind !== "math") continue
    const since = alone.get(own) ?? -1
    const at = current.findIndex(
      (other) =>
        other.since > since &&
        other !== own &&
        (isNear(own, other) || isOverBar(own, other, bars)) &&
        !isParted(own, other, prose, walls)
    )
    if (at < 0) {
      alone.set(own, count)
      continue
    }
    const other = current[at] as Open
    const merged: Open = {
      words: [...own.words, ...other.words],
      lines: [...own.lines, ...other.lines],
      items: [...own.items, ...other.items],
      box: union(own.box, other.box),
      kind: "math",
      size: Math.max(own.size, other.size),
      isNumber: false,
      since: ++count,
      hosts: own.hosts
    }
    current[Math.min(i, at)] = merged
    current.splice(Math.max(i, at), 1)
    i = -1
  }
  return current
}

const isNear = (a: Open, b: Open): boolean => {
  if (!areTogether(a, b)) return false
  const em = Math.max(a.size, Math.min(b.size, maxPartPt))
  const across = -overlap(a.box.x0, a.box.x1, b.box.x0, b.box.x1)
  const down = -overlap(a.box.y0, a.box.y1, b.box.y0, b.box.y1)
  if (b.kind === "math" || b.kind === "neutral")
    return b.kind === "neutral" && b.isNumber
      ? false
      : (areRows(a, b) && down < maxRowGapEm * em && across < 0) ||
          (down < maxUnderEm * em && across < maxAsideEm * em) ||
          (down < -minLevelEm * em && across < maxPartGapEm * em)
  // words belong to a formula's row, unless they are those that rows of a table begin with
  if (b.kind === "head" || b.size > a.size * (1 + minSizeStep)) return false
  return down < -minLevelWordsEm * b.size && across < maxPartGapEm * em
}

/** A bar as long as the longer of them parts it from what it is divided by, or is divided by it. */
const isOverBar = (a: Open, b: Open, bars: ReadonlyArray<Segment>): boolean => {
  if ((b.kind !== "neutral" && b.kind !== "words") || b.isNumber || !areTogether(a, b)) return false
  return bars.some((bar) => {
    if (!isAtBar(b, bar)) return false
    const isAbove = b.box.y1 < bar.y0 + slackPt
    const beyond = a.items.filter(
      ({ box }) =>
        box.x0 > bar.x0 - sameEdgePt &&
        box.x1 < bar.x1 + sameEdgePt &&
        (isAbove ? box.y0 > bar.y0 - slackPt : box.y1 < bar.y0 + slackPt) &&
        Math.max(box.y0 - bar.y0, bar.y0 - box.y1) < maxRowGapEm * a.size
    )
    if (beyond.length === 0) return false
    const { x0, x1 } = union(b.box, aroundAll(beyond))
    return Math.abs(bar.x0 - x0) < sameEdgePt && Math.abs(bar.x1 - x1) < sameEdgePt
  })
}

/** Both have letters of full size: rows of one formula are further apart than its other parts. */
const areRows = (a: Open, b: Open): boolean => b.kind === "math" && Math.abs(a.size - b.size) < slackEm * a.size

/** Vertical rulings, such as between cells. */
export const uprights = ({ segments }: RawPage): ReadonlyArray<Segment> =>
  segments.filter(({ x0, x1, y0, y1 }) => x1 - x0 < slackPt && y1 - y0 > minWallPt).slice(0, maxDrawn)

const isNumber = (words: ReadonlyArray<Word>): boolean => {
  const text = words.map((word) => word.text).join("")
  return equationNumber.test(text) || /^\([\dA-Z.-]+[a-z]?\)$/.test(text)
}

/** Prose stands between two parts, other than the line that they stand in. */
const isParted = (a: Open, b: Open, all: ReadonlyArray<Line>, walls: ReadonlyArray<Segment>): boolean => {
  const prose = a.hosts.length === 0 ? all : all.filter((line) => !a.hosts.includes(line))
  const gap = {
    x0: Math.min(a.box.x1, b.box.x1),
    x1: Math.max(a.box.x0, b.box.x0),
    y0: Math.min(a.box.y1, b.box.y1),
    y1: Math.max(a.box.y0, b.box.y0)
  }
  const isWalled = walls.some(
    ({ x0, y0, y1 }) =>
      x0 > gap.x0 - 1 &&
      x0 < gap.x1 + 1 &&
      overlap(y0, y1, a.box.y0, a.box.y1) > 0 &&
      overlap(y0, y1, b.box.y0, b.box.y1) > 0
  )
  if (isWalled && gap.x1 > gap.x0) return true
  const isWide = gap.x1 - gap.x0 > minGutterEm * Math.min(a.size, b.size)
  if (isWide && isGutter(gap.x0, gap.x1, prose)) return true
  return prose.some(
    ({ box }) =>
      (gap.y1 > gap.y0 &&
        overlap(box.y0 + 1, box.y1 - 1, gap.y0, gap.y1) > 0 &&
        overlap(box.x0, box.x1, Math.min(a.box.x0, b.box.x0), Math.max(a.box.x1, b.box.x1)) > 0) ||
      (gap.x1 > gap.x0 &&
        overlap(box.x0, box.x1, gap.x0, gap.x1) > 0 &&
        overlap(box.y0, box.y1, Math.min(a.box.y0, b.box.y0), Math.max(a.box.y1, b.box.y1)) > sameEdgePt)
  )
}

/** Text stands on both sides of a gap, and next to none across it. */
const isGutter = (x0: number, x1: number, prose: ReadonlyArray<Line>): boolean => {
  const at = (x0 + x1) / 2
  const left = prose.filter(({ box }) => box.x1 < at).length
  const right = prose.filter(({ box }) => box.x0 > at).length
  return left >= minSeries && right >= minSeries && prose.length - left - right < maxAcrossShare * Math.min(left, right)
}
