/** Item[] → Item[]: upright letters side by side as the words they are: names of functions, and text within a formula. */
import { aroundAll, overlap, smallest } from "../../model/Geometry.ts"
import { minGutterEm, slackEm, slackPt, touchEm } from "../../model/Measures.ts"
import { parameters } from "../find/Parameters.ts"
import { functions, limited } from "../print/Atoms.ts"
import { type Item, sizeOf, whole } from "./Item.ts"

/** Words that are text, however short. */
const text =
  /^(?:if|for|and|or|all|any|some|when|where|otherwise|else|then|with|such|that|is|are|not|in|on|to|of|as|so|the|odd|even|else if|undefined|true|false|wenn|falls|sonst|und|oder|für|si|sinon|et|ou|pour)$/i

export const withNames = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const letters = items
    .filter((each) => isUpright(each) || isFigureOfName(each, items))
    .toSorted((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)
  if (letters.length === 0) return items
  const others = items.filter((each) => !letters.includes(each))
  const words: Array<Array<Item>> = []
  for (const each of letters) {
    const word = words.findLast((word) => isNext(word.at(-1) as Item, each, touchEm))
    if (word) word.push(each)
    else words.push([each])
  }
  const texts: Array<Array<Array<Item>>> = []
  for (const word of words) {
    const [head] = word as [Item]
    const before = texts.findLast((each) => {
      const last = each.at(-1)?.at(-1) as Item
      return (
        isNext(last, head, minGutterEm) &&
        (isText([...each, word]) || isLimit([...each, word])) &&
        !others.some((other) => isInside(other, last, head))
      )
    })
    if (before) before.push(word)
    else texts.push([word])
  }
  const made = texts.flatMap((each): ReadonlyArray<Item> => {
    const all = each.flat()
    const name = spelled(each)
    if (all.length === 1) return all
    const isPlain = /^\p{L}+(?: \p{L}+)*$/u.test(name)
    const role =
      functions.has(name) || limited.test(name)
        ? "named"
        : isText(each) || !isPlain || isApart(all, items)
          ? "text"
          : "roman"
    return [{ ...whole(all, { kind: "words", text: name, role }, (all[0] as Item).baseline), isExact: false }]
  })
  return [...others, ...made]
}

/** A word's space parts it from what stands beside it: operators are set closer. */
const isApart = (word: ReadonlyArray<Item>, items: ReadonlyArray<Item>): boolean => {
  const { x0, x1, y0, y1 } = aroundAll(word)
  const gaps = items.flatMap((each) => {
    const isBeside = !word.includes(each) && overlap(each.box.y0, each.box.y1, y0, y1) > 0
    return isBeside && !/^[.,;:!?]$/.test(each.character) ? [-overlap(each.box.x0, each.box.x1, x0, x1)] : []
  })
  return gaps.length > 0 && smallest(gaps) > parameters.thinSpaceEm * sizeOf(word)
}

const isUpright = (each: Item): boolean =>
  each.node === null &&
  (each.alphabet === "roman" || each.alphabet === "sans") &&
  /^[\p{L}\-’'.]$/u.test(each.character) &&
  /\p{L}/u.test(each.character)

/** A figure that touches two upright capitals behind it, as in `2SLS`, or a hyphen between them. */
const isFigureOfName = (each: Item, items: ReadonlyArray<Item>): boolean => {
  if (each.node !== null || !/^[\d-]$/.test(each.character)) return false
  const next = items.find((other) => other !== each && isNext(each, other, touchEm) && isCapital(other))
  const second = next && items.find((other) => other !== next && isNext(next, other, touchEm) && isCapital(other))
  return second !== undefined
}

const isCapital = (each: Item): boolean => isUpright(each) && /^\p{Lu}$/u.test(each.character)

const isNext = (a: Item, b: Item, gap: number): boolean =>
  Math.abs(a.baseline - b.baseline) < slackEm * b.size &&
  Math.abs(a.size - b.size) < slackEm * b.size &&
  b.box.x0 - a.box.x1 < gap * b.size &&
  b.box.x0 - a.box.x1 > -0.3 * b.size

const isInside = ({ box }: Item, a: Item, b: Item): boolean => {
  const at = (box.x0 + box.x1) / 2
  return at > a.box.x1 - slackPt && at < b.box.x0 + slackPt && box.y1 > a.box.y0 && box.y0 < a.box.y1
}

const spelled = (words: ReadonlyArray<ReadonlyArray<Item>>): string =>
  words.map((word) => word.map(({ character }) => character).join("")).join(" ")

const isLimit = (words: ReadonlyArray<ReadonlyArray<Item>>): boolean => limited.test(spelled(words))

const isText = (words: ReadonlyArray<ReadonlyArray<Item>>): boolean => {
  const all = words.map((word) => word.map(({ character }) => character).join(""))
  return all.some((word) => text.test(word)) || (all.length > 1 && all.every((word) => !functions.has(word)))
}
