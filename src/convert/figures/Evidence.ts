/** What speaks for and against a figure, and the sum. */
import { area, around, type Box, height, meets, overlap, width } from "../model/Geometry.ts"
import { edgeZone, slackPt } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { headsOf } from "./ArrowEvidence.ts"
import { isLettering } from "./FigureLabels.ts"
import type { Mark } from "./Marks.ts"
import { hasScale } from "./Scales.ts"
import { shadesOf, stackOf } from "./Stacks.ts"
import { isStaved } from "./Staves.ts"
import { isHeadline, type Setting, type Text } from "./Texts.ts"
import { hasTicks } from "./TickEvidence.ts"

/** Each from 0 to 1 unless it says otherwise. */
export interface Evidence {
  /** Of its box, pictures cover. */
  readonly pictured: number
  /** Of its box, paths that are no rectangles reach over. */
  readonly drawn: number
  /** The logarithm of the number of such paths, 0 for one and 1 for a hundred, times the share of its box over which they are spread. */
  readonly paths: number
  /** Rectangles of many lengths that stand on one line, without text in them; parts of one bar; or cells of many colours, without text. */
  readonly bars: number
  /** Of its box, running text covers. */
  readonly prose: number
  /** Of its box, any text covers. */
  readonly text: number
  /** The number of letters in it, as a share of those on a page of a brochure; up to 1 with a caption, up to 2 without. */
  readonly wordy: number
  /** It has the scale of an axis, or its marks. */
  readonly scaled: number
  /** How many lines in it end in arrows or points: 1 from four on. */
  readonly arrowed: number
  /** Notes of music stand on its lines. */
  readonly staved: number
  /** How many labels in it are set otherwise than the text: 1 from four on. */
  readonly lettered: number
  /** It has labels, 1 from two on, that are all set as the text of the page is, and nothing else that figures have. */
  readonly unlettered: number
  /** A line in it is set as large as a heading. */
  readonly headed: number
  /** Nothing in it but rules and rectangles. */
  readonly bare: number
  /** It is bare, but has a caption, and less text than a table or a listing. */
  readonly wordless: number
  /** Of the page, its box covers. */
  readonly share: number
  /** A caption stands at it. */
  readonly captioned: number
  /** It is low, or narrow. */
  readonly thin: number
  /** It lies at the head or the foot of the page. */
  readonly marginal: number
  /** It lies in a corner of the page, cut off by two of its edges. */
  readonly cornered: number
  /** Rules from side to side, and text between them, as of a table. */
  readonly ruled: number
  /** How many rules have one end in it and one outside, 1 from two on: it is drawn within a table. */
  readonly crossed: number
}

const number = /^[-−–+]?[$€£]?\d[\d.,]*\s?%?$/u
const brochureLetters = 600
const mostWordy = 2
/** The area of A4 in square ems of 10 points. On a page with more room, in em of its text, a figure may have proportionally more letters. */
const usualPageEm2 = 5000
/** A table's text covers this share of it. */
export const tableTextShare = 0.25
/** Lower or narrower than this, in points, is a line or a sign. */
const maxThinPt = 22

const shareOf = (boxes: ReadonlyArray<Box>, of: Box): number => {
  let sum = 0
  for (const box of boxes) {
    const x = overlap(box.x0, box.x1, of.x0, of.x1)
    const y = overlap(box.y0, box.y1, of.y0, of.y1)
    if (x > 0 && y > 0) sum += x * y
  }
  return Math.min(1, sum / Math.max(1, area(of)))
}

export const evidenceOf = (
  page: RawPage,
  box: Box,
  marks: ReadonlyArray<Mark>,
  texts: ReadonlyArray<Text>,
  captions: ReadonlyArray<Box>,
  captionGap: number,
  body: Setting
): Evidence => {
  const boxesOf = (kind: Mark["kind"]) => marks.filter((mark) => mark.kind === kind).map((mark) => mark.box)
  const [pictures, rules, tinted] = [boxesOf("picture"), boxesOf("rule"), boxesOf("tint")]
  // the points of a plot may be signs of a font
  const own = texts.filter((each) => meets(each.box, box) && /[^\p{S}\p{P}\s]|\uFFFD/u.test(each.text))
  const paths = boxesOf("path").filter((path) => area(path) < 0.9 * area(box))
  // a few small signs, such as those to turn pages with, draw nothing of what lies around them
  const spread = paths.length === 0 ? 0 : shareOf([around([...paths, ...pictures])], box)
  const tints = marks.filter(({ kind }) => kind === "tint")
  const shades = shadesOf(tints, (tint) => !own.some((each) => isLabelled(tint.box, each.box)))
  const bars = Math.max(barsOf(tinted, own), stackOf(tints), shades)
  const letters = own.filter((each) => isMostlyIn(each.box, box)).reduce((sum, { text }) => sum + text.length, 0)
  const text = shareOf(
    own.map((each) => each.box),
    box
  )
  const least = Math.min(width(box), height(box))
  const names = () =>
    own
      .filter(({ isProse }) => !isProse)
      .flatMap(({ line, box, size, isTurned }) =>
        isTurned ? [{ box, size }] : line.words.map((word) => ({ box: word.box, size }))
      )
  // a line and nothing else may be that between two rows of numbers
  const drawn = around(marks.map((mark) => mark.box))
  const isLine = Math.min(width(drawn), height(drawn)) <= slackPt
  const scaled = !isLine && (isScaled(own) || hasTicks(rules, names)) ? 1 : 0
  const arrowed = Math.min(1, headsOf(rules, paths, [...paths, ...tinted]) / 4)
  const staved = isStaved(rules, Math.min(body.size, ...own.map(({ size }) => size))) ? 1 : 0
  const labels = own.filter((each) => !each.isProse)
  const labelled = labels.filter((each) => isLettering(each, body)).length
  const captioned = captions.some((each) => isAt(each, box, captionGap)) ? 1 : 0
  const isBare = paths.length === 0 && bars + scaled + staved + arrowed === 0 && pictures.length === 0
  return {
    pictured: shareOf(pictures, box),
    drawn: shareOf(paths, box),
    paths: Math.min(1, Math.log10(Math.max(1, paths.length)) / 2) * Math.min(1, 2 * spread),
    bars,
    prose: shareOf(
      own.filter(({ isProse }) => isProse).map((each) => each.box),
      box
    ),
    text,
    wordy: Math.min(
      captioned === 1 ? 1 : mostWordy,
      letters /
        (brochureLetters * Math.max(1, (page.width * page.height) / usualPageEm2 / Math.max(10, body.size) ** 2))
    ),
    scaled,
    arrowed,
    lettered: Math.min(1, labelled / 4),
    unlettered:
      labelled + bars + scaled + arrowed + staved + captioned + pictures.length === 0 &&
      texts.some(({ isProse }) => isProse)
        ? Math.min(1, labels.length / 2)
        : 0,
    staved,
    // what has a caption may have a title as well, and notes are letters of a large font
    headed:
      captioned + staved === 0 && own.some((each) => isMostlyIn(each.box, box) && isHeadline(each, body.size)) ? 1 : 0,
    bare: isBare ? 1 : 0,
    wordless: isBare && captioned === 1 ? Math.max(0, 1 - (2 * text) / tableTextShare) : 0,
    share: area(box) / (page.width * page.height),
    captioned,
    thin: least < maxThinPt ? 1 : 0,
    marginal: isMarginal(box, page) ? 1 : 0,
    cornered: isCornered(box, page) ? 1 : 0,
    ruled: staved === 1 ? 0 : (1 - arrowed) * ruledShare(rules, box) * Math.min(1, text / tableTextShare),
    crossed: Math.min(1, page.segments.filter((rule) => leaves(rule, box)).length / 2)
  }
}

export const isMarginal = ({ y0, y1 }: Box, { height }: RawPage): boolean =>
  y1 < edgeZone * height || y0 > (1 - edgeZone) * height

/** Whether there is the scale of an axis among lines that run upright. */
const isScaled = (texts: ReadonlyArray<Text>): boolean =>
  hasScale(texts.flatMap(({ line, isTurned }) => (isTurned ? [] : line.words)))

export const isMostlyIn = (inner: Box, outer: Box): boolean => {
  const x = overlap(inner.x0, inner.x1, outer.x0, outer.x1)
  const y = overlap(inner.y0, inner.y1, outer.y0, outer.y1)
  return x > 0 && y > 0 && x * y > 0.5 * area(inner)
}

export const isAt = (caption: Box, box: Box, gap: number): boolean => {
  const apart = Math.max(caption.y0 - box.y1, box.y0 - caption.y1)
  return (
    apart > -4 &&
    apart < gap &&
    overlap(caption.x0, caption.x1, box.x0, box.x1) > 0.3 * Math.min(width(caption), width(box))
  )
}

const isCornered = ({ x0, y0, x1, y1 }: Box, page: RawPage): boolean =>
  (x0 < 1 ? 1 : 0) + (x1 > page.width - 1 ? 1 : 0) === 1 && (y0 < 1 ? 1 : 0) + (y1 > page.height - 1 ? 1 : 0) === 1

/** Whether a text reaches into a tint. */
const isLabelled = (tint: Box, text: Box): boolean =>
  overlap(text.x0, text.x1, tint.x0, tint.x1) > 2 && overlap(text.y0, text.y1, tint.y0, tint.y1) > 2

/** Rectangles that share an edge, of at least three lengths, with nothing in them but a number. */
export const barsOf = (tints: ReadonlyArray<Box>, texts: ReadonlyArray<Text>): number => {
  if (tints.length < 3) return 0
  const all = around(tints)
  const written = texts.filter(({ box, text }) => isLabelled(all, box) && !number.test(text))
  const empty = tints.filter((tint) => !written.some(({ box }) => isLabelled(tint, box)))
  if (empty.length < 3 || empty.length > 2000) return 0
  const best = (edge: (box: Box) => number, length: (box: Box) => number) => {
    let most = 0
    for (const same of Map.groupBy(empty, (box) => Math.round(edge(box))).values())
      if (new Set(same.map((box) => Math.round(length(box)))).size >= 3) most = Math.max(most, same.length)
    return most
  }
  const standing = Math.max(
    best((box) => box.y1, height),
    best((box) => box.x0, width)
  )
  return Math.min(1, standing / 5)
}

/** Whether a rule has one end inside a box and one outside of it. */
const leaves = (rule: Box, box: Box): boolean => {
  const isInside = (from: number, to: number, start: number, end: number) =>
    from > start + slackPt && to < end - slackPt
  const isBeyond = (from: number, to: number, start: number, end: number) =>
    overlap(from, to, start, end) > slackPt && from < start - slackPt !== to > end + slackPt
  return (
    (isInside(rule.x0, rule.x1, box.x0, box.x1) && isBeyond(rule.y0, rule.y1, box.y0, box.y1)) ||
    (isInside(rule.y0, rule.y1, box.y0, box.y1) && isBeyond(rule.x0, rule.x1, box.x0, box.x1))
  )
}

/** How many rules run from side to side, of six. */
const ruledShare = (rules: ReadonlyArray<Box>, box: Box): number => {
  const across = new Set(rules.filter((rule) => width(rule) > 0.8 * width(box)).map((rule) => Math.round(rule.y0)))
  return Math.min(1, across.size / 6)
}
