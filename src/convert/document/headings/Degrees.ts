/** How far something is so, from 0 to 1. */

/** 0 at `from` and below, 1 at `to` and above. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

export const flag = (is: boolean): number => (is ? 1 : 0)
