/**
 * What was typed, chosen and ticked in a form, as glyphs where the page has the field: values are no part of a page's own
 * content, and a file need not say how they look.
 */
import type { PDFDocumentProxy } from "pdfjs-dist"
import { AnnotationType } from "pdfjs-dist/build/pdf.min.mjs"
import { Flag, type FontInfo, type GlyphTable } from "../../src/convert/model/Page.ts"
import { alongX, alongY, type Matrix, round } from "./Matrix.ts"

/** What pdf.js tells of a field's place on a page, as far as it is used here. */
export interface Widget {
  readonly rect: ReadonlyArray<number>
  readonly hidden?: boolean
  readonly noView?: boolean
  readonly password?: boolean
  /** `Tx`, `Ch`, `Btn` or `Sig`. */
  readonly fieldType?: string | null
  readonly fieldValue?: unknown
  readonly multiLine?: boolean
  readonly combo?: boolean
  readonly checkBox?: boolean
  readonly radioButton?: boolean
  /** What the field's value is when this box, or this button of several, is ticked. */
  readonly exportValue?: string
  readonly buttonValue?: string | null
  readonly options?: ReadonlyArray<{ readonly exportValue?: unknown; readonly displayValue?: unknown }>
  readonly defaultAppearanceData?: { readonly fontSize?: number }
}

/** The fields of a document by page index; none where there is no form. */
export const fieldsOf = (document: PDFDocumentProxy): ((page: number) => Promise<ReadonlyArray<Widget>>) => {
  let all: Promise<ReadonlyMap<number, ReadonlyArray<Widget>>> | null = null
  const read = async () => {
    const form = await document.getFieldObjects().catch(() => null)
    if (form === null) return new Map<number, ReadonlyArray<Widget>>()
    const found = await document.getAnnotationsByType(new Set([AnnotationType.WIDGET]), new Set()).catch(() => null)
    const widgets = (found ?? []) as unknown as ReadonlyArray<Widget & { readonly pageIndex: number }>
    return Map.groupBy(
      widgets.filter((each) => Array.isArray(each.rect)),
      (each) => each.pageIndex
    )
  }
  return async (page) => {
    all ??= read()
    return (await all).get(page) ?? []
  }
}

/** What a field shows; empty where that is nothing. */
export const shownIn = (widget: Widget): string => {
  if (widget.hidden === true || widget.noView === true || widget.password === true) return ""
  if (widget.checkBox === true || widget.radioButton === true) {
    const own = widget.checkBox === true ? widget.exportValue : widget.buttonValue
    const value = widget.fieldValue
    return typeof value === "string" && value !== "" && value !== "Off" && (own === undefined || own === value)
      ? "☒"
      : "☐"
  }
  if (widget.fieldType !== "Tx" && widget.fieldType !== "Ch") return ""
  const values = Array.isArray(widget.fieldValue) ? widget.fieldValue : [widget.fieldValue]
  const display = (value: unknown) =>
    widget.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value
  return values
    .map(display)
    .filter((value): value is string => typeof value === "string")
    .join(", ")
    .trim()
}

/** Bounds on what is set where nothing says how large, or says that it is as large as a heading. */
const usualSize = 10
const ascent = 0.75
const advance = 0.5
const fieldLeadingEm = 1.2
/** A value of more characters is cut. */
const longest = 20_000

const face: FontInfo = { name: "Field", bold: false, italic: false, mono: false, vertical: false }

/** A page's glyphs with those of its fields behind them, and the fonts of all. */
export const withFields = (
  glyphs: GlyphTable,
  fonts: ReadonlyArray<FontInfo>,
  widgets: ReadonlyArray<Widget>,
  matrix: Matrix
): { readonly glyphs: GlyphTable; readonly fonts: ReadonlyArray<FontInfo> } => {
  const beside = labelsIn(glyphs, widgets.length)
  const set = widgets.flatMap((widget) => setIn(widget, matrix, beside))
  if (set.length === 0) return { glyphs, fonts }
  const n = glyphs.length
  const grown = <
    A extends Float64Array | Float32Array | Int16Array | Uint16Array | Uint32Array | Int32Array | Uint8Array
  >(
    of: A,
    value: (glyph: Glyph) => number
  ): A => {
    const out = new (of.constructor as new (length: number) => A)(n + set.length)
    out.set(of)
    set.forEach((glyph, i) => {
      out[n + i] = value(glyph)
    })
    return out
  }
  return {
    fonts: [...fonts, face],
    glyphs: {
      length: n + set.length,
      text: [...glyphs.text, ...set.map(({ text }) => text)],
      x: grown(glyphs.x, ({ x }) => x),
      y: grown(glyphs.y, ({ y }) => y),
      w: grown(glyphs.w, ({ w }) => w),
      size: grown(glyphs.size, ({ size }) => size),
      angle: grown(glyphs.angle, () => 0),
      font: grown(glyphs.font, () => fonts.length),
      colour: grown(glyphs.colour, () => 0),
      mcid: grown(glyphs.mcid, () => -1),
      flags: grown(glyphs.flags, () => Flag.overlaid),
      inks: undefined
    }
  }
}

interface Glyph {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly size: number
}

/** A label ends so close before its field, and stands no further below it, in em of the value. */
const labelGapEm = 1
const labelFallEm = 0.5
/** Pages with more of both are not looked through. */
const mostPairs = 2e7

/** The baseline of the label that stands right before a place: a value is read in its line, wherever it is set in its field. */
const labelsIn =
  ({ length, x, y, w, angle, text }: GlyphTable, fields: number) =>
  (at: number, top: number, foot: number, size: number): number | undefined => {
    if (length * fields > mostPairs) return undefined
    let found: number | undefined
    let nearest = labelGapEm * size
    for (let i = 0; i < length; i++) {
      const gap = at - (x[i] ?? 0) - (w[i] ?? 0)
      if (gap < -1 || gap >= nearest || angle[i] !== 0 || text[i] === " ") continue
      if ((y[i] ?? 0) < top || (y[i] ?? 0) > foot + labelFallEm * size) continue
      nearest = gap
      found = y[i]
    }
    return found
  }

const setIn = (widget: Widget, m: Matrix, labelBefore: ReturnType<typeof labelsIn>): ReadonlyArray<Glyph> => {
  const value = shownIn(widget).slice(0, longest)
  if (value === "") return []
  const [a = 0, b = 0, c = 0, d = 0] = widget.rect
  const [x0, x1] = [alongX(m, a, b), alongX(m, c, d)].sort((p, q) => p - q) as [number, number]
  const [y0, y1] = [alongY(m, a, b), alongY(m, c, d)].sort((p, q) => p - q) as [number, number]
  const tall = y1 - y0
  const isBox = widget.checkBox === true || widget.radioButton === true
  const told = widget.defaultAppearanceData?.fontSize ?? 0
  const size = isBox ? tall : Math.min(told > 0 ? told : usualSize, usualSize, Math.max(4, tall))
  const lines = isBox
    ? [value]
    : wrapped(value, Math.max(1, Math.floor((x1 - x0) / (advance * size))), tall > 2 * fieldLeadingEm * size)
  const high = lines.length * fieldLeadingEm * size
  const isBelowTop =
    lines.length > 1 || widget.multiLine === true || (widget.fieldType === "Ch" && widget.combo !== true)
  const top = !isBelowTop ? (y0 + y1) / 2 - size / 2 : high > tall ? y0 : y0 + size * 0.2
  const middle = top + ascent * size
  const first = isBox || isBelowTop ? middle : (labelBefore(x0, y0, y1, size) ?? middle)
  return lines.flatMap((line, row) => {
    const letters = [...line]
    const wide = isBox ? Math.min(size, x1 - x0) : Math.min(advance * size, (x1 - x0) / Math.max(1, letters.length))
    return letters.map((text, i) => ({
      text,
      x: round(x0 + i * wide),
      y: round(first + row * fieldLeadingEm * size),
      w: round(wide),
      size: round(size)
    }))
  })
}

/** The lines of a value, broken between words where there is room for more than one. */
const wrapped = (value: string, columns: number, isTall: boolean): ReadonlyArray<string> => {
  const lines = value.split(/\r\n?|\n/)
  if (!isTall) return [lines.join(" ")]
  return lines.flatMap((line) => {
    const out: Array<string> = [""]
    for (const word of line.split(" ")) {
      const last = out.at(-1) ?? ""
      if (last !== "" && last.length + 1 + word.length > columns) out.push(word)
      else out[out.length - 1] = last === "" ? word : `${last} ${word}`
    }
    return out
  })
}
