/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly int: (least: number, most: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(of: ReadonlyArray<A>) => A
  /** One of several, each as likely as its weight says. */
  readonly weighted: <A>(of: ReadonlyArray<readonly [A, number]>) => A
  readonly sample: <A>(of: ReadonlyArray<A>, count: number) => ReadonlyArray<A>
  readonly times: <A>(count: number, make: (index: number) => A) => ReadonlyArray<A>
  /** Numbers of their own for a part, so that a change in one part leaves the others as they are. */
  readonly fork: (name: string) => Random
}

const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}

export const random = (seed: string): Random => {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <A>(of: ReadonlyArray<A>): A => of[Math.floor(next() * of.length)] as A
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: (of) => {
      let left = next() * of.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of of) {
        left -= weight
        if (left < 0) return value
      }
      return (of.at(-1) as (typeof of)[number])[0]
    },
    sample: (of, count) => {
      const left = [...of]
      const taken: Array<(typeof left)[number]> = []
      while (taken.length < count && left.length > 0) {
        taken.push(...left.splice(Math.floor(next() * left.length), 1))
      }
      return taken
    },
    times: (count, make) => Array.from({ length: count }, (_, index) => make(index)),
    fork: (name) => random(`${seed}/${name}`)
  }
}
