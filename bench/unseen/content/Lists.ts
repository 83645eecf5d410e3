import { counters, type Item, type List, type Marker, markers } from "../Document.ts"
import type { Random } from "../Random.ts"
import type { Words } from "./Words.ts"

export interface ListLook {
  readonly bullet: Marker
  readonly inner: Marker
  readonly counter: Marker
}

export const listLook = (random: Random): ListLook => ({
  bullet: random.weighted<Marker>([["disc", 5], ...markers.map((marker) => [marker, 0.7] as const)]),
  inner: random.pick(["circle", "dash", "disc", "square"]),
  counter: random.weighted<Marker>([["1.", 5], ...counters.map((counter) => [counter, 0.7] as const)])
})

export interface ListWishes {
  readonly isOrdered?: boolean
  readonly items?: number
  readonly depth?: 1 | 2 | 3
  readonly isShort?: boolean
}

export const list = (random: Random, words: Words, look: ListLook, wishes: ListWishes = {}): List => {
  const isOrdered = wishes.isOrdered ?? random.chance(0.35)
  const isShort = wishes.isShort ?? random.chance(0.4)
  const depth =
    wishes.depth ??
    random.weighted([
      [1, 6],
      [2, 2],
      [3, 0.6]
    ] as const)
  const make = (left: number, marker: Marker): List => ({
    type: "list",
    marker,
    loose: !isShort && random.chance(0.3),
    items: random.times(
      wishes.items ?? random.int(2, 6),
      (): Item => ({
        text: isShort
          ? [words.phrase(2, 6)]
          : words.paragraph(
              random.weighted([
                [1, 5],
                [2, 2]
              ] as const)
            ),
        ...(left > 1 && random.chance(0.45)
          ? { list: { ...make(left - 1, random.chance(0.3) ? "a)" : look.inner), loose: false } }
          : {})
      })
    )
  })
  return make(depth, isOrdered ? look.counter : look.bullet)
}

export const checklist = (random: Random, words: Words): List => ({
  type: "list",
  marker: "box",
  loose: false,
  items: random.times(random.int(3, 7), () => ({ text: [words.phrase(2, 6)], ticked: random.chance(0.4) }))
})
