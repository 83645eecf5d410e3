/** How the pages of one document are shared out among children. */
import type { Limits } from "./Limits.ts"

/** What decides how a document is shared out: the same for the parent and for the child that opens it. */
export interface Division extends Pick<Limits, "undivided"> {
  readonly children: number
}

/** No child reads more than this at one go, so that those who are done early find something left to do. */
const mostAtOnce = 96

/** How many of `count` pages the child reads that opens the document: all, or about as many as each of the others. */
export const firstShare = (count: number, { undivided, children }: Division): number =>
  count <= undivided || children < 2 ? count : Math.min(count, mostAtOnce, Math.ceil(count / children))
