/** Item[] → Row: items of one row from left to right, with what is raised and lowered as scripts. */
import { scriptShare, slackEm, slackPt, touchEm } from "../../model/Measures.ts"
import { accents, atom } from "../print/Atoms.ts"
import type { Node, Row } from "../Tree.ts"
import { axis, type Item, isDelimiter, middle, type Parse, sizeOf } from "./Item.ts"

/** Minimum shift of letters of full size that are raised or lowered. */
const ofSameSize = 0.3
/** Minimum distance from the middle of the row to the middle of a sign that is raised or lowered. */
const offAxis = 0.42
/** A gap of this many em is set as one. */
export const quad = 0.95

export const rowOf = (items: ReadonlyArray<Item>, parse: Parse): Row => {
  if (items.length === 0) return []
  const sorted = items.toSorted((a, b) => a.box.x0 - b.box.x0)
  const size = sizeOf(sorted)
  const baseline = mainBaseline(sorted, size)
  const out: Array<Node> = []
  let above: Array<Item> = []
  let below: Array<Item> = []
  let before: Item | undefined
  const close = () => {
    if (above.length + below.length === 0) return
    const base = out.pop()
    const [high, low] = [parse(above), parse(below)]
    above = []
    below = []
    if (
      base?.kind === "scripts" &&
      (base.isStacked || (base.above.length > 0 && base.below.length > 0 && high.length + low.length > 0))
    ) {
      const free = (base.above.length === 0 || high.length === 0) && (base.below.length === 0 || low.length === 0)
      if (free && base.isStacked === false)
        out.push({ ...base, above: [...base.above, ...high], below: [...base.below, ...low] })
      else out.push({ kind: "scripts", base: [base], above: high, below: low, isStacked: false })
    } else
      out.push({ kind: "scripts", base: base === undefined ? [] : [base], above: high, below: low, isStacked: false })
  }
  const shifts = sorted.map((each) => shiftOf(each, baseline, size))
  const isFloating = shifts.every((shift) => shift !== 0)
  const scriptSize = sizeOf(sorted.filter((each) => each.size < scriptShare * size))
  for (const [i, each] of sorted.entries()) {
    const isOfScript = each.size > 0 && each.size < scriptShare * scriptSize
    const shift = isFloating ? 0 : ((isOfScript ? nearer(each, above.at(-1), below.at(-1)) : null) ?? shifts[i])
    if (shift === 1) above.push(each)
    else if (shift === -1) below.push(each)
    else {
      close()
      const node = nodeOf(each)
      const isApart = before !== undefined && each.box.x0 - before.box.x1 > quad * (size || 10)
      if (isApart && out.length > 0 && !isRelation(node) && !isRelation(out.at(-1))) out.push({ kind: "space" })
      out.push(node)
    }
    before = before === undefined || each.box.x1 > before.box.x1 ? each : before
  }
  close()
  return out
}

/** Systems of equations have theirs set apart. */
const isRelation = (node: Node | undefined): boolean => node?.kind === "symbol" && node.role === "relation"

/** Letters smaller than scripts are scripts of the script that they stand at: raised or lowered as that is. */
const nearer = (each: Item, above: Item | undefined, below: Item | undefined): -1 | 1 | null => {
  const distance = (other: Item | undefined) =>
    other === undefined
      ? Infinity
      : Math.max(0, each.box.x0 - other.box.x1) + Math.abs(each.baseline - other.baseline) / 2
  const [high, low] = [distance(above), distance(below)]
  return high === Infinity && low === Infinity ? null : high < low ? 1 : -1
}

/** The baseline of what is of full size: of letters where there are any, for exponents have delimiters of the text's size. */
const mainBaseline = (items: ReadonlyArray<Item>, size: number): number => {
  const main = items.filter((each) => each.size >= scriptShare * size && each.size > 0)
  const letters = main.filter((each) => !each.isExact)
  const written = letters.filter((each) => !isDelimiter(each))
  const of = [written, letters, main].find((some) => some.length > 0) ?? items
  const counts = of.map((each) => ({
    each,
    count: of.filter((other) => Math.abs(other.baseline - each.baseline) < slackEm * size).length
  }))
  const [first = { each: items[0] as Item, count: 0 }] = counts
  const { each } = counts.reduce((best, next) => (next.count > best.count ? next : best), first)
  // scripts of scripts are no smaller than these, and stand behind their letter
  const off = Math.abs(first.each.baseline - each.baseline)
  const isOfFirst = of.every(
    (other) => other === first.each || Math.abs(other.baseline - each.baseline) < slackEm * size
  )
  return isOfFirst && off < ofSameSize * 2 * size ? first.each.baseline : each.baseline
}

const shiftOf = (each: Item, baseline: number, size: number): -1 | 0 | 1 => {
  const up = (baseline - each.baseline) / size
  if (each.isExact) {
    // what is put together knows where its row is; a sign alone stands around the row's middle
    const off = each.node === null ? (baseline - axis * size - middle(each)) / size : (baseline - each.baseline) / size
    const isSmall = each.size > 0 && each.size < scriptShare * size
    // big operators stand right on the row's middle
    const isLarge = atom(each.character)?.role === "large"
    const most = isSmall
      ? touchEm
      : isLarge
        ? ofSameSize
        : offAxis * Math.max(1, (each.box.y1 - each.box.y0) / size / 2)
    return off > most ? 1 : off < -most ? -1 : 0
  }
  if (/^[′″‴']$/.test(each.character) && (each.size < scriptShare * size || up > touchEm)) return 1
  if (each.size < scriptShare * size) return up * size > slackPt ? 1 : up * size < -slackPt ? -1 : 0
  return up > ofSameSize ? 1 : up < -ofSameSize ? -1 : 0
}

const nodeOf = (each: Item): Node => {
  if (each.node !== null) return each.node
  const { character, alphabet } = each
  const whole = atom(character)
  if (whole !== null && (whole.latex !== character || (character.length === 1 && character < "\u0080")))
    return { kind: "symbol", character, alphabet, role: whole.role }
  const parts = [...character.normalize("NFD")]
  let node: Node = { kind: "symbol", character: parts[0] ?? "", alphabet, role: atom(parts[0] ?? "")?.role ?? "letter" }
  for (const mark of parts.slice(1)) {
    const command = mark === "\u0338" ? "not" : accents[mark]
    if (command !== undefined) node = { kind: "accent", command, body: [node] }
  }
  return node
}
