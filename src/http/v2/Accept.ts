/** Which of the media types that there are `Accept` likes best (RFC 9110, section 12.5.1). */
import { weightsIn } from "../Weights.ts"

/** The more a range names of a type, the more it counts; null where it does not name it. */
const precisionOf = (range: string, type: string): number | null =>
  range === type ? 2 : range === `${type.split("/")[0]}/*` ? 1 : range === "*/*" ? 0 : null

const weightOf = (wanted: ReadonlyMap<string, number>, type: string): number => {
  let weight = 0
  let best = -1
  for (const [range, each] of wanted) {
    const precision = precisionOf(range, type)
    if (precision !== null && precision > best) {
      best = precision
      weight = each
    }
  }
  return weight
}

/** The first of the types where the client says nothing or likes several alike; null where it takes none of them. */
export const preferred = <T extends string>(accept: string | undefined, types: ReadonlyArray<T>): T | null => {
  if (accept === undefined || accept.trim() === "") return types[0] ?? null
  const wanted = weightsIn(accept)
  let best: T | null = null
  let most = 0
  for (const type of types) {
    const weight = weightOf(wanted, type)
    if (weight > most) {
      most = weight
      best = type
    }
  }
  return best
}
