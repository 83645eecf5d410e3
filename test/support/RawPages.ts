/** Raw pages for stage tests: text set in a font whose glyphs follow one another by half an em. */

import * as Convert from "../../src/convert/Convert.ts"
import { clean } from "../../src/convert/glyphs/Clean.ts"
import { words } from "../../src/convert/glyphs/Words.ts"
import { markdown } from "../../src/convert/markdown/Markdown.ts"
import type { Line, Word } from "../../src/convert/model/Line.ts"
import { defaults, type Options } from "../../src/convert/model/Options.ts"
import type { Fill, FontInfo, Ink, Link, RawPage, Segment, Structure } from "../../src/convert/model/Page.ts"

export interface Text {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly font?: string
  readonly colour?: number
  readonly flags?: number
  readonly mcid?: number
  readonly angle?: number
  /** How far each of its glyphs reaches. */
  readonly ink?: Ink
  /** Extra space after each glyph, in em. */
  readonly tracking?: number
  /** In a typewriter face: its wide letters are as wide as the others. */
  readonly isEven?: boolean
}

export interface Sheet {
  readonly texts: ReadonlyArray<Text>
  readonly number?: number
  readonly label?: string
  readonly width?: number
  readonly height?: number
  readonly segments?: ReadonlyArray<Segment>
  readonly fills?: ReadonlyArray<Fill>
  readonly images?: RawPage["images"]
  readonly drawings?: RawPage["drawings"]
  readonly links?: ReadonlyArray<Link>
  readonly structure?: Structure
}

/** Advance of every glyph, in em. */
export const advance = 0.5
/** Letters that are a little wider, unless the text is even. */
const wide = new Set("mwMW@%")

export const rawPage = (sheet: Sheet): RawPage => {
  const names = [...new Set(sheet.texts.map((text) => text.font ?? "Body"))]
  const glyphs = sheet.texts.flatMap((item) => {
    const size = item.size ?? 10
    const turn = ((item.angle ?? 0) * Math.PI) / 180
    return [...item.text].map((text, i) => {
      const along = i * size * (advance + (item.tracking ?? 0))
      return { ...item, text, size, x: item.x + along * Math.cos(turn), y: item.y - along * Math.sin(turn) }
    })
  })
  const font = (name: string): FontInfo => ({
    name,
    bold: false,
    italic: false,
    mono: false,
    vertical: false
  })
  return {
    number: sheet.number ?? 1,
    width: sheet.width ?? 600,
    height: sheet.height ?? 800,
    rotation: 0,
    label: sheet.label ?? null,
    turned: 0,
    glyphs: {
      length: glyphs.length,
      text: glyphs.map((glyph) => glyph.text),
      x: Float64Array.from(glyphs, (glyph) => glyph.x),
      y: Float64Array.from(glyphs, (glyph) => glyph.y),
      w: Float64Array.from(
        glyphs,
        (glyph) => glyph.size * (glyph.isEven !== true && wide.has(glyph.text) ? advance + 0.011 : advance)
      ),
      size: Float32Array.from(glyphs, (glyph) => glyph.size),
      angle: Int16Array.from(glyphs, (glyph) => glyph.angle ?? 0),
      font: Uint16Array.from(glyphs, (glyph) => names.indexOf(glyph.font ?? "Body")),
      colour: Uint32Array.from(glyphs, (glyph) => glyph.colour ?? 0),
      mcid: Int32Array.from(glyphs, (glyph) => glyph.mcid ?? -1),
      flags: Uint8Array.from(glyphs, (glyph) => glyph.flags ?? 0),
      inks: new Map(glyphs.flatMap(({ ink }, i) => (ink === undefined ? [] : [[i, ink] as const])))
    },
    fonts: names.map(font),
    segments: sheet.segments ?? [],
    fills: sheet.fills ?? [],
    images: sheet.images ?? [],
    drawings: sheet.drawings ?? [],
    links: sheet.links ?? [],
    ...(sheet.structure === undefined ? {} : { structure: sheet.structure })
  }
}

export const rule = (x0: number, y0: number, x1: number, y1: number): Segment => ({ x0, y0, x1, y1, thickness: 0.5 })

/** Lines of text below one another, as one column. */
export const column = (
  lines: ReadonlyArray<string>,
  at: Omit<Text, "text"> & { readonly leading?: number }
): ReadonlyArray<Text> => lines.map((text, i) => ({ ...at, text, y: at.y + i * (at.leading ?? 12) }))

/** What the words of a page read, each with its neighbours' spaces as found. */
export const wordsOf = (sheet: Sheet): ReadonlyArray<Word> => words(clean(rawPage(sheet)))

export const read = (line: Line): string =>
  line.words.map((word, i) => (i > 0 && !word.noSpaceBefore ? " " : "") + word.text).join("")

/** Markdown of pages, from glyphs. */
export const convert = (sheets: ReadonlyArray<Sheet>, options: Partial<Options> = {}): string => {
  const settings = { ...defaults, ...options }
  const pages = sheets.map((sheet, i) => Convert.page(rawPage({ number: i + 1, ...sheet })))
  return Convert.document({ pages: pages.length, title: null, author: null }, pages, settings)
}

/** What a document says beside its figures. */
export const besideFigures = (sheets: ReadonlyArray<Sheet>): string => {
  const pages = sheets.map((sheet, i) => Convert.page(rawPage({ number: i + 1, ...sheet })))
  const { blocks, spelling } = Convert.structure({ pages: pages.length, title: null, author: null }, pages)
  const others = blocks.filter(({ kind }) => kind !== "figure")
  return markdown(others, [], spelling, defaults).markdown
}

/** Rows of cells at these places, `leading` apart. A line break in a cell is a wrapped line, 12 points down. */
export const rows = (
  cells: ReadonlyArray<ReadonlyArray<string>>,
  xs: ReadonlyArray<number>,
  {
    y: top = 100,
    leading = 20,
    font = "Body"
  }: { readonly y?: number; readonly leading?: number; readonly font?: string }
): ReadonlyArray<Text> => {
  let y = top
  return cells.flatMap((row) => {
    const own = row.flatMap((cell, i) =>
      cell.split("\n").flatMap((text, k) => (text === "" ? [] : [{ text, x: xs[i] ?? 0, y: y + k * 12, font }]))
    )
    y += (Math.max(...row.map((cell) => cell.split("\n").length)) - 1) * 12 + leading
    return own
  })
}

/** The lines of each table of a page's Markdown. */
export const tables = (sheet: Sheet): ReadonlyArray<ReadonlyArray<string>> =>
  convert([sheet])
    .split("\n\n")
    .filter((block) => block.startsWith("|"))
    .map((block) => block.trim().split("\n"))

/** Rulings of a grid at these places. */
export const grid = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>) => [
  ...xs.map((x) => rule(x, ys[0] ?? 0, x, ys.at(-1) ?? 0)),
  ...ys.map((y) => rule(xs[0] ?? 0, y, xs.at(-1) ?? 0, y))
]
