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
  /** A document of so many pages is read by one child: a second, which has to start and to warm up, makes 70 pages a tenth slower on two cores. */
  readonly undivided: number
  /** Of a longer one, what the first child leaves is read in stretches of so many pages, or more where there are thousands, by whichever child has nothing else to do. */
  readonly stretch: number
  /** Resident memory between documents: a child that keeps more is replaced. */
  readonly restingMemory: number
  /** A child is replaced after this many answers. A new one is half as fast until it has read a hundred documents. */
  readonly answersPerChild: number
}

/** A child at work gets a larger share of a core than this, whatever else the machine does: one that gets less waits for nothing. */
const leastShare = 1 / 20

/** Whether a child has spent more of a core than it may since it last said something, or waits for what never comes. Durations in ms. */
export const isOverdue = (spent: number, passed: number, patience: number): boolean =>
  spent > patience || (passed > patience && spent < leastShare * passed)

export const limits: Limits = {
  opening: 30_000,
  page: 30_000,
  recognisedPage: 60_000,
  assembling: 60_000,
  memory: 1024 ** 3,
  heap: 768,
  undivided: 96,
  stretch: 32,
  restingMemory: 400 * 1024 ** 2,
  answersPerChild: 4000
}
