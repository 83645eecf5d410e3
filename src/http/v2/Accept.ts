/** Which of the media types that there are `Accept` likes best (RFC 9110, section 12.5.1). */

interface Wanted {
  readonly type: string
  readonly worth: number
}

const wantedIn = (accept: string): ReadonlyArray<Wanted> =>
  accept.split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith("q="))
    return { type, worth: q === undefined ? 1 : Number(q.slice(2)) || 0 }
  })

/** The more a range names of a type, the more it counts; null where it does not name it. */
const precisionOf = (range: string, type: string): number | null =>
  range === type ? 2 : range === `${type.split("/")[0]}/*` ? 1 : range === "*/*" ? 0 : null

const worthOf = (wanted: ReadonlyArray<Wanted>, type: string): number => {
  let worth = 0
  let best = -1
  for (const each of wanted) {
    const precision = precisionOf(each.type, type)
    if (precision !== null && precision > best) {
      best = precision
      worth = each.worth
    }
  }
  return worth
}

/** The first of the types where the client says nothing or likes several alike; null where it takes none of them. */
export const preferred = <T extends string>(accept: string | undefined, types: ReadonlyArray<T>): T | null => {
  if (accept === undefined || accept.trim() === "") return types[0] ?? null
  const wanted = wantedIn(accept)
  let best: T | null = null
  let most = 0
  for (const type of types) {
    const worth = worthOf(wanted, type)
    if (worth > most) {
      most = worth
      best = type
    }
  }
  return best
}
