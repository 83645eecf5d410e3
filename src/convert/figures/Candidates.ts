/** What is drawn on a page → what may be a figure, with its panels and labels, and what speaks for it. */

import { area, around, aroundAll, type Box, union, width } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { maxDrawn, mostShare, nearlyAll, slackPt } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { unspacedWords } from "../model/Text.ts"
import { type Cluster, clusters, merged } from "./Clusters.ts"
import { barsOf, type Evidence, evidenceOf, isAt, isMarginal, isMostlyIn, tableTextShare } from "./Evidence.ts"
import { type Found, isLettering, labelsOf } from "./FigureLabels.ts"
import { minShareInFrame, scoreOf, usualShare } from "./FigureWeights.ts"
import { isCard, isSideOf, listingIn } from "./Frames.ts"
import { type Mark, marksOf } from "./Marks.ts"
import { captionOf, isBeside, isParted, underCaptions, withoutFramed } from "./Panels.ts"
import { parameters } from "./Parameters.ts"
import { completed, isSaidBetween } from "./Rows.ts"
import { bodySetting, isHeadline, type Text, textsOf } from "./Texts.ts"

const {
  markGapPt,
  panelGapPt,
  looseGapPt,
  minPanelPt2,
  maxPageLines,
  minPageMarks,
  maxSaidShare,
  maxSaidShareOnPicture,
  minSaidWords
} = parameters

const nothing: Found = { labels: [], names: new Set() }

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
  const boxesOfCaptions = captions.map(aroundAll)
  const ofCaptions = new Set(captions.flat())
  const prose = texts.filter((each) => each.isProse || ofCaptions.has(each))
  const isGrid = ({ members, box }: Cluster) => {
    // what runs over and under the pages, such as their logo, is no part of a figure below it
    if (isMarginal(box, page)) return true
    const own = members.map((i) => marks[i] as Mark)
    const within = texts.filter((each) => isMostlyIn(each.box, box))
    if (within.length === 0 || own.some(({ kind }) => kind === "picture" || kind === "path")) return false
    const tints = own.filter(({ kind }) => kind === "tint").map((mark) => mark.box)
    return barsOf(tints, within) < 1
  }
  const panels = underCaptions(together, captions, prose, isGrid)
  const loose = merged(panels, (a, b) => isBeside(a, b, looseGapPt) && !isParted(union(a, b), a, b, prose))
  const groups = loose.flatMap((group) =>
    boxesOfCaptions.some((each) => isAt(each, group.box, panelGapPt)) ? [group] : apart(group, marks, page)
  )
  const weigh = (
    group: Cluster,
    painted: ReadonlyArray<Mark>,
    others: ReadonlyArray<Box>,
    isBare = false
  ): Candidate => {
    const own = group.members.map((i) => painted[i] as Mark)
    const isDrawn = own.some(({ kind }) => kind !== "picture")
    // what runs over the page stands close to a picture at its head
    const heads = isDrawn ? [] : texts.filter(({ box }) => isMarginal(box, page) && !isMostlyIn(box, group.box))
    const aside = new Set([...atCorners(group.box, own, texts, body.size), ...framed, ...heads])
    // a title that stands beside what is drawn in a band says nothing about that
    const inBand = own.filter((mark) => !isAcross(mark, group.box))
    const beside = inBand.length === 0 ? [] : atCorners(group.box, inBand, texts, body.size)
    const titles = beside.filter((each) => isHeadline(each, body.size))
    const surroundings = { texts, ofCaptions, apart: new Set([...aside, ...titles]), body, isDrawn, others }
    const { labels, names } = isBare ? nothing : labelsOf(group.box, surroundings)
    const box = labels.length === 0 ? group.box : union(group.box, aroundAll(labels))
    // a name in the columns of a scale's numbers makes no table of them
    const near = texts.filter((each) => !aside.has(each) && !names.has(each))
    const evidence = evidenceOf(page, box, own, near, boxesOfCaptions, panelGapPt, body)
    return { marks: own, labels, box, ...evidence, score: scoreOf(evidence) }
  }
  const weighed = (all: ReadonlyArray<Cluster>, painted: ReadonlyArray<Mark>, isBare = false) => {
    const large = all.filter(({ box }) => area(box) >= minPanelPt2)
    return all.map((group) => {
      const others = large.filter((other) => other !== group).map(({ box }) => box)
      return weigh(group, painted, others, isBare)
    })
  }
  const isOne = (each: Candidate) => isFigure(each, lines)
  const apiece = (own: ReadonlyArray<Mark>) =>
    clusters(
      own.map(({ box }) => box),
      page.width,
      page.height,
      looseGapPt
    )
  const first = weighed(groups, marks)
  const isNear = (a: Candidate, b: Candidate) => isBeside(a.box, b.box, panelGapPt)
  const isPart = (a: Candidate, b: Candidate) =>
    isNear(a, b) &&
    area(a.box) + area(b.box) > mostShare * area(union(a.box, b.box)) &&
    !isSaidBetween(a.box, b.box, texts, (each) => !ofCaptions.has(each) && isLettering(each, body))
  const joined = (parts: ReadonlyArray<Candidate>) => {
    const painted = parts.flatMap((part) => part.marks)
    const box = aroundAll(painted)
    const others = first.filter((other) => !parts.includes(other) && area(other.box) >= minPanelPt2)
    return weigh(
      { box, members: [...painted.keys()] },
      painted,
      others.map((other) => other.box).filter((other) => !isMostlyIn(other, box))
    )
  }
  const whole = first.length > maxDrawn ? first : completed(first, isNear, isPart, joined)
  return whole.flatMap((each) => {
    const isWhole = isOne(each)
    const listed = listingIn(each.box, texts)
    if (isWhole && each.prose === 0 && listed.length === 0) return [each]
    const isFrame = listed.length > 0 ? isSideOf(around(each.marks.map(({ box }) => box))) : () => false
    const drawn = each.marks.filter((mark) => !isCard(mark, texts) && !isFrame(mark))
    const isChanged = drawn.length > 0 && drawn.length < each.marks.length
    const rest = { box: around(drawn.map(({ box }) => box)), members: [...drawn.keys()] }
    const isBeside = listed.length > 0 && !listed.some((line) => isMostlyIn(line.box, rest.box))
    const apart = isChanged ? weighed(isBeside ? [rest] : apiece(drawn), drawn) : []
    const isListed = listed.length > 0 && !listed.some((line) => apart.some(({ box }) => isMostlyIn(line.box, box)))
    const parts = apart.filter(({ share }) => share > (isListed ? minShareInFrame : usualShare))
    if (parts.some(isOne) && (isListed || !isWhole || each.prose > 0)) return isWhole ? parts : [each, ...parts]
    if (isWhole) return [each]
    // pictures in a frame or a grid of texts, which are none of their labels
    const pictures = drawn.filter(({ kind }) => kind === "picture")
    const shown = pictures.length === drawn.length ? [] : weighed(apiece(pictures), pictures, true)
    return [each, ...parts, ...shown]
  })
}

/** Pictures one beside another as what each shows, if each is large enough for a figure; strips of one picture touch. */
const apart = (group: Cluster, marks: ReadonlyArray<Mark>, page: RawPage): ReadonlyArray<Cluster> => {
  const own = group.members.map((i) => marks[i] as Mark)
  if (own.length < 2 || own.some(({ kind }) => kind !== "picture")) return [group]
  const parts = merged(
    own.map(({ box }, i) => ({ box, members: [group.members[i] as number] })),
    (a, b) => isBeside(a, b, slackPt)
  )
  return parts.every(({ box }) => area(box) > usualShare * page.width * page.height) ? parts : [group]
}

/** A band or a rule from side to side of a box, around what is drawn in it. */
const isAcross = ({ kind, box }: Mark, all: Box): boolean =>
  (kind === "tint" || kind === "rule") && width(box) > nearlyAll * width(all)

/** Headings and running text in a corner of the box in which nothing is drawn. */
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

const wordsIn = (text: string): number => unspacedWords(text) || (/\p{L}{3}/u.test(text) ? 1 : 0)

/** How many words lines have; the numbers of a scale and letters that name panels do not count. */
export const saidBy = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { words }) => sum + words.reduce((own, { text }) => own + wordsIn(text), 0), 0)

/** Whether this is text on a background rather than a drawing with labels, so that the page would be left without its words. */
const isBackground = ({ labels, pictured, text }: Candidate, lines: ReadonlyArray<Line>): boolean => {
  if (pictured > mostShare && text > tableTextShare) return true
  const said = saidBy(labels.map(({ line }) => line))
  const most = pictured > mostShare ? maxSaidShareOnPicture : maxSaidShare
  return said >= minSaidWords && said > most * saidBy(lines)
}

export const isFigure = (each: Candidate, lines: ReadonlyArray<Line>): boolean =>
  each.score > 0 && !isBackground(each, lines)
