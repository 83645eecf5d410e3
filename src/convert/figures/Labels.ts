/** A drawing's box → the lines that are its labels: what stands in it, and short lines at its edges. */
import { type Box, height, overlap, union, width } from "../model/Geometry.ts"
import { slackPt } from "../model/Measures.ts"
import { parameters } from "./Parameters.ts"
import { boxOf, isNext, type Setting, settingOf, type Text } from "./Texts.ts"

const { labelReachEm, alikeReachEm, turnedReachPt, maxLabelGrowth, maxLabelWords, maxLabelShare } = parameters

/** Numbers of a scale, with their units. */
const tick = /^[\s\d.,:%‰°$€£¥+\-−–×()/]*\p{L}{0,3}[\s\d.,:%‰°$€£¥+\-−–×()/]*$/u

/** Where the figure is from, and what is to be said of it. */
const remark = /^\p{L}{3,}\s*[:：]\s*\p{L}/u

const isIn = ({ box }: Text, all: Box): boolean => {
  const x = (box.x0 + box.x1) / 2
  const y = (box.y0 + box.y1) / 2
  return x > all.x0 && x < all.x1 && y > all.y0 && y < all.y1
}

/** What labels are told by: the drawing, other drawings, captions, and how running text is set. */
export interface Surroundings {
  readonly texts: ReadonlyArray<Text>
  readonly ofCaptions: ReadonlySet<Text>
  readonly body: Setting
  /** Lines at a corner of the drawing's box that nothing is drawn at. */
  readonly apart: ReadonlySet<Text>
  /** It is more than a picture, in which labels stand. */
  readonly isDrawn: boolean
  /** The boxes of other drawings: a label is of the nearest. */
  readonly others: ReadonlyArray<Box>
}

export const labelsOf = (drawing: Box, around: Surroundings): ReadonlyArray<Text> => {
  const texts = around.texts.filter((each) => !around.ofCaptions.has(each) && !around.apart.has(each))
  // the last line of a paragraph beside a picture may reach into its margin
  const isTail = (each: Text) =>
    each.isProse && texts.some((other) => other.isProse && !isIn(other, drawing) && isNext(each, other))
  // paragraphs and listings within are text of the page
  const isText = (each: Text) =>
    each.isProse &&
    texts.some(
      (other) =>
        other !== each && other.isProse && (other.isTyped || !isLettering(each, around.body)) && isNext(each, other)
    )
  const own = new Set(texts.filter((each) => isIn(each, drawing) && !isTail(each) && !isText(each)))
  let box = own.size === 0 ? drawing : union(drawing, boxOf([...own]))
  const loose = texts.filter(
    (each) =>
      !own.has(each) &&
      !each.isProse &&
      !around.others.some((other) => apart(each.box, other) < apart(each.box, drawing))
  )
  // labels of labels: a scale, and what it is called
  for (let round = 0; round < 3; round++) {
    const setting = own.size === 0 ? null : settingOf([...own])
    const found = loose.filter((each) => !own.has(each) && isLabel(each, box, around, own, setting))
    if (found.length === 0) break
    for (const each of found) own.add(each)
    box = union(box, boxOf(found))
  }
  return texts.filter((each) => own.has(each))
}

/** How far two boxes are from each other, in points. */
const apart = (a: Box, b: Box): number =>
  Math.hypot(Math.max(0, -overlap(a.x0, a.x1, b.x0, b.x1)), Math.max(0, -overlap(a.y0, a.y1, b.y0, b.y1)))

/** Whether something is set otherwise than the text. */
export const isLettering = (each: Setting, body: Setting): boolean =>
  each.family !== body.family || each.size < maxLabelShare * body.size

/** Whether a line is set as labels are, and the text is not. */
const isAlike = (each: Text, labels: Setting, body: Setting): boolean =>
  isLettering(labels, body) &&
  isLettering(each, body) &&
  each.family === labels.family &&
  each.size < maxLabelGrowth * labels.size

/** `setting` is how its `own` labels are set, if it has any. */
const isLabel = (
  each: Text,
  drawing: Box,
  around: Surroundings,
  own: ReadonlySet<Text>,
  setting: Setting | null
): boolean => {
  const { texts, body, isDrawn } = around
  const { box, size } = each
  const gapX = -overlap(box.x0, box.x1, drawing.x0, drawing.x1)
  const gapY = -overlap(box.y0, box.y1, drawing.y0, drawing.y1)
  const alike = setting !== null && isAlike(each, setting, body)
  const reach = each.isTurned ? turnedReachPt : (alike ? alikeReachEm : labelReachEm) * size
  if (gapX > reach || gapY > reach) return false
  // beside or above its drawing, and not past its edges
  if (-gapX < 0.5 * width(box) && -gapY < 0.5 * Math.min(height(box), height(drawing))) return false
  if (each.isTurned) return true
  if (each.words > maxLabelWords || remark.test(each.text)) return false
  // a fraction at the end of a line of text
  const isInRow = (other: Text) =>
    other.words > maxLabelWords &&
    overlap(other.box.y0, other.box.y1, box.y0, box.y1) > 0 &&
    overlap(other.box.x0, other.box.x1, box.x0, box.x1) > -size
  if (texts.some(isInRow)) return false
  // a line of something that goes on away from the drawing
  const others = texts.filter(
    (other) =>
      other !== each &&
      !own.has(other) &&
      !other.isTurned &&
      !(alike && other.family !== each.family) &&
      isNext(each, other)
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
