/** Candidates → the whole page as one figure, if the page has next to no text outside its figures, or was cut out for a drawing, without a margin. */
import { area, around } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { mostShare, nearlyAll } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { type Candidate, saidBy } from "./Candidates.ts"
import { evidenceOf, isMostlyIn } from "./Evidence.ts"
import { scoreOf } from "./FigureWeights.ts"
import { marksOf } from "./Marks.ts"
import { isBeside } from "./Panels.ts"
import { parameters } from "./Parameters.ts"
import { bodySetting, isHeadline, isNext, settingOf, type Text, textsOf } from "./Texts.ts"

const { panelGapPt, alikeReachEm, minSaidWords } = parameters

/** `winners` are those of the candidates that are figures by themselves. */
export const sheetOf = (
  page: RawPage,
  lines: ReadonlyArray<Line>,
  candidates: ReadonlyArray<Candidate>,
  winners: ReadonlyArray<Candidate>
): Candidate | null => {
  if (candidates.length === 0) return null
  const read = textsOf(lines)
  if (read.some((each) => each.isProse || each.isCaption)) return null
  // rules over and under the text of the page, and what stands at them
  const aside = new Set(
    candidates.filter(({ marginal, bare }) => marginal + bare === 2).flatMap((each) => each.marks.map(({ box }) => box))
  )
  const marks = marksOf(page).filter(({ box }) => !aside.has(box))
  if (marks.every(({ kind }) => kind === "picture" || kind === "rule")) return null
  const taken = new Set(winners.flatMap(({ labels }) => labels.map(({ line }) => line)))
  const isSaid = saidBy(lines.filter((line) => !taken.has(line))) >= minSaidWords
  const drawn = around(marks.map(({ box }) => box))
  const body = bodySetting(read)
  // without any text, most letters may be those of the page's title: it is large beside the labels of what is drawn
  const ofLabels = winners.flatMap(({ labels }) => labels)
  const size = ofLabels.length === 0 ? body.size : Math.min(body.size, settingOf(ofLabels).size)
  const own = read.filter(
    (each) =>
      isMostlyIn(each.box, drawn) ||
      (!isSaid && each.box.y0 > drawn.y0 && each.box.y1 < drawn.y1) ||
      (!isHeadline(each, size) && isBeside(each.box, drawn, alikeReachEm * each.size))
  )
  const texts = withFurtherLines(own, read, size)
  const box = around([drawn, ...texts.map((each) => each.box)])
  // nothing but a drawing is cut out without a margin; it may have a title, and says what the page says
  const isCutOut = area(box) > nearlyAll * page.width * page.height && candidates.some((each) => each.share > mostShare)
  if (isSaid && !isCutOut) return null
  const all = evidenceOf(page, box, marks, texts, [], panelGapPt, body)
  const evidence = isSaid ? { ...all, headed: 0, cornered: 0 } : all
  const score = scoreOf(evidence)
  return score > 0 ? { marks, labels: isSaid ? [] : texts, box, ...evidence, score } : null
}

/** Labels with the lines that go on with them, none of which is set as large as a heading. */
const withFurtherLines = (own: ReadonlyArray<Text>, read: ReadonlyArray<Text>, size: number): ReadonlyArray<Text> => {
  const found = new Set(own)
  const others = read.filter((each) => !found.has(each) && !isHeadline(each, size))
  if (others.length === 0) return own
  for (const each of found) for (const other of others) if (isNext(each, other)) found.add(other)
  return [...found]
}
