/** A drawing's box → the lines that are its labels: what stands in it, and short lines at its edges. */
import { aroundAll, type Box, centreX, centreY, height, meets, overlap, union, width } from "../model/Geometry.ts"
import { mostShare, slackPt } from "../model/Measures.ts"
import { parameters } from "./Parameters.ts"
import { hasScale } from "./Scales.ts"
import { familyName, isHeadline, isLong, isNext, type Setting, settingOf, type Text } from "./Texts.ts"

const {
  labelReachEm,
  alikeReachEm,
  turnedReachPt,
  nameReachPt,
  offCentreShare,
  maxLabelGrowth,
  maxLabelWords,
  maxLabelShare
} = parameters

/** Numbers of a scale, with their units. */
const tick = /^[\s\d.,:%‰°$€£¥+\-−–×()/]*\p{L}{0,3}[\s\d.,:%‰°$€£¥+\-−–×()/]*$/u

/** Where the figure is from, and what is to be said of it. */
const remark = /^\p{L}{3,}\s*[:：]\s*\p{L}/u

/** A caption, in any language: a word, its number, and a mark. */
const numbered = /^\p{L}{2,}\.?\s*\d+(?:[.-]\d+)*\s*[.:：–—]/u

const isIn = ({ box }: Text, all: Box): boolean => {
  const [x, y] = [centreX(box), centreY(box)]
  return x > all.x0 && x < all.x1 && y > all.y0 && y < all.y1
}

/** What labels are told by: the drawing, other drawings, captions, and how running text is set. */
export interface Surroundings {
  readonly texts: ReadonlyArray<Text>
  readonly ofCaptions: ReadonlySet<Text>
  readonly body: Setting
  /** Lines that are no labels of the drawing though they stand in its box or beside it. */
  readonly apart: ReadonlySet<Text>
  /** It is more than a picture, in which labels stand. */
  readonly isDrawn: boolean
  /** The boxes of other drawings: a label is of the nearest. */
  readonly others: ReadonlyArray<Box>
}

/** A drawing's labels, from top to bottom, and which of them are the names of a chart and its axes. */
export interface Found {
  readonly labels: ReadonlyArray<Text>
  readonly names: ReadonlySet<Text>
}

/** Too long for a label. */
const isSentence = ({ words }: Text): boolean => words > maxLabelWords

export const labelsOf = (drawing: Box, around: Surroundings): Found => {
  const texts = around.texts.filter((each) => !around.ofCaptions.has(each) && !around.apart.has(each))
  // the last line of a paragraph beside a picture may reach into its margin
  const prose = texts.filter((each) => each.isProse)
  const isTail = (each: Text) => each.isProse && prose.some((other) => !isIn(other, drawing) && isNext(each, other))
  // paragraphs and listings within are text of the page
  const isText = (each: Text) =>
    each.isProse &&
    prose.some((other) => other !== each && (other.isTyped || !isLettering(each, around.body)) && isNext(each, other))
  const within = texts.filter((each) => isIn(each, drawing))
  // a line of code above what it draws, if the labels of that are not typewritten
  const isUntyped = within.filter((other) => !other.isTyped).length > mostShare * within.length
  const isCode = (each: Text) => isUntyped && each.isTyped && isLong(each)
  const own = new Set(within.filter((each) => !isTail(each) && !isText(each) && !isCode(each)))
  let box = own.size === 0 ? drawing : union(drawing, aroundAll([...own]))
  const loose = texts.filter((each) => !own.has(each) && !each.isProse && !isCode(each))
  const isNearest = (each: Text) => {
    const distance = apart(each.box, drawing)
    return !around.others.some((other) => apart(each.box, other) < distance)
  }
  const near = { ...around, sentences: around.texts.filter(isSentence) }
  const names = new Set<Text>()
  // labels of labels: a scale, and what it is called
  for (let round = 0; round < 3; round++) {
    const setting = setOf(own)
    const left = loose.filter((each) => !own.has(each))
    const named = left.filter((each) => isName(each, drawing, box, around, own) && isNearest(each))
    const found = [
      ...named,
      ...left.filter((each) => !named.includes(each) && isLabel(each, box, near, own, setting) && isNearest(each))
    ]
    for (const each of named) names.add(each)
    if (found.length === 0) break
    for (const each of found) own.add(each)
    box = union(box, aroundAll(found))
  }
  return { labels: texts.filter((each) => own.has(each)), names }
}

/**
 * In the middle of a drawing's side, beyond its other labels, alone in its row and not set as the text is: the title of a chart,
 * or what an axis is called.
 */
const isName = (
  each: Text,
  drawing: Box,
  all: Box,
  { texts, body, isDrawn }: Surroundings,
  own: ReadonlySet<Text>
): boolean => {
  if (!isDrawn || own.size === 0 || isSentence(each)) return false
  const { box, isTurned } = each
  const beyond = isTurned ? Math.max(all.x0 - box.x1, box.x0 - all.x1) : Math.max(all.y0 - box.y1, box.y0 - all.y1)
  const off = isTurned
    ? Math.abs(box.y0 + box.y1 - drawing.y0 - drawing.y1) / height(drawing)
    : Math.abs(box.x0 + box.x1 - drawing.x0 - drawing.x1) / width(drawing)
  if (beyond < 0 || beyond > nameReachPt || off > 2 * offCentreShare) return false
  if (remark.test(each.text) || isHeadline(each, body.size) || numbered.test(each.text)) return false
  const isOfLabels = [...own].some(({ family }) => family === each.family)
  // where nothing tells how text is set, only a chart has names
  const isOwn = texts.some(({ isProse }) => isProse)
    ? each.family !== body.family && (isOfLabels || each.size <= body.size)
    : isOfLabels && hasScale([...own].flatMap(({ line, isTurned }) => (isTurned ? [] : line.words)))
  if (!isOwn) return false
  const row = isTurned ? { ...all, x0: box.x0, x1: box.x1 } : { ...all, y0: box.y0, y1: box.y1 }
  // a caption begins anew
  const isSame = (other: Text) => isNext(each, other) && !(other.isCaption && other.box.y0 > box.y0)
  return !texts.some(
    (other) => other !== each && !own.has(other) && (meets(other.box, row) || (!isTurned && isSame(other)))
  )
}

/** The square of how far two boxes are from each other, in points. */
const apart = (a: Box, b: Box): number =>
  Math.max(0, -overlap(a.x0, a.x1, b.x0, b.x1)) ** 2 + Math.max(0, -overlap(a.y0, a.y1, b.y0, b.y1)) ** 2

/** Whether something is set otherwise than the text. */
export const isLettering = (each: Setting, body: Setting): boolean =>
  each.family !== body.family || each.size < maxLabelShare * body.size

/** Whether a line is set as labels are, and the text is not. */
const isAlike = (each: Text, labels: Labels, body: Setting): boolean =>
  isLettering(labels, body) &&
  isLettering(each, body) &&
  labels.families.has(each.family) &&
  each.size < maxLabelGrowth * labels.size

/** How most letters of labels are set, and the fonts of them all: a formula has several. */
interface Labels extends Setting {
  readonly families: ReadonlySet<string>
}

const setOf = (own: ReadonlySet<Text>): Labels | null =>
  own.size === 0
    ? null
    : {
        ...settingOf([...own]),
        families: new Set([...own].flatMap(({ line }) => line.words.map(({ font }) => familyName(font))))
      }

/** `setting` is how its `own` labels are set, if it has any. */
const isLabel = (
  each: Text,
  drawing: Box,
  around: Surroundings & { readonly sentences: ReadonlyArray<Text> },
  own: ReadonlySet<Text>,
  setting: Labels | null
): boolean => {
  const { texts, sentences, body, isDrawn } = around
  const { box, size } = each
  const gapX = -overlap(box.x0, box.x1, drawing.x0, drawing.x1)
  const gapY = -overlap(box.y0, box.y1, drawing.y0, drawing.y1)
  // most lines
  if (Math.max(gapX, gapY) > Math.max(turnedReachPt, alikeReachEm * size)) return false
  const alike = setting !== null && isAlike(each, setting, body)
  const reach = each.isTurned ? turnedReachPt : (alike ? alikeReachEm : labelReachEm) * size
  if (gapX > reach || gapY > reach) return false
  // beside or above its drawing, and not past its edges
  if (-gapX < 0.5 * width(box) && -gapY < 0.5 * Math.min(height(box), height(drawing))) return false
  if (each.isTurned) return true
  if (isSentence(each) || remark.test(each.text)) return false
  // a fraction at the end of a line of text
  const isInRow = (other: Text) =>
    overlap(other.box.y0, other.box.y1, box.y0, box.y1) > 0 &&
    overlap(other.box.x0, other.box.x1, box.x0, box.x1) > -size
  if (sentences.some(isInRow)) return false
  // a line of something that goes on away from the drawing
  const others = texts.filter(
    (other) => isNext(each, other) && other !== each && !own.has(other) && !(alike && other.family !== each.family)
  )
  if (others.some((other) => other.isProse || other.isCaption)) return false
  if (tick.test(each.text)) return size < maxLabelGrowth * Math.max(setting?.size ?? 0, body.size)
  if (isDrawn && others.length === 0 && isAside(each, drawing, around, own)) return true
  return alike || (size < maxLabelShare * body.size && others.length < 2)
}

/** In the rows of a drawing, next to it, and the last in its own row: what a line or a brace at the drawing's edge leads to. */
const isAside = (
  { box, size }: Text,
  drawing: Box,
  { texts, others }: Surroundings,
  own: ReadonlySet<Text>
): boolean => {
  const isRight = box.x0 > drawing.x1 - slackPt
  if (box.y0 < drawing.y0 || box.y1 > drawing.y1 || (!isRight && box.x1 > drawing.x0 + slackPt)) return false
  const isFurther = (other: Box) =>
    (isRight ? other.x0 > box.x0 : other.x1 < box.x1) && overlap(other.y0, other.y1, box.y0 - size, box.y1 + size) > 0
  return !others.some(isFurther) && !texts.some((other) => !own.has(other) && isFurther(other.box))
}
