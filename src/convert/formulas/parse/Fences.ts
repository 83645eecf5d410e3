/** Item[] → Item[]: pieces of tall delimiters as the delimiters they make, and what stands between tall ones as one. */
import { aroundAll, greatest, overlap } from "../../model/Geometry.ts"
import { slackPt } from "../../model/Measures.ts"
import { grids } from "./Grid.ts"
import { axis, centre, type Item, middle, type Parse, sizeOf, whole } from "./Item.ts"

/** What the pieces at the top, in the middle and at the bottom of a delimiter make. */
const pieces: Readonly<Record<string, string>> = {
  "⎛": "(",
  "⎜": "(",
  "⎝": "(",
  "⎞": ")",
  "⎟": ")",
  "⎠": ")",
  "⎡": "[",
  "⎢": "[",
  "⎣": "[",
  "⎤": "]",
  "⎥": "]",
  "⎦": "]",
  "⎧": "{",
  "⎨": "{",
  "⎩": "{",
  "⎫": "}",
  "⎬": "}",
  "⎭": "}",
  "⎪": "",
  "⏐": "|",
  "∣": "|",
  "∥": "‖",
  "⎷": "√",
  "⌜": "√",
  "│": "√"
}

/** Maximum gap between pieces that meet, and between their left edges, in points. */
const seam = 1.5

export const withPieces = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const loose = items.filter((each) =>
    pieces[each.character] === undefined
      ? isDelimiter.test(each.character) && items.some((other) => isOver(each, other))
      : each.isExact
  )
  if (loose.length === 0) return items
  const piles: Array<Array<Item>> = []
  for (const each of loose.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    const pile = piles.find((pile) => {
      const last = pile.at(-1) as Item
      return (
        Math.abs(last.box.x0 - each.box.x0) < slackPt &&
        each.box.y0 - greatest(pile.map(({ box }) => box.y1)) < seam &&
        fits(pile, each)
      )
    })
    if (pile) pile.push(each)
    else piles.push([each])
  }
  const made = piles.map((pile): Item => {
    const character = characterOf(pile)
    const box = aroundAll(pile)
    return { ...(pile[0] as Item), character, box, baseline: (box.y0 + box.y1) / 2, size: 0, isExact: true }
  })
  return [...items.filter((each) => !loose.includes(each)), ...made]
}

const isDelimiter = /^[()[\]{}|‖⟨⟩⌊⌋⌈⌉√]$/

/** Both are pieces of one sign, whose file calls each of them by its name. */
const isOver = (a: Item, b: Item): boolean =>
  a !== b &&
  a.character === b.character &&
  Math.abs(a.box.x0 - b.box.x0) < slackPt &&
  a.box.y0 - b.box.y1 < slackPt &&
  b.box.y0 - a.box.y1 < slackPt

/** A bracket with a foot alone is a floor, with a head alone a ceiling. */
const characterOf = (pile: ReadonlyArray<Item>): string => {
  const has = (each: string) => pile.some((piece) => piece.character === each)
  if (has("⎢") || has("⎡") || has("⎣")) return has("⎡") ? (has("⎣") ? "[" : "⌈") : has("⎣") ? "⌊" : "|"
  if (has("⎥") || has("⎤") || has("⎦")) return has("⎤") ? (has("⎦") ? "]" : "⌉") : has("⎦") ? "⌋" : "|"
  return pile.map(({ character }) => kindOf(character)).find((each) => each !== "") ?? "|"
}

const kindOf = (character: string): string => pieces[character] ?? character

const fits = (pile: ReadonlyArray<Item>, each: Item): boolean => {
  const own = kindOf(each.character)
  return (
    pile.every((other) => own === "" || kindOf(other.character) === "" || kindOf(other.character) === own) &&
    !/[⎛⎡⎧⎞⎤⎫]/.test(each.character)
  )
}

const opening = "([{⟨⌊⌈"
const closing = ")]}⟩⌋⌉"
const either = "|‖∣∥"

/** A delimiter this many em high is tall. */
const tall = 1.125

/** What tall delimiters enclose, the innermost first. A brace on the left may have none on the right. */
export const withFences = (items: ReadonlyArray<Item>, parse: Parse, size: number): ReadonlyArray<Item> => {
  let current = items
  for (;;) {
    const found = innermost(current, size)
    if (found === null) return current
    const { open, close, inside } = found
    const body = inside.length === 0 ? [] : (grids(inside, open, close, parse) ?? parse(inside))
    const box = open.box
    const all = close === null ? [open, ...inside] : [open, ...inside, close]
    const em = sizeOf(inside) || size
    const node = {
      kind: "fenced" as const,
      open: open.character === "∣" ? "|" : open.character === "∥" ? "‖" : open.character,
      close: close === null ? "" : close.character === "∣" ? "|" : close.character === "∥" ? "‖" : close.character,
      body
    }
    const [only] = body
    const isBinomial = only?.kind === "fraction" && only.isBinomial && body.length === 1 && node.open === "("
    const made = whole(all, isBinomial ? only : node, (box.y0 + box.y1) / 2 + axis * em)
    current = [...current.filter((each) => !all.includes(each)), made]
  }
}

const isTall = (each: Item, size: number): boolean =>
  each.isExact && each.node === null && each.box.y1 - each.box.y0 > tall * size

const innermost = (
  items: ReadonlyArray<Item>,
  size: number
): { readonly open: Item; readonly close: Item | null; readonly inside: ReadonlyArray<Item> } | null => {
  const tallOnes = items
    .filter((each) => isTall(each, size) && (opening + closing + either).includes(each.character))
    .sort((a, b) => a.box.x0 - b.box.x0)
  for (let i = 0; i < tallOnes.length; i++) {
    const close = tallOnes[i] as Item
    if (opening.includes(close.character)) continue
    const open = tallOnes
      .slice(0, i)
      .reverse()
      .find((each) => isPair(each, close))
    if (open === undefined) continue
    return { open, close, inside: between(items, open, close) }
  }
  const brace = tallOnes.findLast((each) => opening.includes(each.character))
  if (brace !== undefined) {
    const inside = between(items, brace, null)
    if (inside.length > 0) return { open: brace, close: null, inside }
  }
  return null
}

/** Both of one height, side by side, and one opens what the other closes. */
const isPair = (open: Item, close: Item): boolean => {
  if (closing.includes(open.character)) return false
  const a = open.box.y1 - open.box.y0
  const b = close.box.y1 - close.box.y0
  const isEven = Math.abs(middle(open) - middle(close)) < 0.15 * Math.max(a, b)
  const isMatched =
    either.includes(open.character) === either.includes(close.character) || !either.includes(open.character)
  return isEven && (isMatched || either.includes(close.character) || opening.includes(open.character))
}

const between = (items: ReadonlyArray<Item>, open: Item, close: Item | null): ReadonlyArray<Item> =>
  items.filter(
    (each) =>
      each !== open &&
      each !== close &&
      centre(each) > open.box.x1 - slackPt &&
      (close === null || centre(each) < close.box.x0 + slackPt) &&
      overlap(each.box.y0, each.box.y1, open.box.y0, open.box.y1) > 0.4 * (each.box.y1 - each.box.y0)
  )
