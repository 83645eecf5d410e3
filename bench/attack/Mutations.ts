/** Damage to bytes, the same for the same seed. */

/** Numbers from 0 to 1, by mulberry32. */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Damage = (bytes: Buffer, at: (most: number) => number) => Buffer

/** Two places, in order. */
const stretch = (bytes: Buffer, at: (most: number) => number, most: number) => {
  const start = at(bytes.length)
  return [start, Math.min(bytes.length, start + 1 + at(most))] as const
}

const objects = /\d+ 0 obj\b[\s\S]*?endobj/g

const damages: ReadonlyArray<Damage> = [
  // bits flip
  (bytes, at) => {
    const out = Buffer.from(bytes)
    for (let count = 1 + at(20); count > 0 && out.length > 0; count--) {
      const i = at(out.length)
      out[i] = (out[i] ?? 0) ^ (1 << at(8))
    }
    return out
  },
  // a stretch is lost
  (bytes, at) => {
    const [start, end] = stretch(bytes, at, 200)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  },
  // a stretch stands elsewhere too
  (bytes, at) => {
    const [start, end] = stretch(bytes, at, 200)
    const to = at(bytes.length)
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(start, end), bytes.subarray(to)])
  },
  // the end is missing
  (bytes, at) => bytes.subarray(0, at(bytes.length)),
  // a number is another
  (bytes, at) => {
    const text = bytes.toString("latin1")
    const numbers = [...text.matchAll(/\d+/g)]
    const found = numbers[at(numbers.length)]
    if (found === undefined) return bytes
    const other = ["0", "-1", "1", "65536", "4294967296", "99999999999999999999", "1e308"][at(7)]
    return Buffer.from(`${text.slice(0, found.index)}${other}${text.slice(found.index + found[0].length)}`, "latin1")
  },
  // two objects change places
  (bytes, at) => {
    const text = bytes.toString("latin1")
    const found = text.match(objects) ?? []
    const [one, other] = [found[at(found.length)], found[at(found.length)]]
    if (one === undefined || other === undefined || one === other) return bytes
    const swapped = text.replace(one, () => "\0").replace(other, () => one)
    return Buffer.from(
      swapped.replace("\0", () => other),
      "latin1"
    )
  }
]

/** These bytes with some damage or other, up to four of them. */
export const damaged = (bytes: Uint8Array, random: () => number): Buffer => {
  const at = (most: number) => Math.floor(random() * most)
  let out = Buffer.from(bytes)
  for (let count = 1 + at(4); count > 0; count--) out = Buffer.from(damages[at(damages.length)]!(out, at))
  return out
}
