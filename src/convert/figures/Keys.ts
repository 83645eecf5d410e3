/** Clusters → clusters in which each legend is one with its drawing. */
import { area, type Box, height, overlap, union, width } from "../model/Geometry.ts"
import type { Cluster } from "./Clusters.ts"
import type { Mark } from "./Marks.ts"
import { isParted } from "./Panels.ts"
import { parameters } from "./Parameters.ts"
import type { Text } from "./Texts.ts"

const { maxSamplePt, maxNameGapEm } = parameters

/** Samples of colours with their names, as one with the drawing beside which they stand. */
export const withKeys = (
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

export const overlapsRow = (a: Box, b: Box): boolean =>
  overlap(a.y0, a.y1, b.y0, b.y1) > 0.5 * Math.min(height(a), height(b))
