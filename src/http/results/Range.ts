/** Which part of a body an answer carries, and in which form: `Range`, `If-Range`, `If-None-Match`, `Accept-Encoding`. */
import { weightsIn } from "../Weights.ts"

/** From the first byte to the last, both counted from 0 and included. */
export interface Range {
  readonly first: number
  readonly last: number
}

/** No two stretches of spaces that may be empty meet: a header of 16,000 spaces would be read that many times. */
const single = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i

/**
 * The range that a header asks of so many bytes. Undefined where there is no header, one that cannot be read or one
 * of several ranges: such a header is ignored (RFC 9110, section 14.2). Null where none of the bytes there are is in it.
 */
export const rangeOf = (header: string | undefined, size: number): Range | null | undefined => {
  const [, from = "", to = ""] = single.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  if (from === "")
    return Number(to) === 0 || size === 0 ? null : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === "" ? size - 1 : Number(to)]
  if (to !== "" && last < first) return undefined
  return first >= size ? null : { first, last: Math.min(last, size - 1) }
}

/** The tags that a list names; a weak one counts as its strong one. */
const tagsIn = (list: string) => [...list.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag]) => tag)

/** Whether `If-None-Match` names one of these tags, by weak comparison. */
export const isKnown = (ifNoneMatch: string | undefined, tags: ReadonlyArray<string>): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" || tagsIn(ifNoneMatch).some((tag) => tags.includes(tag ?? "")))

/** Whether `If-Range`, where there is one, names this very tag; a date never does. */
export const isSame = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === tag

/** Whether the client takes gzip, and likes it no less than the bytes as they are. */
export const takesGzip = (acceptEncoding: string | undefined): boolean => {
  const all = weightsIn(acceptEncoding ?? "")
  const gzip = all.get("gzip") ?? all.get("x-gzip") ?? all.get("*") ?? 0
  return gzip > 0 && gzip >= (all.get("identity") ?? 0)
}

/** The coding for a text that is there in all of them: the smallest that the client takes. */
export const codingOf = (acceptEncoding: string | undefined): "br" | "gzip" | "identity" => {
  const all = weightsIn(acceptEncoding ?? "")
  const br = all.get("br") ?? all.get("*") ?? 0
  return br > 0 && br >= (all.get("gzip") ?? 0) && br >= (all.get("identity") ?? 0)
    ? "br"
    : takesGzip(acceptEncoding)
      ? "gzip"
      : "identity"
}
