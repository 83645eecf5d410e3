/** What one child may take. Durations in ms of a core, so that a busy machine changes nothing; memory in bytes, the heap in MB. */
export interface Limits {
  readonly opening: number
  /** A page with a text layer. */
  readonly page: number
  /** A page whose text is recognised. */
  readonly recognisedPage: number
  readonly assembling: number
  /** Resident memory at any time. */
  readonly memory: number
  readonly heap: number
  /** What the pages of a document may come to while they wait to be put together, in bytes: ten thousand usual ones have 110 MB. */
  readonly pages: number
  /** Its Markdown, in bytes. */
  readonly markdown: number
  /** Drawing what is cut out of a page, once. */
  readonly figure: number
  /** The pictures of its figures, in bytes. */
  readonly images: number
  /** Its blocks, in bytes of JSON: more than a document of the largest Markdown has. */
  readonly blocks: number
  /** One of them, as a line of JSON: whoever reads blocks holds one at a time, whole. */
  readonly block: number
  /** A document of up to this many pages is read by one child: a second, which has to start and to warm up, makes 70 pages a tenth slower on two cores. */
  readonly undivided: number
  /** Of a longer one, what the first child leaves is read in stretches of so many pages, or more where there are thousands, by whichever child has nothing else to do. */
  readonly stretch: number
  /** Resident memory between documents: a child that keeps more is replaced. */
  readonly restingMemory: number
  /** A child is replaced after this many answers. A new one is half as fast until it has read a hundred documents. */
  readonly answersPerChild: number
}

/** Maximum number of figures of a document that get a picture. */
export const mostFigures = 200

/** A child at work gets a larger share of a core than this: one that gets less, and is not kept from it by others, waits for nothing. */
const leastShare = 1 / 20

/** Whether a child has spent more of a core than it may since it last said something, or waits for what never comes. Durations in ms. */
export const isOverdue = (spent: number, idle: number, patience: number): boolean =>
  spent > patience || isStalled(spent, idle, patience)

/** It waits for what never comes: no fault of what it works at, as far as anybody knows. */
export const isStalled = (spent: number, idle: number, patience: number): boolean =>
  idle > patience && spent < leastShare * idle

/** Between two looks at a child no more time counts than this, in ms: a service that was stopped or asleep knows nothing of the rest. */
const longestGap = 1_000

/** How long a child has neither worked nor waited for a core since the first look, in ms; `waited` is what others kept it from one. */
export const idleTime = (first: { readonly at: number; readonly waited: number }) => {
  let last = first.at
  let awake = 0
  return ({ at, waited }: { readonly at: number; readonly waited: number }): number => {
    awake += Math.min(at - last, longestGap)
    last = at
    return awake - (waited - first.waited)
  }
}

export const limits: Limits = {
  opening: 30_000,
  page: 30_000,
  recognisedPage: 60_000,
  assembling: 60_000,
  memory: 1024 ** 3,
  heap: 768,
  pages: 192 * 1024 ** 2,
  markdown: 50 * 1024 ** 2,
  blocks: 1024 ** 3,
  block: 64 * 1024 ** 2,
  figure: 15_000,
  images: 50 * 1024 ** 2,
  undivided: 96,
  stretch: 32,
  restingMemory: 480 * 1024 ** 2,
  answersPerChild: 4000
}

/** What decides how a document is shared out: the same for the parent and for the child that opens it. */
export interface Division extends Pick<Limits, "undivided"> {
  readonly children: number
}

/** No child reads more than this at one go, so that those who are done early find something left to do. */
const mostAtOnce = 96

/** How many of `count` pages the child reads that opens the document: all, or about as many as each of the others. */
export const firstShare = (count: number, { undivided, children }: Division): number =>
  count <= undivided || children < 2 ? count : Math.min(count, mostAtOnce, Math.ceil(count / children))
