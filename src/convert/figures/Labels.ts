/** A drawing's box → the lines that are its labels: what stands in it, and short lines at its edges. */
import { type Box, height, overlap, union, width } from "../model/Geometry.ts"
import { boxOf, isNext, type Text } from "./Texts.ts"

/** A label stands at most so far from its drawing, in em; a scale's numbers stand closest. */
const reachEm = 1.1
const turnedReach = 14
/** A label of more words is a sentence of the text. */
const mostWords = 8
/** What is set at least so much smaller than the text is a label rather than a line of it. */
const smaller = 0.95
/** Numbers of a scale, with their units. */
const tick = /^[\s\d.,:%‰°$€£¥+\-−–×()/]*\p{L}{0,3}[\s\d.,:%‰°$€£¥+\-−–×()/]*$/u

/** Where the figure is from, and what is to be said of it. */
const remark = /^\p{L}{3,}\s*[:：]\s*\p{L}/u

const isIn = ({ box }: Text, all: Box): boolean => {
  const x = (box.x0 + box.x1) / 2
  const y = (box.y0 + box.y1) / 2
  return x > all.x0 && x < all.x1 && y > all.y0 && y < all.y1
}

export const labelsOf = (
  drawing: Box,
  all: ReadonlyArray<Text>,
  ofCaptions: ReadonlySet<Text>,
  body: number
): ReadonlyArray<Text> => {
  const texts = all.filter((each) => !ofCaptions.has(each))
  const own = new Set(texts.filter((each) => isIn(each, drawing)))
  let box = own.size === 0 ? drawing : union(drawing, boxOf([...own]))
  const loose = texts.filter((each) => !own.has(each) && !each.isProse)
  // labels of labels: a scale, and what it is called
  for (let round = 0; round < 3; round++) {
    const found = loose.filter((each) => !own.has(each) && isLabel(each, box, all, body, own))
    if (found.length === 0) break
    for (const each of found) own.add(each)
    box = union(box, boxOf(found))
  }
  return texts.filter((each) => own.has(each))
}

const isLabel = (
  each: Text,
  drawing: Box,
  texts: ReadonlyArray<Text>,
  body: number,
  own: ReadonlySet<Text>
): boolean => {
  const { box, size } = each
  const gapX = -overlap(box.x0, box.x1, drawing.x0, drawing.x1)
  const gapY = -overlap(box.y0, box.y1, drawing.y0, drawing.y1)
  const reach = each.isTurned ? turnedReach : reachEm * size
  if (gapX > reach || gapY > reach) return false
  // beside or above its drawing, and not past its edges
  const isAlong = gapX <= 0 ? -gapX >= 0.5 * width(box) : -gapY >= 0.5 * Math.min(height(box), height(drawing))
  if (!isAlong) return false
  if (each.isTurned) return true
  if (each.words > mostWords || remark.test(each.text)) return false
  // a line of something that goes on away from the drawing
  const others = texts.filter((other) => other !== each && !own.has(other) && !other.isTurned && isNext(each, other))
  if (others.some((other) => other.isProse || other.isCaption)) return false
  if (tick.test(each.text)) return true
  return size < smaller * body && others.length < 2
}
