/** What is drawn around a text → which lines of it are a listing, and which marks are only its frame or its card. */
import { aroundAll, type Box, height, width } from "../model/Geometry.ts"
import { minSeries, nearlyAll, sameEdgePt, slackPt } from "../model/Measures.ts"
import { isMostlyIn } from "./Evidence.ts"
import type { Mark } from "./Marks.ts"
import { parameters } from "./Parameters.ts"
import { isNext, type Text } from "./Texts.ts"

const { listedShare } = parameters

/** The lines of a listing within a box: lines of text, one right below the other, that take much of its width. A frame may hold a drawing and its listing. */
export const listingIn = (box: Box, texts: ReadonlyArray<Text>): ReadonlyArray<Text> => {
  const own = texts.filter((each) => !each.isTurned && isMostlyIn(each.box, box))
  const isTooLittle = (some: ReadonlyArray<Text>) =>
    some.length < minSeries || width(aroundAll(some)) < listedShare * width(box)
  if (isTooLittle(own)) return []
  const lines = own.filter((each) => own.some((other) => other !== each && isNext(each, other)))
  return isTooLittle(lines) ? [] : lines
}

/** Rules on the edges of a box, or from one to the other. */
export const isSideOf =
  (all: Box) =>
  ({ kind, box }: Mark): boolean =>
    kind === "rule" &&
    (width(box) > nearlyAll * width(all) ||
      height(box) > nearlyAll * height(all) ||
      (width(box) < slackPt && Math.min(box.x0 - all.x0, all.x1 - box.x1) < sameEdgePt) ||
      (height(box) < slackPt && Math.min(box.y0 - all.y0, all.y1 - box.y1) < sameEdgePt))

/** Whether a mark is the background of several lines of text, such as a card on a slide or a panel of a poster. */
export const isCard = ({ kind, box }: Mark, texts: ReadonlyArray<Text>): boolean =>
  kind !== "rule" && texts.filter((text) => isMostlyIn(text.box, box)).length >= minSeries
