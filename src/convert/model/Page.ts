/**
 * A page as the reader found it. Plain data only: it crosses process boundaries. A page and its glyphs have every key from the
 * start, known or not: loops over glyphs were compiled again for every other shape.
 */
import type { Box } from "./Geometry.ts"

/** What is known of a font: its name is the best witness of its style. */
export interface FontInfo {
  readonly name: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly vertical: boolean
}

/** How far what a glyph paints reaches from its origin, in em. */
export interface Ink {
  readonly x0: number
  readonly x1: number
  readonly above: number
  readonly below: number
}

/**
 * Glyphs in the order of the content stream, struct of arrays. `x`, `y` is the glyph's origin on the baseline, `w` its
 * advance without spacing, `size` its font's size as seen on the page, `angle` its reading direction in degrees
 * counter-clockwise (0 is upright).
 */
export interface GlyphTable {
  readonly length: number
  readonly text: ReadonlyArray<string>
  readonly x: Float64Array
  readonly y: Float64Array
  readonly w: Float64Array
  readonly size: Float32Array
  readonly angle: Int16Array
  /** Index in `RawPage.fonts`. */
  readonly font: Uint16Array
  /** 0xRRGGBB. */
  readonly colour: Uint32Array
  /** Marked-content id, or -1. */
  readonly mcid: Int32Array
  readonly flags: Uint8Array
  /** Of signs in fonts for formulas, by their places in this table. */
  readonly inks?: ReadonlyMap<number, Ink> | undefined
}

/** The glyphs of a table at these places, each with a text of its own. A place may be given more than once. */
export const picked = (glyphs: GlyphTable, from: ReadonlyArray<number>, text: ReadonlyArray<string>): GlyphTable => {
  const n = from.length
  if (n === glyphs.length) return { ...glyphs, text }
  const x = new Float64Array(n)
  const y = new Float64Array(n)
  const w = new Float64Array(n)
  const size = new Float32Array(n)
  const angle = new Int16Array(n)
  const font = new Uint16Array(n)
  const colour = new Uint32Array(n)
  const mcid = new Int32Array(n)
  const flags = new Uint8Array(n)
  // written out: a loop over arrays of every type is ten times slower
  for (let k = 0; k < n; k++) {
    const i = from[k] ?? 0
    x[k] = glyphs.x[i] ?? 0
    y[k] = glyphs.y[i] ?? 0
    w[k] = glyphs.w[i] ?? 0
    size[k] = glyphs.size[i] ?? 0
    angle[k] = glyphs.angle[i] ?? 0
    font[k] = glyphs.font[i] ?? 0
    colour[k] = glyphs.colour[i] ?? 0
    mcid[k] = glyphs.mcid[i] ?? 0
    flags[k] = glyphs.flags[i] ?? 0
  }
  return { length: n, text, x, y, w, size, angle, font, colour, mcid, flags, inks: inksAt(glyphs.inks, from) }
}

const inksAt = (
  inks: ReadonlyMap<number, Ink> | undefined,
  from: ReadonlyArray<number>
): ReadonlyMap<number, Ink> | undefined =>
  inks &&
  new Map(
    from.flatMap((i, k) => {
      const ink = inks.get(i)
      return ink === undefined ? [] : [[k, ink] as const]
    })
  )

/** Bits of `GlyphTable.flags`. */
export const Flag = {
  /** Text render mode 3 or 7: never painted. */
  invisible: 1,
  /** Inside an /Artifact mark. */
  artifact: 2,
  /** Filled and stroked, which thickens it. */
  stroked: 4,
  /** Set in a vertical writing mode. */
  vertical: 8,
  /** Painted more than once at one place, which thickens it. */
  doubled: 16,
  /** Laid over the page by somebody who filled it in, and no part of its own content. */
  overlaid: 32
} as const

/** A straight horizontal or vertical line, drawn as a stroke, a thin rectangle or a 1×1 mask. */
export interface Segment {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly thickness: number
}

/** An area painted in one colour. `at` is the number of glyphs painted before it. */
export interface Fill {
  readonly box: Box
  readonly colour: number
  readonly at: number
  /** What lies under it may show: it is transparent, blended, a pattern, or no plain rectangle. */
  readonly translucent?: true
}

export interface Link {
  readonly box: Box
  /** An address of the web, or `#page,x,y` for a place of the document, in points from the left and from the foot, as far as known. */
  readonly url: string
}

/**
 * What gutters keep apart on a page, where its picture shows them: from `y0` to `y1`, between a left and a right edge that are
 * told every `step` points from the top, and may bend.
 */
export interface Area {
  readonly y0: number
  readonly y1: number
  readonly step: number
  readonly left: ReadonlyArray<number>
  readonly right: ReadonlyArray<number>
}

/** A node of the document's own structure tree: what it says that a stretch of the page is. Numbers are marked-content ids. */
export interface Structure {
  /** A standard structure type, such as `H1`, `P` or `TD`. */
  readonly role: string
  /** What a figure shows, for those who do not see it. */
  readonly alt?: string
  readonly children: ReadonlyArray<Structure | number>
  /** How many columns and rows a cell covers. */
  readonly columns: number
  readonly rows: number
}

export interface RawPage {
  /** Counted from 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  /** How far the document turns the page to show it, in degrees clockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  /** What the document calls the page; null where it says nothing. */
  readonly label: string | null
  /** How far, in degrees, its text ran counter-clockwise before it was turned upright. */
  readonly turned: 0 | 90 | 180 | 270
  /** It is read from right to left, and seen in a mirror. */
  readonly mirrored?: true | undefined
  readonly glyphs: GlyphTable
  /** It has more text than was taken of it. */
  readonly isCut?: true | undefined
  readonly fonts: ReadonlyArray<FontInfo>
  readonly segments: ReadonlyArray<Segment>
  readonly fills: ReadonlyArray<Fill>
  readonly images: ReadonlyArray<Box>
  /** How many glyphs were painted before each image. */
  readonly imagesAt?: ReadonlyArray<number>
  /** Boxes of drawn paths that are neither straight lines nor rectangles. */
  readonly drawings: ReadonlyArray<Box>
  readonly links: ReadonlyArray<Link>
  /** Areas that are read one after the other, of a page whose picture has gutters; together they are the page. */
  readonly areas?: ReadonlyArray<Area> | undefined
  readonly structure?: Structure | undefined
}

/** The page with all that is painted or laid on it, but for its glyphs, where `move` puts it. */
export const withBoxes = (page: RawPage, move: (box: Box) => Box): RawPage => ({
  ...page,
  segments: page.segments.map((segment) => ({ ...move(segment), thickness: segment.thickness })),
  fills: page.fills.map((fill) => ({ ...fill, box: move(fill.box) })),
  images: page.images.map(move),
  drawings: page.drawings.map(move),
  links: page.links.map((link) => ({ ...link, box: move(link.box) }))
})
