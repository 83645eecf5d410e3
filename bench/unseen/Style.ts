/** How a document looks. Every printer follows it as far as it can. */
import type { Random } from "./Random.ts"

export type FontClass = "serif" | "sans"

export interface HeadingStyle {
  /** Times the size of the text. */
  readonly size: number
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly caps: "none" | "upper" | "spaced"
  readonly isColoured: boolean
  readonly decoration: "none" | "rule" | "bar" | "left-bar"
  readonly isCentred: boolean
}

export interface Style {
  readonly paper: { readonly name: "a4" | "letter" | "a5" | "slide"; readonly width: number; readonly height: number }
  /** Millimetres. */
  readonly margin: { readonly x: number; readonly y: number }
  readonly columns: 1 | 2 | 3
  readonly bodyClass: FontClass
  readonly body: string
  readonly heading: string
  readonly mono: string
  /** Points. */
  readonly size: number
  readonly leading: number
  readonly paragraphs: "indent" | "skip"
  readonly isJustified: boolean
  readonly isHyphenated: boolean
  readonly accent: string
  readonly tint: string
  readonly headings: readonly [HeadingStyle, HeadingStyle, HeadingStyle, HeadingStyle]
  readonly code: "plain" | "frame" | "tint" | "dark"
  readonly codeNumbers: "inside" | "margin"
  readonly lists: "tight" | "normal" | "deep"
  readonly pageNumbers: "none" | "center" | "outside" | "of"
  readonly headRule: boolean
  readonly isTagged: boolean
  /** Where the numbers of headings stand: before the text, in the margin, on a line of their own. */
  readonly headingNumbers: "inline" | "margin" | "above"
  readonly hasDropCap: boolean
  /** A wide outer margin, in which notes stand. */
  readonly hasNoteMargin: boolean
  /** A coloured band over the first page. */
  readonly hasBand: boolean
}

const serifs = ["Liberation Serif", "Caladea", "EB Garamond", "Linux Libertine O", "Noto Serif", "DejaVu Serif"]
const sanses = ["Liberation Sans", "Carlito", "Roboto", "Open Sans", "Lato", "Noto Sans", "DejaVu Sans"]
const monos = ["Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono"]
const accents = [
  "#1f4e79",
  "#8b1a1a",
  "#2e7d32",
  "#5b2a86",
  "#c25400",
  "#00695c",
  "#333333",
  "#000000",
  "#b3123f",
  "#0b61a4"
]
const tints = ["#e8eef5", "#f3f3f3", "#eef6ee", "#fdf3e3", "#f1eaf7", "#e6f4f1", "#f9e9ec", "#dddddd"]

const papers = {
  a4: { name: "a4", width: 210, height: 297 },
  letter: { name: "letter", width: 215.9, height: 279.4 },
  a5: { name: "a5", width: 148, height: 210 },
  slide: { name: "slide", width: 254, height: 142.9 }
} as const

const headingStyle = (
  random: Random,
  size: number,
  base: Pick<HeadingStyle, "isColoured" | "isCentred">
): HeadingStyle => ({
  size,
  isBold: random.chance(0.78),
  isItalic: random.chance(0.1),
  caps: random.weighted([
    ["none", 8],
    ["upper", 1.4],
    ["spaced", 0.5]
  ] as const),
  isColoured: base.isColoured,
  decoration: random.weighted([
    ["none", 7],
    ["rule", 1.6],
    ["bar", 0.8],
    ["left-bar", 0.6]
  ] as const),
  isCentred: base.isCentred
})

/** A level must stand out somehow, or no reader could tell it from text. */
const visible = (style: HeadingStyle): HeadingStyle =>
  style.size < 1.15 && !style.isBold && style.caps === "none" && style.decoration === "none"
    ? { ...style, isBold: true }
    : style

export interface Wishes {
  readonly papers?: ReadonlyArray<keyof typeof papers>
  readonly columns?: ReadonlyArray<1 | 2 | 3>
  readonly size?: readonly [number, number]
  readonly pageNumbers?: ReadonlyArray<Style["pageNumbers"]>
}

export const style = (random: Random, wishes: Wishes): Style => {
  const bodyClass = random.pick(["serif", "sans"] as const)
  const family = (of: FontClass) => random.pick(of === "serif" ? serifs : sanses)
  const body = family(bodyClass)
  const isMixed = random.chance(0.35)
  const base = { isColoured: random.chance(0.5), isCentred: random.chance(0.12) }
  const scale = random.weighted([
    ["flat", 2],
    ["modest", 4],
    ["bold", 3]
  ] as const)
  const sizes = { flat: [1.3, 1.1, 1, 1], modest: [1.7, 1.3, 1.12, 1], bold: [2.3, 1.6, 1.25, 1.08] }[scale]
  const [least, most] = wishes.size ?? [9, 11.5]
  const paper = papers[random.pick<keyof typeof papers>(wishes.papers ?? ["a4", "a4", "a4", "letter"])]
  const columns = random.pick<1 | 2 | 3>(wishes.columns ?? [1])
  return {
    paper,
    margin: {
      x: paper.name === "a5" || columns > 1 ? random.int(12, 18) : random.int(15, 30),
      y: paper.name === "slide" ? 14 : random.int(16, 26)
    },
    columns,
    bodyClass,
    body,
    heading: isMixed ? family(bodyClass === "serif" ? "sans" : "serif") : body,
    mono: random.pick(monos),
    size: least + Math.round(random.next() * (most - least) * 2) / 2,
    leading: random.pick([1.15, 1.2, 1.3, 1.4, 1.5]),
    paragraphs: random.chance(0.3) ? "indent" : "skip",
    isJustified: random.chance(0.4),
    isHyphenated: random.chance(0.4),
    accent: random.pick(accents),
    tint: random.pick(tints),
    headings: [
      visible({
        ...headingStyle(random, sizes[0] as number, { ...base, isCentred: random.chance(0.3) }),
        decoration: "none"
      }),
      visible(headingStyle(random, sizes[1] as number, base)),
      visible({ ...headingStyle(random, sizes[2] as number, base), decoration: "none" }),
      visible({ ...headingStyle(random, sizes[3] as number, base), decoration: "none" })
    ],
    code: random.pick(["plain", "frame", "tint", "tint", "dark"]),
    codeNumbers: random.pick(["inside", "margin"]),
    lists: random.pick(["tight", "normal", "normal", "deep"]),
    pageNumbers: random.pick(wishes.pageNumbers ?? ["none", "center", "outside", "of"]),
    headRule: random.chance(0.4),
    isTagged: random.chance(0.35),
    headingNumbers: random.weighted([
      ["inline", 8],
      ["margin", 1],
      ["above", 0.5]
    ] as const),
    hasDropCap: random.chance(0.06),
    hasNoteMargin: columns === 1 && paper.name !== "slide" && paper.name !== "a5" && random.chance(0.12),
    hasBand: random.chance(0.15)
  }
}
