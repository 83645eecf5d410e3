/** Item[] → Item[]: what stands over and under big operators and named ones, braces, arrows and letters. */
import { aroundAll, greatest, smallest } from "../../model/Geometry.ts"
import { inLineEm, sameRowEm, scriptShare, slackEm, slackPt, touchEm } from "../../model/Measures.ts"
import { parameters } from "../find/Parameters.ts"
import { accents, atom, limited } from "../print/Atoms.ts"
import { centre, type Item, isBig, type Parse, sizeOf, whole } from "./Item.ts"

/** A limit is at most this far, in em of its row, from its operator, and its middle this far from the operator's. */
const reach = 0.62
const maxOffCentreEm = 0.42
/** The letters of one limit are closer than this, in em of them. */
const together = 0.55

const { maxAccentGapEm } = parameters

/** What relations and arrows have over them is said over them. */
const isStackable = ({ character, node }: Item): boolean => node === null && atom(character)?.role === "relation"
const isNamed = ({ node }: Item): boolean => node?.kind === "words" && node.role === "named" && limited.test(node.text)

export const withLimits = (items: ReadonlyArray<Item>, parse: Parse, size: number): ReadonlyArray<Item> => {
  let current = items
  const hosts = items.filter((each) => isBig(each) || isNamed(each) || isStackable(each))
  const operators = items.filter(isBig)
  for (const host of hosts.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const rest = current.filter((each) => each !== host)
    const isOver = isStackable(host)
    const beside = besideOf(host, operators)
    const isOwn = (each: Item) =>
      beside.every((x) => Math.abs(centre(each) - x) >= Math.abs(centre(each) - centre(host)))
    const own = rest.filter(isOwn)
    const em = isOver ? host.size : size
    const [above, below] = [limitOf(own, host, -1, em), limitOf(own, host, 1, em)].map((limit) =>
      !isOver || isMiddle(limit, host) ? limit : limit.filter((each) => isOverOrUnder(each, host))
    ) as [ReadonlyArray<Item>, ReadonlyArray<Item>]
    if (above.length + below.length === 0) continue
    const base = parse([host])
    const node = { kind: "scripts", base, above: parse(above), below: parse(below), isStacked: true } as const
    const all = [host, ...above, ...below]
    const made = { ...whole(all, node, host.baseline), size: host.isExact ? 0 : host.size }
    current = [...rest.filter((each) => !above.includes(each) && !below.includes(each)), made]
  }
  return current
}

/** Where the next big operators of its row stand on the left and right of a sign: what is nearer to one of them is not over or under it. */
const besideOf = (host: Item, operators: ReadonlyArray<Item>): readonly [number, number] => {
  const isLevel = ({ baseline }: Item) => Math.abs(baseline - host.baseline) <= 0.2 * (host.box.y1 - host.box.y0)
  const middles = operators.filter(isLevel).map(centre)
  return [greatest(middles.filter((x) => x < centre(host))), smallest(middles.filter((x) => x > centre(host)))]
}

/** Its middle is over or under the sign, by more than scripts of a neighbour reach. */
const isOverOrUnder = (each: Item, host: Item): boolean => centre(each) > host.box.x0 && centre(each) < host.box.x1

/** What is wider than the sign stands over its middle. */
const isMiddle = (limit: ReadonlyArray<Item>, host: Item): boolean => {
  const { x0, x1 } = aroundAll(limit)
  return x0 < host.box.x0 && x1 > host.box.x1 && Math.abs((x0 + x1) / 2 - centre(host)) < touchEm * host.size
}

/** The items of one limit: those nearest to the operator on this side, and what they touch. */
const limitOf = (items: ReadonlyArray<Item>, host: Item, side: 1 | -1, size: number): ReadonlyArray<Item> => {
  const edge = side === 1 ? host.box.y1 : host.box.y0
  const near = items.filter((each) => {
    const gap = side === 1 ? each.box.y0 - edge : edge - each.box.y1
    return gap > -0.3 * size && each.size < scriptShare * size && each.size > 0 && isBeyond(each, host, side)
  })
  const seed = near
    .filter((each) => each.box.x1 > host.box.x0 - slackEm * size && each.box.x0 < host.box.x1 + slackEm * size)
    .sort((a, b) => (side === 1 ? a.box.y0 - b.box.y0 : b.box.y1 - a.box.y1))[0]
  if (seed === undefined) return []
  const gap = side === 1 ? seed.box.y0 - edge : edge - seed.box.y1
  if (gap > (isStackable(host) ? inLineEm : reach) * size) return []
  const found = [seed]
  for (let grown = true; grown; ) {
    grown = false
    for (const each of near) {
      if (found.includes(each)) continue
      const em = Math.max(each.size, sizeOf(found))
      const touches = found.some(
        (own) =>
          each.box.x0 - own.box.x1 < together * em &&
          own.box.x0 - each.box.x1 < together * em &&
          each.box.y0 - own.box.y1 < together * em &&
          own.box.y0 - each.box.y1 < together * em
      )
      if (!touches) continue
      found.push(each)
      grown = true
    }
  }
  const x0 = smallest(found.map(({ box }) => box.x0))
  const x1 = greatest(found.map(({ box }) => box.x1))
  const at = (x0 + x1) / 2
  // the limit of `arg max` stands under its second word
  const isUnder = isNamed(host) && at > host.box.x0 && at < host.box.x1
  return isUnder || Math.abs(at - centre(host)) < maxOffCentreEm * size ? found : []
}

/** It lies wholly over or under the operator, by the middle of its letters. */
const isBeyond = (each: Item, host: Item, side: 1 | -1): boolean => {
  const at = (each.box.y0 + each.box.y1) / 2
  return side === 1 ? at > host.box.y1 : at < host.box.y0
}

/** Long arrows and other relations, which are built of two signs that overlap. */
const long: Readonly<Record<string, string>> = {
  "−→": "⟶",
  "←−": "⟵",
  "=⇒": "⟹",
  "⇐=": "⟸",
  "←→": "⟷",
  "⇐⇒": "⟺",
  "⊢→": "⟼",
  "˓→": "↪",
  "←˒": "↩",
  ":=": "≔",
  "|=": "⊨",
  "∣=": "⊨",
  "▷◁": "⋈"
}

export const withLongArrows = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  let current = items
  for (const left of items.filter(({ character }) => /^[−=←⇐⊢˓|∣▷:]$/.test(character))) {
    const right = current.find(
      (each) =>
        each !== left &&
        long[left.character + each.character] !== undefined &&
        each.baseline === left.baseline &&
        each.box.x0 > left.box.x0 &&
        each.box.x0 < left.box.x1 + slackEm * left.size
    )
    if (right === undefined || !current.includes(left)) continue
    const character = long[left.character + right.character] ?? ""
    const made = { ...left, character, box: { ...left.box, x1: right.box.x1 } }
    current = current.flatMap((each) => (each === right ? [] : each === left ? [made] : [each]))
  }
  return current
}

/** Signs with the stroke of no width that TeX sets before them, and the tail of an arrow. */
export const withStrokes = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const strokes = items.filter(
    (each) => each.node === null && (each.character === "\u0338" || each.character === "/" || isTail(each))
  )
  if (strokes.length === 0) return items
  let current = items
  for (const stroke of strokes) {
    const sign = current.find(
      (each) =>
        each !== stroke &&
        (stroke.character !== "/" || isStruck(each, stroke)) &&
        Math.abs(each.baseline - stroke.baseline) < slackEm * stroke.size &&
        centre(each) > stroke.box.x0 - slackEm * stroke.size &&
        each.box.x0 < stroke.box.x1 + slackEm * stroke.size
    )
    if (sign === undefined) continue
    const character =
      stroke.character === "\u0338" || stroke.character === "/"
        ? `${sign.character}\u0338`.normalize("NFC")
        : (tailed[sign.character] ?? sign.character)
    current = current.filter((each) => each !== stroke).map((each) => (each === sign ? { ...each, character } : each))
  }
  return current
}

/** A slash is one of a fraction, unless it lies over a relation. */
const isStruck = (each: Item, slash: Item): boolean =>
  atom(each.character)?.role === "relation" && Math.abs(centre(each) - centre(slash)) < touchEm * each.size

/** The bar that makes an arrow one that maps: TeX's symbol font has it at the code of a figure. */
const isTail = ({ character, box }: Item): boolean => character === "7" && box.x1 - box.x0 < slackPt
const tailed: Readonly<Record<string, string>> = { "→": "↦", "−": "⊢" }

/** Arrows over letters, which are built of pieces where they are long. */
export const withArrows = (items: ReadonlyArray<Item>, parse: Parse): ReadonlyArray<Item> => {
  let current = items
  for (const arrow of items.filter(({ character, node }) => node === null && /^[→←]$/.test(character))) {
    const line = current.filter(
      (each) =>
        each === arrow ||
        (each.character === "−" &&
          Math.abs(each.baseline - arrow.baseline) < slackEm * arrow.size &&
          each.size === arrow.size &&
          touches(each, arrow))
    )
    const x0 = smallest(line.map(({ box }) => box.x0))
    const x1 = greatest(line.map(({ box }) => box.x1))
    const under = current.filter(
      (each) =>
        !line.includes(each) &&
        centre(each) > x0 - slackPt &&
        centre(each) < x1 + slackPt &&
        (each.baseline - arrow.baseline > 0.3 * arrow.size || arrow.box.y1 < each.box.y0 + slackPt) &&
        each.box.y0 - arrow.box.y1 < sameRowEm * each.size
    )
    if (under.length === 0) continue
    const command = arrow.character === "←" ? "overleftarrow" : under.length === 1 ? "vec" : "overrightarrow"
    const node = { kind: "accent", command, body: parse(under) } as const
    const made = { ...whole(under, node, under[0]?.baseline ?? 0), isExact: false }
    current = [...current.filter((each) => !line.includes(each) && !under.includes(each)), made]
  }
  return current
}

const touches = (a: Item, b: Item): boolean =>
  a.box.x1 > b.box.x0 - slackEm * b.size && a.box.x0 < b.box.x1 + slackEm * b.size

/** Letters with the accents that are glyphs of their own over them. */
export const withAccents = (items: ReadonlyArray<Item>, parse: Parse): ReadonlyArray<Item> => {
  let current = items
  for (const accent of items.filter((each) => each.node === null && accents[each.character] !== undefined)) {
    const command = accents[accent.character] ?? ""
    const under = current
      .filter(
        (each) =>
          each !== accent &&
          accents[each.character] === undefined &&
          (accent.isExact || each.size > scriptShare * accent.size) &&
          each.box.x0 < centre(accent) + slackEm * (accent.size || each.size) &&
          each.box.x1 > centre(accent) - 0.3 * (accent.size || each.size) &&
          isOverLetter(accent, each)
      )
      .sort((a, b) => rank(accent, a) - rank(accent, b))[0]
    if (under === undefined) continue
    const isWide = accent.isExact
    const wide = isWide && (command === "hat" || command === "tilde") ? `wide${command}` : command
    const inside = isWide ? current.filter((each) => each === under || isUnder(each, accent, under)) : [under]
    const word = isWide ? wordAt(current, under) : []
    const isOfWord =
      word.length > 2 &&
      Math.abs((aroundAll(word).x0 + aroundAll(word).x1) / 2 - centre(accent)) < maxOffCentreEm * under.size
    const body = isOfWord ? word : inside
    const node = { kind: "accent", command: wide, body: parse(body) } as const
    const made = body.length > 1 ? whole(body, node, under.baseline) : { ...under, node, character: "" }
    current = [
      ...current.filter((each) => each !== accent && !body.includes(each)),
      { ...made, isExact: under.isExact }
    ]
  }
  return current
}

/** An accent for one letter has its baseline; one for more stands right over the highest of them. */
const isOverLetter = (accent: Item, { baseline, size, box }: Item): boolean =>
  accent.isExact
    ? Math.abs(box.y0 - accent.box.y1) < maxAccentGapEm * size && box.y1 > accent.box.y1
    : Math.abs(baseline - accent.baseline) < 0.75 * size

/** Off its middle; what is a script of what stands under it comes after that. */
const rank = (accent: Item, each: Item): number =>
  Math.abs(centre(each) - centre(accent)) - (accent.isExact ? each.size * maxAccentGapEm : 0)

/** Upright letters that touch one another, around one of them. */
const wordAt = (items: ReadonlyArray<Item>, under: Item): ReadonlyArray<Item> => {
  const letters = items.filter(
    (each) =>
      each.alphabet === under.alphabet &&
      Math.abs(each.baseline - under.baseline) < slackEm * under.size &&
      /^[A-Za-z]$/.test(each.character)
  )
  if (under.alphabet === "normal" || !letters.includes(under)) return []
  const found = [under]
  for (let i = 0; i < found.length; i++)
    for (const each of letters)
      if (!found.includes(each) && touches(found[i] as Item, each) && touches(each, found[i] as Item)) found.push(each)
  return found
}

/** A wide accent is as wide as what it stands over, or less. */
const isUnder = (each: Item, { box }: Item, under: Item): boolean =>
  centre(each) > box.x0 - slackEm * under.size &&
  centre(each) < box.x1 + slackEm * under.size &&
  Math.abs(each.baseline - under.baseline) < (sameRowEm + slackEm) * under.size &&
  accents[each.character] === undefined
