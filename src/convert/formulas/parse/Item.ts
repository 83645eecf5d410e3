/** What is still to be put together of a formula: glyphs where they stand, and parts that are whole already. */
import { around, type Box } from "../../model/Geometry.ts"
import type { Alphabet, Node, Row } from "../Tree.ts"

export interface Item {
  readonly box: Box
  /** Of its main row, in points from the top. */
  readonly baseline: number
  /** Of the largest letters in it; 0 where that says nothing, as of tall delimiters. */
  readonly size: number
  /** The character of a single glyph; empty once it is more. */
  readonly character: string
  readonly alphabet: Alphabet
  /** It reaches as far as its box says, and not as far as letters do. */
  readonly isExact: boolean
  readonly node: Node | null
}

/** A horizontal stroke: of a fraction, a root, over or under something; or a brace that lies over or under it. */
export interface Bar {
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly brace?: "overbrace" | "underbrace"
}

/** Half a math axis: how far, in em, the middle of operators and of fractions lies over the baseline. */
export const axis = 0.25

export const middle = ({ box }: Item): number => (box.y0 + box.y1) / 2
export const centre = ({ box }: Item): number => (box.x0 + box.x1) / 2

const delimiters = new Set("()[]{}⟨⟩⌊⌋⌈⌉∣∥|‖/\\")
const bigSigns = new Set("∑∏∐⋃⋂⨄⨆⋁⋀⨁⨂⨀∫∬∭∮")

/** Signs of any height. */
export const isDelimiter = ({ character }: Item): boolean => delimiters.has(character)

/** Sums, products, integrals. */
export const isBig = ({ character }: Item): boolean => bigSigns.has(character)

/** The size of the letters of a row: of the largest. Delimiters, which may be stretched, say it where there is nothing else. */
export const sizeOf = (items: ReadonlyArray<Item>): number =>
  largest(items.filter((each) => !isDelimiter(each))) || largest(items)

const largest = (items: ReadonlyArray<Item>): number => items.reduce((most, { size }) => Math.max(most, size), 0)

/** Items that have become one. */
export const whole = (
  items: ReadonlyArray<Item>,
  node: Node,
  baseline: number,
  extra: ReadonlyArray<Box> = []
): Item => ({
  box: around([...items.map(({ box }) => box), ...extra]),
  baseline,
  size: sizeOf(items),
  character: "",
  alphabet: "normal",
  isExact: true,
  node
})

/** A sign that is no glyph. */
export const drawn = (character: string, box: Box): Item => ({
  box,
  baseline: box.y1,
  size: 0,
  character,
  alphabet: "normal",
  isExact: true,
  node: null
})

export type Parse = (items: ReadonlyArray<Item>) => Row
