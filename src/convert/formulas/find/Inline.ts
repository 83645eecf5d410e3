/** Lines → words: formulas within text, and the stretches of text that they leave of the words they were cut from. */
import { aroundAll, type Box, greatest, overlap, union } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import { sameRowEm, scriptShare, slackEm, slackPt, touchEm } from "../../model/Measures.ts"
import { type Item, isBig, sizeOf } from "../parse/Item.ts"
import { cellsOf, reading } from "../Reading.ts"
import { type Cluster, type Found, itemsOf } from "./Clusters.ts"
import { barsIn, drawnIn, isAccent, originals } from "./Display.ts"
import { aroundTail, itemsIn, joinToNext, type Read, type Stretch } from "./OverLines.ts"
import { parameters } from "./Parameters.ts"
import type { Sight } from "./Sight.ts"
import { isFormula, stretchesOf, type Token, tokensOf } from "./Stretches.ts"
import { part } from "./Words.ts"

const { maxBesideEm, thinSpaceEm } = parameters

export interface Inlines {
  readonly words: ReadonlyArray<Word>
  readonly gone: ReadonlyArray<Word>
}

export const inlines = (sight: Sight, { clusters, prose }: Found): Inlines => {
  const words: Array<Word> = []
  const gone: Array<Word> = []
  const satellites = clusters.filter(
    (each) => each.host !== undefined || each.hosts.length > 0 || prose.some((line) => isIn(line, each))
  )
  const apart = clusters.filter((cluster) => !satellites.includes(cluster))
  const satellitesOf = Map.groupBy(satellites, (cluster) => cluster.host ?? hostOf(prose, cluster))
  const read = prose.map((line): Read => {
    const own = satellitesOf.get(line) ?? []
    const tokens = withSeeds(sight, line, tokensOf(sight, line), own)
    return { line, tokens, stretches: withSatellites(line, stretchesOf(tokens), own) }
  })
  for (const each of read) joinToNext(each, read)
  for (const { line, tokens, stretches } of read) replace(sight, line, tokens, stretches, words, gone)
  for (const cluster of apart.flatMap((each) => cells(sight, each))) {
    const main = cluster.lines.reduce<Line | null>(
      (most, line) => (most === null || line.box.x1 - line.box.x0 > most.box.x1 - most.box.x0 ? line : most),
      null
    )
    if (main === null) continue
    const box = cluster.box
    const tokens = cluster.lines.flatMap((line) => tokensOf(sight, line))
    const loose = cluster.words.filter((word) => sight.loose.includes(word))
    const text = tokens.some(({ kind }) => kind === "text")
    if (text && loose.length === 0 && cluster.lines.length === 1)
      replace(sight, main, tokens, withSatellites(main, stretchesOf(tokens), []), words, gone)
    else if (isFormula(tokens) || loose.length > 0) {
      words.push(formulaWord(sight, main, itemsOf(sight, cluster.words), box, main.words[0] as Word))
      gone.push(...originals(sight, cluster.words))
    }
  }
  return { words, gone }
}

/** What stands in the rows of a table, each cell for itself. */
const cells = (sight: Sight, cluster: Cluster): ReadonlyArray<Cluster> => {
  const boxes = cellsOf(cluster.items, barsIn(sight, cluster.box))
  if (boxes.length < 2) return [cluster]
  const away = (a: Box, b: Box) => Math.max(0, -overlap(a.x0, a.x1, b.x0, b.x1)) - overlap(a.y0, a.y1, b.y0, b.y1)
  const nearest = (own: Box) => boxes.reduce((best, box) => (away(box, own) < away(best, own) ? box : best))
  return [...Map.groupBy(cluster.words, (word) => nearest(aroundAll(itemsOf(sight, [word]))))].map(([box, words]) => ({
    words,
    lines: cluster.lines.flatMap((line) => {
      const own = line.words.filter((word) => words.includes(word))
      return own.length === 0 ? [] : [{ ...line, words: own, box: aroundAll(own) }]
    }),
    items: itemsOf(sight, words),
    box,
    hosts: cluster.hosts
  }))
}

/** Scripts reach over their line's height; letters of full size stand in it, or on a line of their own. */
const isIn = (line: Line, { box, items }: Cluster): boolean =>
  overlap(line.box.x0, line.box.x1, box.x0, box.x1) > -line.size &&
  overlap(line.box.y0, line.box.y1, box.y0, box.y1) >
    (sizeOf(items) < scriptShare * line.size ? -sameRowEm * line.size : 0)

/** The line that a cluster overlaps most. */
const hostOf = (prose: ReadonlyArray<Line>, cluster: Cluster): Line | undefined => {
  const { y0, y1 } = cluster.box
  return prose
    .filter((line) => isIn(line, cluster))
    .sort((a, b) => overlap(b.box.y0, b.box.y1, y0, y1) - overlap(a.box.y0, a.box.y1, y0, y1))[0]
}

/** A letter under a wide accent, small figures at a sign that stands over the line, and all under a root are parts of formulas. */
const withSeeds = (
  sight: Sight,
  line: Line,
  tokens: ReadonlyArray<Token>,
  own: ReadonlyArray<Cluster>
): ReadonlyArray<Token> => {
  if (own.length === 0) return tokens
  const roots = own.flatMap(({ items }) => items.filter(({ character }) => character === "√"))
  const bars = roots.flatMap(({ box }) =>
    barsIn(sight, { ...box, x1: line.box.x1 }).filter(({ x0 }) => x0 < box.x1 + touchEm * line.size)
  )
  const signs = own.flatMap(({ items }) =>
    items.filter((each) => isBig(each) || each.character === "√").map(({ box }) => box)
  )
  const open = own.flatMap(({ items }) => items.filter(({ character }) => /^[([]$/.test(character)))
  return tokens.map((token, i) => {
    const at = (token.x0 + token.x1) / 2
    const before = tokens[i - 1]
    const isAlone = before === undefined || token.x0 - before.x1 > touchEm * line.size || before.kind !== "text"
    const isBeside =
      /^[\p{N}()[\]{}|‖]$/u.test(token.text) &&
      signs.some(
        ({ x0, x1 }) => Math.max(x0 - token.x1, token.x0 - x1) < thinSpaceEm * line.size && (at < x0 || at > x1)
      )
    const isSeed =
      (isBeside && token.kind === "neutral") ||
      (isAlone &&
        /^\p{L}$/u.test(token.text) &&
        open.some(({ box }) => Math.abs(box.x0 - token.x1) < (touchEm + slackEm) * line.size)) ||
      bars.some(({ x0, x1 }) => at > x0 && at < x1) ||
      own.some(({ box, items }) =>
        items.every(isAccent)
          ? /\p{L}/u.test(token.text) && overlap(token.x0, token.x1, box.x0, box.x1) > slackPt
          : token.isSmall &&
            token.kind === "neutral" &&
            overlap(token.x0, token.x1, box.x0, box.x1) > -touchEm * line.size
      )
    return isSeed ? { ...token, kind: "math" } : token
  })
}

/** Stretches with those parts, which join them to one; what stands alone in a gap of the line is one of its own. */
const withSatellites = (
  line: Line,
  found: ReadonlyArray<ReadonlyArray<Token>>,
  own: ReadonlyArray<Cluster>
): Array<Stretch> => {
  const out: Array<Stretch> = found.map((tokens) => ({
    tokens,
    more: [],
    box: { x0: tokens[0]?.x0 ?? 0, x1: greatest(tokens.map(({ x1 }) => x1)), y0: line.box.y0, y1: line.box.y1 }
  }))
  for (const cluster of own) {
    const near = out.filter(
      ({ box }) => overlap(box.x0, box.x1, cluster.box.x0, cluster.box.x1) > -maxBesideEm * line.size
    )
    for (const each of near) out.splice(out.indexOf(each), 1)
    out.push({
      tokens: near.flatMap(({ tokens }) => tokens),
      more: [...near.flatMap(({ more }) => more), cluster],
      box: near.map(({ box }) => box).reduce(union, cluster.box)
    })
  }
  return out
}

/** The line's words, cut where formulas take parts of them. */
const replace = (
  sight: Sight,
  line: Line,
  tokens: ReadonlyArray<Token>,
  stretches: ReadonlyArray<Stretch>,
  words: Array<Word>,
  gone: Array<Word>
): void => {
  if (stretches.length === 0) return
  const taken = new Set<number>()
  const made: Array<Word> = []
  const left: Array<Word> = []
  for (const stretch of stretches) {
    const { tokens: own, more, isTail } = stretch
    for (const { at } of own) taken.add(at)
    for (const cluster of more) gone.push(...originals(sight, cluster.words))
    const items = itemsIn(sight, line, stretch)
    if (items.length === 0 || isTail) continue
    const whole = (own[0]?.word ?? more[0]?.words[0]) as Word
    const isWithin = own[0] !== undefined && own[0].at !== whole.glyphs?.[0]
    const first = isWithin ? { ...whole, spaced: false } : whole
    const word = formulaWord(
      sight,
      line,
      items,
      aroundAll(itemsIn(sight, line, { ...stretch, next: undefined })),
      first
    )
    made.push(word)
    if (stretch.next !== undefined) stretch.next.stretch.head = word
  }
  for (const word of line.words) {
    const [from, to] = word.glyphs ?? [0, 0]
    if (!tokens.some(({ at }) => at >= from && at < to && taken.has(at))) {
      left.push(word)
      continue
    }
    gone.push(...originals(sight, [word]))
    let start = from
    for (let i = from; i <= to; i++) {
      if (i < to && !taken.has(i)) continue
      if (i > start) made.push(part(sight.page, word, start, i))
      start = i + 1
    }
  }
  const tail = stretches.find(({ isTail }) => isTail)
  const around = tail === undefined ? null : aroundTail(tail, made, left)
  words.push(...(around?.words ?? made))
  gone.push(...originals(sight, around?.gone ?? []))
}

/** A formula as a word of its line: as high as the line's words are. */
const formulaWord = (sight: Sight, line: Line, items: ReadonlyArray<Item>, box: Box, first: Word): Word => {
  const bars = barsIn(sight, box)
  const { latex, text } = reading([...items, ...drawnIn(sight, items, bars)], bars, [])
  const like = line.words.find((word) => word.size === line.size) ?? (line.words[0] as Word)
  // fractions have a little room on both sides
  const room = bars.some(({ x1 }) => Math.abs(x1 - box.x1) < 2 * slackPt) ? slackEm * line.size : 0
  return {
    ...like,
    text,
    box: { x0: box.x0, x1: box.x1 + room, y0: line.baseline - 0.8 * line.size, y1: line.baseline + 0.2 * line.size },
    baseline: line.baseline,
    size: line.size,
    bold: false,
    italic: false,
    mono: false,
    spaced: first.spaced,
    ...(first.mcid === undefined ? {} : { mcid: first.mcid }),
    ...(first.glyphs === undefined ? {} : { glyphs: first.glyphs }),
    href: first.href,
    formula: { latex, isDisplay: false }
  }
}
