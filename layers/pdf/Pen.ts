import { OPS } from "pdfjs-dist/build/pdf.min.mjs"
import { isUnknown } from "../../src/convert/glyphs/fonts/CharacterNames.ts"
import { extensionCharacter } from "../../src/convert/glyphs/fonts/Symbols.ts"
import type { Box } from "../../src/convert/model/Geometry.ts"
import { Flag } from "../../src/convert/model/Page.ts"
import type { Font } from "./Faces.ts"
import type { Glyphs } from "./Glyphs.ts"
import { alongX, alongY, compose, identity, type Matrix } from "./Matrix.ts"

/** What pdf.js puts into `showText`: a glyph, or a number that moves the pen back by thousandths of the size. */
export interface ShownGlyph {
  readonly unicode: string
  /** The character under which pdf.js's own font program has the glyph. */
  readonly fontChar?: string
  /** What a drawn font calls it. */
  readonly operatorListId?: string
  /** Its code in the file's own strings. */
  readonly originalCharCode?: number
  readonly width: number
  readonly vmetric: readonly [number, number, number] | null
  readonly isSpace: boolean
}

/** Stands for a piece of text that nobody can read. */
const unreadable: ShownGlyph = { unicode: "\ufffd", width: 500, vmetric: null, isSpace: false }

/** The part of the graphics state that text depends on; saved and restored with the rest. */
export interface TextState {
  face: number
  size: number
  charSpacing: number
  wordSpacing: number
  horizontal: number
  leading: number
  rise: number
  /** Render mode: 1 strokes, 2 fills and strokes, 3 and 7 paint nothing; from 4 on text becomes part of the clip. */
  mode: number
}

export const plainText: TextState = {
  face: -1,
  size: 0,
  charSpacing: 0,
  wordSpacing: 0,
  horizontal: 1,
  leading: 0,
  rise: 0,
  mode: 0
}

/** The graphics state of PDF as far as it is followed (ISO 32000-2, 8.4). */
export interface State extends TextState {
  ctm: Matrix
  fill: number
  stroke: number
  lineWidth: number
  /** What is painted outside this box nobody sees. */
  clip: Box
  /** The clip is the box itself, and not some shape within it. */
  clipExact: boolean
  /** Of fills and of strokes, 0 to 1. */
  alpha: number
  strokeAlpha: number
  /** What a transparency group is painted with as a whole. */
  groupAlpha: number
  /** Blended in another way than by covering, or seen through a mask. */
  blended: boolean
  /** Text that is part of the clip, last first: what is painted is seen through it, and covers nothing. */
  letters: Letters | null
}

export interface Letters {
  readonly from: number
  readonly to: number
  readonly before: Letters | null
}

/** The state in which a page begins: what is painted outside it nobody sees. */
export const initially = (view: {
  readonly matrix: Matrix
  readonly width: number
  readonly height: number
}): Readonly<State> => ({
  ...plainText,
  ctm: view.matrix,
  fill: 0,
  stroke: 0,
  lineWidth: 1,
  clip: { x0: 0, y0: 0, x1: view.width, y1: view.height },
  clipExact: true,
  alpha: 1,
  strokeAlpha: 1,
  groupAlpha: 1,
  blended: false,
  letters: null
})

/** What an operator sets of the state of text, if it sets any. */
export const setText = (state: TextState, operator: number, value: number): void => {
  if (operator === OPS.setCharSpacing) state.charSpacing = value
  else if (operator === OPS.setWordSpacing) state.wordSpacing = value
  else if (operator === OPS.setHScale) state.horizontal = value / 100
  else if (operator === OPS.setLeading) state.leading = -value
  else if (operator === OPS.setTextRenderingMode) state.mode = value
  else if (operator === OPS.setTextRise) state.rise = value
}

export interface TextPaint {
  readonly colour: number
  readonly mcid: number
  readonly artifact: boolean
  readonly overlaid: boolean
  /** Too faint to be seen. */
  readonly invisible: boolean
  /** Stands for the first glyph that its font does not name, and for all of them after it. */
  readonly actual: { text: string } | null
}

/** Letters squeezed to less than this share of their width nobody can read; strokes of delimiters are stretched so far where these are tall. */
const narrowest = 0.1
const isStroke = /^[⎛-⎭⏐|‖∣∥]$/u

/** Letters and numerals reach as far as letters do. */
const isPlain = /^[\p{L}\p{N} ]$/u

/** Where text is set next: the text matrix, the line's start, and the place on the line. */
export class Pen {
  #text: Matrix = identity
  #x = 0
  #y = 0
  #lineX = 0
  #lineY = 0

  place(matrix: ArrayLike<number>): void {
    this.#text = compose(identity, matrix)
    this.#x = this.#y = this.#lineX = this.#lineY = 0
  }

  move(dx: number, dy: number): void {
    this.#lineX += dx
    this.#lineY += dy
    this.#x = this.#lineX
    this.#y = this.#lineY
  }

  show(
    shown: ReadonlyArray<ShownGlyph | number>,
    face: Font,
    state: TextState,
    ctm: Matrix,
    ink: TextPaint,
    clip: Box,
    glyphs: Glyphs
  ): void {
    const base = compose(ctm, this.#text)
    const perUnit = state.size * (face.matrix[0] ?? 0.001)
    const along = Math.hypot(base[0], base[1])
    const upward = Math.hypot(base[2], base[3])
    const isSqueezed = along * Math.abs(state.horizontal) < narrowest * upward
    if (isSqueezed && along === 0) return
    const stretch = isSqueezed ? upward / along : 1
    const size = (Math.abs(state.size) * upward * face.scale) / stretch
    const turn = Math.round((Math.atan2(-base[1], base[0]) * 180) / Math.PI)
    const angle = (turn + (state.size * state.horizontal < 0 ? 180 : 0) + 360) % 360
    const flags =
      (state.mode === 3 || state.mode === 7 || ink.invisible ? Flag.invisible : 0) |
      (state.mode === 2 ? Flag.stroked : 0) |
      (ink.artifact ? Flag.artifact : 0) |
      (ink.overlaid ? Flag.overlaid : 0) |
      (face.vertical ? Flag.vertical : 0)
    for (const glyph of face.isBroken ? [unreadable] : shown) {
      if (typeof glyph === "number") {
        const back = (-glyph * state.size) / 1000
        if (face.vertical) this.#y += back
        else this.#x += back * state.horizontal
        continue
      }
      const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
      const width = glyph.width * perUnit * state.horizontal
      const down = face.vertical ? glyph.vmetric : null
      const x = this.#x - (down ? down[1] * perUnit : 0)
      const y = this.#y + state.rise - (down ? down[2] * perUnit : 0)
      const left = alongX(base, x, y)
      const bottom = alongY(base, x, y)
      const wide = Math.abs(width) * along
      const reach = angle === 0 ? 0 : Math.max(wide, size)
      const shows =
        left + wide + reach >= clip.x0 &&
        left - reach <= clip.x1 &&
        bottom + reach + 0.2 * size >= clip.y0 &&
        bottom - reach - 0.7 * size <= clip.y1
      if (shows) {
        const drawn = glyph.fontChar?.codePointAt(0) ?? 0
        const text =
          face.place !== null
            ? String.fromCodePoint(extensionCharacter + face.place(glyph.originalCharCode ?? 0, drawn, glyph.unicode))
            : characterOf(glyph, face, ink)
        const own = face.inked !== null && !isPlain.test(text) ? face.inked(glyph.operatorListId ?? drawn) : null
        const reach = own && isSqueezed ? { ...own, above: own.above * stretch, below: own.below * stretch } : own
        if (!isSqueezed || (reach !== null && isStroke.test(text))) {
          glyphs.add(text, left, bottom, wide, size, angle, state.face, ink.colour, ink.mcid, flags, reach)
          if (face.composite) glyphs.wide(glyph.originalCharCode ?? -1)
        }
      }
      if (down) this.#y += down[0] * perUnit - spacing
      else this.#x += width + spacing * state.horizontal
    }
  }
}

/** Delimiters, which are built of several glyphs where they are tall: each has its own number for a text. */
const isBuilt = /^[()[\]{}|‖⟨⟩⌊⌋⌈⌉√]$/

/** A glyph that a font made for one file keeps for a tab or the end of a line, and does not name: its code says nothing. */
const isFiller = ({ width }: ShownGlyph, { isSpaced, tex }: Font, text: string): boolean =>
  width === 0 && isSpaced && tex === null && /^[!-&(-\]_a-}]$/.test(text)

/** What a font that hides its signs may say of one. */
const hidden = /^[A-Za-z!%\p{Cc}\ufffd]?$/u

/** The text of a glyph: as it looks where its font hides that, as its font maps it, or where that is nothing as the page, the font's encoding or the font program has it. */
const characterOf = (glyph: ShownGlyph, face: Font, { actual }: TextPaint): string => {
  const drawn = glyph.fontChar?.codePointAt(0) ?? 0
  const looks = face.shaped !== null && hidden.test(glyph.unicode) ? face.shaped(drawn) : null
  if (looks !== null) return looks
  const code = glyph.originalCharCode ?? -1
  const isCode = glyph.unicode.codePointAt(0) === code
  const mapped = face.tex?.(code, glyph.unicode, drawn) ?? ((isCode && face.variant(code)) || glyph.unicode)
  const isNumber = actual !== null && face.composite && mapped.codePointAt(0) === code
  // a map that has a blank for every code knows none
  const letter = mapped === "\u00a0" ? face.encoded(code).trim() : ""
  if (letter !== "") return letter
  if (!isNumber && !isUnknown(mapped)) return isFiller(glyph, face, mapped) ? "" : mapped
  if (actual !== null) {
    const { text } = actual
    if (!isBuilt.test(text)) actual.text = ""
    return text
  }
  return face.encoded(code) || face.named(drawn) || mapped
}
