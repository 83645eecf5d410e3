/**
 * RawPage, Line[] → Figure[] and what they leave of the page: pictures and drawings with their panels and labels, each as one
 * thing. What is drawn lies in clusters; captions tell which of them belong together; labels join what they stand at; a sum
 * of evidence decides. What a figure has taken is no text, no rule and no tint of the page any more.
 */

import type { Figure } from "../model/Block.ts"
import { area, type Box, height, overlap, union, width } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { minSeries, mostShare } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { alternatives } from "./Alternatives.ts"
import { type Cluster, clusters, merged } from "./Clusters.ts"
import {
  barsOf,
  type Evidence,
  evidenceOf,
  isAt,
  isHeadline,
  isMarginal,
  isMostlyIn,
  isScaled,
  type Mark,
  marksOf,
  scoreOf,
  usualShare
} from "./Evidence.ts"
import { labelsOf } from "./Labels.ts"
import {
  atOwnCaptions,
  captionBoxes,
  captionOf,
  haveOwnCaptions,
  isBeside,
  isParted,
  underCaptions,
  withoutFramed,
  withoutFrames
} from "./Panels.ts"
import { parameters } from "./Parameters.ts"
import { bodySetting, boxOf, type Text, textsOf } from "./Texts.ts"

const {
  markGapPt,
  panelGapPt,
  looseGapPt,
  minPanelPt2,
  maxPageLines,
  minPageMarks,
  maxSamplePt,
  maxNameGapEm,
  maxSaidShare,
  maxSaidShareOnPicture,
  minSaidWords,
  overhangPt
} = parameters

/** A figure before it is a block: what is in it, and what speaks for it. */
export interface Candidate extends Evidence {
  readonly box: Box
  readonly marks: ReadonlyArray<Mark>
  readonly labels: ReadonlyArray<Text>
  readonly score: number
}

/** What may be a figure of a page, with its evidence and score: for the winners, and for whoever asks why. */
export const figureCandidates = (page: RawPage, lines: ReadonlyArray<Line>): ReadonlyArray<Candidate> => {
  const painted = marksOf(page)
  const hasPicture = painted.some(({ kind }) => kind === "picture")
  if (lines.length > maxPageLines || !(hasPicture || painted.length >= minPageMarks)) return []
  const texts = textsOf(lines)
  const { marks, frames } = hasPicture ? withoutFramed(painted, texts, page) : { marks: painted, frames: [] }
  const framed = frames.length === 0 ? [] : texts.filter(({ box }) => frames.some((frame) => isMostlyIn(box, frame)))
  const body = bodySetting(texts)
  const together = clusters(
    marks.map(({ box }) => box),
    page.width,
    page.height,
    markGapPt
  )
  const captions = texts.filter((each) => each.isCaption).map((first) => captionOf(first, texts))
  const boxesOfCaptions = captions.map(boxOf)
  const parts = atOwnCaptions(withoutFrames(together, marks, boxesOfCaptions), marks, boxesOfCaptions)
  const ofCaptions = new Set(captions.flat())
  const prose = texts.filter((each) => each.isProse || ofCaptions.has(each))
  const isGrid = ({ members, box }: Cluster) => {
    // what runs over and under the pages, such as their logo, is no part of a figure below it
    if (isMarginal(box, page)) return true
    const own = members.map((i) => marks[i] as Mark)
    const within = texts.filter((each) => isMostlyIn(each.box, box))
    if (within.length === 0 || own.some(({ kind }) => kind === "picture" || kind === "path")) return false
    const tints = own.filter(({ kind }) => kind === "tint").map((mark) => mark.box)
    return barsOf(tints, within) < 1 && !isScaled(within)
  }
  const panels = underCaptions(parts, captions, prose, isGrid)
  const loose = merged(
    panels,
    (a, b) =>
      isBeside(a, b, looseGapPt) && !isParted(union(a, b), a, b, prose) && !haveOwnCaptions(a, b, boxesOfCaptions)
  )
  const groups = withKeys(loose, marks, texts, prose)
  const weighed = (all: ReadonlyArray<Cluster>, painted: ReadonlyArray<Mark>): ReadonlyArray<Candidate> =>
    all.map((group) => {
      const own = group.members.map((i) => painted[i] as Mark)
      const others = all.filter((other) => other !== group && area(other.box) >= minPanelPt2).map(({ box }) => box)
      const apart = new Set([...atCorners(group.box, own, texts, body.size), ...framed])
      const labels = labelsOf(group.box, { texts, ofCaptions, apart, body, others })
      const box = labels.length === 0 ? group.box : union(group.box, boxOf(labels))
      const near = apart.size === 0 ? texts : texts.filter((each) => !apart.has(each))
      const evidence = evidenceOf(page, box, own, near, boxesOfCaptions, panelGapPt, body)
      return { marks: own, labels, box, ...evidence, score: scoreOf(evidence) }
    })
  return weighed(groups, marks).flatMap((each) => {
    const isWhole = isFigure(each, lines)
    if (isWhole && each.prose === 0) return [each]
    const drawn = each.marks.filter((mark) => !isCard(mark, texts))
    if (drawn.length === each.marks.length) return [each]
    const boxes = drawn.map(({ box }) => box)
    const parts = weighed(clusters(boxes, page.width, page.height, looseGapPt), drawn).filter(
      ({ share }) => share > usualShare
    )
    if (!isWhole) return [each, ...parts]
    return parts.some((part) => isFigure(part, lines)) ? parts : [each]
  })
}

/** What several lines of text stand on: cards of a slide, panels of a poster. What is drawn between them is no part of them. */
const isCard = ({ kind, box }: Mark, texts: ReadonlyArray<Text>): boolean =>
  kind !== "rule" && texts.filter((text) => isMostlyIn(text.box, box)).length >= minSeries

/** Headings and running text in a corner of a box that nothing is drawn in: what stands over a drawing's lower side. */
const atCorners = (
  box: Box,
  marks: ReadonlyArray<Mark>,
  texts: ReadonlyArray<Text>,
  size: number
): ReadonlyArray<Text> => {
  const isFree = (text: Box) =>
    !marks.some(({ box }) => box.x0 < text.x1 && box.y0 < text.y1) ||
    !marks.some(({ box }) => box.x1 > text.x0 && box.y0 < text.y1) ||
    !marks.some(({ box }) => box.x0 < text.x1 && box.y1 > text.y0) ||
    !marks.some(({ box }) => box.x1 > text.x0 && box.y1 > text.y0)
  return texts.filter(
    (each) => (each.isProse || isHeadline(each, size)) && isMostlyIn(each.box, box) && isFree(each.box)
  )
}

/** Samples of colours with their names, as one with the drawing beside which they stand. */
const withKeys = (
  groups: ReadonlyArray<Cluster>,
  marks: ReadonlyArray<Mark>,
  texts: ReadonlyArray<Text>,
  prose: ReadonlyArray<Text>
): ReadonlyArray<Cluster> => {
  const isNamed = (sample: Box) =>
    texts.some(
      ({ box, size, isProse }) =>
        !isProse && box.x0 - sample.x1 > -1 && box.x0 - sample.x1 < maxNameGapEm * size && overlapsRow(box, sample)
    )
  const isKey = ({ members }: Cluster) => {
    const own = members.map((i) => marks[i] as Mark)
    return (
      own.length > 1 &&
      own.every(({ kind, box }) => kind === "tint" && Math.max(width(box), height(box)) <= maxSamplePt) &&
      own.every(({ box }) => isNamed(box))
    )
  }
  const keys = groups.filter(isKey)
  let out = groups.filter((each) => !keys.includes(each))
  for (const key of keys) {
    const at = out
      .filter(({ box }) => overlapsRow(box, key.box) && area(box) > area(key.box))
      .find(({ box }) => !isParted(union(box, key.box), box, key.box, prose))
    const whole = at ?? key
    const joined = at === undefined ? key : { box: union(at.box, key.box), members: [...at.members, ...key.members] }
    out = [...out.filter((each) => each !== whole), joined]
  }
  return out
}

const overlapsRow = (a: Box, b: Box): boolean => overlap(a.y0, a.y1, b.y0, b.y1) > 0.5 * Math.min(height(a), height(b))

export interface Figures {
  readonly figures: ReadonlyArray<Figure>
  /** The page without what is drawn in its figures. */
  readonly page: RawPage
  /** Words of its labels; those of the text are the others. */
  readonly isLabel: (word: { readonly box: Box; readonly angle: number }) => boolean
}

const keyOf = ({ box, angle }: { readonly box: Box; readonly angle: number }) => `${box.x0} ${box.y0} ${angle}`

/** Nothing but numbers of a scale, or letters that name panels, is said by these. */
const saidBy = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { words }) => sum + words.filter(({ text }) => /\p{L}{3}/u.test(text)).length, 0)

/** Text on a background, not a drawing and its labels: a page is never left without its words. */
const isBackground = ({ labels, pictured }: Candidate, lines: ReadonlyArray<Line>): boolean => {
  const said = saidBy(labels.map(({ line }) => line))
  const most = pictured > mostShare ? maxSaidShareOnPicture : maxSaidShare
  return said >= minSaidWords && said > most * saidBy(lines)
}

/** Figures side by side over one caption, or under it, as one. */
const underOneCaption = (
  found: ReadonlyArray<Candidate>,
  captions: ReadonlyArray<Box>
): ReadonlyArray<Pick<Candidate, "box" | "marks" | "labels">> => {
  const captionsOf = (box: Box) => captions.filter((caption) => isAt(caption, box, panelGapPt))
  const out: Array<Pick<Candidate, "box" | "marks" | "labels">> = []
  for (const each of found.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const at = out.findIndex(
      ({ box }) =>
        overlapsRow(box, each.box) &&
        isBeside(box, each.box, panelGapPt) &&
        captionsOf(box).some((caption) => captionsOf(each.box).includes(caption))
    )
    const other = out[at]
    if (other === undefined) out.push(each)
    else
      out[at] = {
        box: union(other.box, each.box),
        marks: [...other.marks, ...each.marks],
        labels: [...other.labels, ...each.labels]
      }
  }
  return out
}

const isFigure = (each: Candidate, lines: ReadonlyArray<Line>): boolean => each.score > 0 && !isBackground(each, lines)

export const figures = (page: RawPage, lines: ReadonlyArray<Line>): Figures => {
  const winners = figureCandidates(page, lines).filter((each) => isFigure(each, lines))
  const found = underOneCaption(winners, winners.length < 2 ? [] : captionBoxes(lines))
  if (found.length === 0) return { figures: [], page, isLabel: () => false }
  const taken = new Set(found.flatMap(({ labels }) => labels.flatMap(({ line }) => line.words.map(keyOf))))
  const isOutside = (box: Box) => !found.some((each) => isMostlyIn(box, each.box) || isOn(box, each.box))
  const inOrder = found.toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
  const said = alternatives(page.structure, found.length)
  return {
    figures: inOrder.map(({ box: all, labels, marks }, i) => {
      const isPicture = marks.length === 1 && labels.length === 0 && marks[0]?.kind === "picture"
      const box = clipped(isPicture ? all : grown(all), page)
      return {
        kind: "figure",
        alt: said[i] ?? "",
        labels: labels.map(({ text }) => text).join("\n"),
        ...(isPicture ? { isPicture: true as const } : {}),
        place: { page: page.number, box, width: page.width, height: page.height, left: box.x0, right: box.x1 }
      }
    }),
    page: {
      ...page,
      segments: page.segments.filter(isOutside),
      fills: page.fills.filter(({ box }) => isOutside(box)),
      drawings: page.drawings.filter(isOutside)
    },
    isLabel: (word) => taken.has(keyOf(word))
  }
}

/** A line without area lies within. */
const isOn = (inner: Box, outer: Box): boolean =>
  inner.x0 >= outer.x0 - 1 && inner.x1 <= outer.x1 + 1 && inner.y0 >= outer.y0 - 1 && inner.y1 <= outer.y1 + 1

const grown = ({ x0, y0, x1, y1 }: Box): Box => ({
  x0: x0 - overhangPt,
  y0: y0 - overhangPt,
  x1: x1 + overhangPt,
  y1: y1 + overhangPt
})

const clipped = ({ x0, y0, x1, y1 }: Box, page: RawPage): Box => ({
  x0: Math.max(0, x0),
  y0: Math.max(0, y0),
  x1: Math.min(page.width, x1),
  y1: Math.min(page.height, y1)
})
