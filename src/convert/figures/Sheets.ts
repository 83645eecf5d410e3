/** Candidates → the whole page as one figure, if it says next to nothing but what is in its figures: what is cut out for a drawing alone has no margin around it. */
import { around } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import type { RawPage } from "../model/Page.ts"
import { type Candidate, saidBy } from "./Candidates.ts"
import { evidenceOf, isHeadline, isMostlyIn, marksOf, scoreOf } from "./Evidence.ts"
import { isBeside } from "./Panels.ts"
import { parameters } from "./Parameters.ts"
import { bodySetting, textsOf } from "./Texts.ts"

const { panelGapPt, alikeReachEm, minSaidWords } = parameters

/** `winners` are those of the candidates that are figures by themselves. */
export const sheetOf = (
  page: RawPage,
  lines: ReadonlyArray<Line>,
  candidates: ReadonlyArray<Candidate>,
  winners: ReadonlyArray<Candidate>
): Candidate | null => {
  const taken = new Set(winners.flatMap(({ labels }) => labels.map(({ line }) => line)))
  if (candidates.length === 0 || saidBy(lines.filter((line) => !taken.has(line))) >= minSaidWords) return null
  // rules over and under the text of the page, and what stands at them
  const aside = new Set(
    candidates.filter(({ marginal, bare }) => marginal + bare === 2).flatMap((each) => each.marks.map(({ box }) => box))
  )
  const marks = marksOf(page).filter(({ box }) => !aside.has(box))
  if (marks.every(({ kind }) => kind === "picture" || kind === "rule")) return null
  const drawn = around(marks.map(({ box }) => box))
  const all = textsOf(lines)
  const body = bodySetting(all)
  if (all.some((each) => each.isProse || each.isCaption)) return null
  const texts = all.filter(
    (each) =>
      isMostlyIn(each.box, drawn) ||
      (!isHeadline(each, body.size) && isBeside(each.box, drawn, alikeReachEm * each.size))
  )
  const box = around([drawn, ...texts.map((each) => each.box)])
  const evidence = evidenceOf(page, box, marks, texts, [], panelGapPt, body)
  const score = scoreOf(evidence)
  return score > 0 ? { marks, labels: texts, box, ...evidence, score } : null
}
