/** Markers that a page's tree leaves out find the text that they stand before. */

import { marker } from "../lines/Markers.ts"
import type { Line, Word } from "../model/Line.ts"
import { maxTabEm, sameRowEm } from "../model/Measures.ts"
import type { StructElement } from "./Roles.ts"

/**
 * Markers that the tree leaves out, as those which a style sheet makes, put before the text that they stand beside. The
 * lines that are none come back.
 */
export const withUntaggedMarkers = (
  rest: ReadonlyArray<Line>,
  byElement: ReadonlyMap<StructElement, Array<Word>>
): ReadonlyArray<Line> => {
  const isMarker = ({ words }: Line) => marker(words.map((word) => word.text).join("")) !== null
  if (!rest.some(isMarker)) return rest
  const heads = [...byElement.values()].flatMap((words) => (words[0] === undefined ? [] : [{ words, first: words[0] }]))
  return rest.filter((each) => {
    if (!isMarker(each)) return true
    const beside = heads.find(({ first: { box, size, baseline } }) => {
      const gap = Math.max(box.x0 - each.box.x1, each.box.x0 - box.x1)
      return gap > 0 && gap < maxTabEm * size && Math.abs(baseline - each.baseline) < sameRowEm * size
    })
    beside?.words.unshift(...each.words)
    return beside === undefined
  })
}
