/** Clusters, captions → panels: what is drawn over a caption, or else under it, is one figure's. */
import { area, around, aroundAll, type Box, height, isInside, overlap, union, width } from "../model/Geometry.ts"
import { minPair, minSeries, sameEdgePt, slackPt } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { type Cluster, clusters } from "./Clusters.ts"
import { isMostlyIn } from "./Evidence.ts"
import type { Mark } from "./Marks.ts"
import { parameters } from "./Parameters.ts"
import { isNext, type Text } from "./Texts.ts"

const { panelGapPt, minPanelPt2 } = parameters

/** The lines of a caption, from its first. */
export const captionOf = (first: Text, texts: ReadonlyArray<Text>): ReadonlyArray<Text> => {
  const own = [first]
  for (const each of texts) {
    const last = own.at(-1) as Text
    if (each.line.baseline > last.line.baseline && !each.isCaption && isNext(last, each)) own.push(each)
  }
  return own
}

export const isBeside = (a: Box, b: Box, gap: number): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) > -gap && overlap(a.y0, a.y1, b.y0, b.y1) > -gap

/** Whether running text stands between two boxes: in the box around both, and in neither of them. */
export const isParted = (all: Box, a: Box, b: Box, prose: ReadonlyArray<Text>): boolean =>
  prose.some(({ box }) => isMostlyIn(box, all) && !isMostlyIn(box, a) && !isMostlyIn(box, b))

/** Tables, and frames around texts with nothing else drawn in or at them, such as formulas beside a picture: where they are, and the marks without their rules. */
export const withoutFramed = (
  marks: ReadonlyArray<Mark>,
  texts: ReadonlyArray<Text>,
  page: Pick<RawPage, "width" | "height">
): { readonly frames: ReadonlyArray<Box>; readonly marks: ReadonlyArray<Mark> } => {
  const rules = marks.filter(({ kind }) => kind === "rule")
  const others = marks.filter(({ kind }) => kind !== "rule")
  const boxes = rules.map(({ box }) => box)
  const isOn = (rule: Box, box: Box) =>
    [rule.x1 - box.x0, box.x1 - rule.x0, rule.y1 - box.y0, box.y1 - rule.y0].some((gap) => gap < sameEdgePt)
  const found = clusters(boxes, page.width, page.height, slackPt).filter(
    ({ box, members }) =>
      members.length > minSeries &&
      members.every((i) => isOn(boxes[i] as Box, box)) &&
      texts.some(({ line }) => line.words.some((word) => isMostlyIn(word.box, box))) &&
      !others.some((other) => isBeside(other.box, box, slackPt))
  )
  const frames = [...found.map(({ box }) => box), ...tablesOf(boxes, others, texts)]
  const isFramed = ({ kind, box }: Mark) => kind === "rule" && frames.some((frame) => isInside(box, frame, slackPt))
  return { frames, marks: frames.length === 0 ? marks : marks.filter((mark) => !isFramed(mark)) }
}

/** Rules from one edge to another, each over a text, and nothing else drawn between them. */
const tablesOf = (
  rules: ReadonlyArray<Box>,
  others: ReadonlyArray<Mark>,
  texts: ReadonlyArray<Text>
): ReadonlyArray<Box> => {
  const across = rules.filter((rule) => width(rule) > height(rule))
  return [...Map.groupBy(across, ({ x0, x1 }) => `${Math.round(x0)} ${Math.round(x1)}`).values()].flatMap((same) => {
    const sorted = same.toSorted((a, b) => a.y0 - b.y0)
    const rows = sorted
      .slice(1)
      .map((rule, i) => union(sorted[i] as Box, rule))
      .filter((row) => height(row) > sameEdgePt)
    const isTable =
      rows.length >= minPair &&
      rows.every((row) => texts.some(({ box }) => isMostlyIn(box, row))) &&
      !others.some(({ box }) => isBeside(box, around(same), 0))
    return isTable ? [around(same)] : []
  })
}

/** Clusters that stand over one caption, or else under it, with no running text between, as one. */
export const underCaptions = (
  parts: ReadonlyArray<Cluster>,
  captions: ReadonlyArray<ReadonlyArray<Text>>,
  prose: ReadonlyArray<Text>,
  isGrid: (part: Cluster) => boolean
): ReadonlyArray<Cluster> => {
  const boxes = captions.map(aroundAll)
  let left = parts
  for (const at of boxes) {
    const own = panelsAt(
      at,
      left.filter((part) => area(part.box) >= minPanelPt2 && !isGrid(part)),
      prose
    )
    if (own.size === 0) continue
    const members = [...own].flatMap((each) => each.members)
    const box = aroundAll([...own])
    left = [...left.filter((each) => !own.has(each)), { box, members }]
  }
  return left
}

/** The panels of one caption: those next to it, and what is beside them on their side of it. */
const panelsAt = (at: Box, panels: ReadonlyArray<Cluster>, prose: ReadonlyArray<Text>): ReadonlySet<Cluster> => {
  const isNextTo = (side: "over" | "under", { box }: Cluster) => {
    const gap = side === "over" ? at.y0 - box.y1 : box.y0 - at.y1
    return gap > -sameEdgePt && gap < panelGapPt && overlap(box.x0, box.x1, at.x0, at.x1) > 0
  }
  const over = panels.filter((panel) => isNextTo("over", panel))
  const [seed, ...others] = over.length > 0 ? over : panels.filter((panel) => isNextTo("under", panel))
  if (seed === undefined) return new Set()
  const own = new Set([seed, ...others.filter(({ box }) => !isParted(union(seed.box, box), seed.box, box, prose))])
  const isOver = seed.box.y1 < at.y0 + sameEdgePt
  const isOnSide = ({ box }: Cluster) => (isOver ? box.y1 <= at.y0 + sameEdgePt : box.y0 >= at.y1 - sameEdgePt)
  let box = aroundAll([...own])
  const joins = (each: Cluster) =>
    isBeside(each.box, box, panelGapPt) && !isParted(union(each.box, box), each.box, box, prose)
  for (let before = -1; before < own.size; ) {
    before = own.size
    for (const each of panels) {
      if (own.has(each) || !isOnSide(each) || !joins(each)) continue
      own.add(each)
      box = union(each.box, box)
    }
  }
  return own
}
