/** An operator list → glyphs, drawings and images, each where the page shows it. */
import { OPS } from "pdfjs-dist/build/pdf.min.mjs"
import type { Box } from "../../src/convert/model/Geometry.ts"
import type { GlyphTable } from "../../src/convert/model/Page.ts"
import { extent, intersection, nowhere, unitSquare, within } from "./Clip.ts"
import { colourOf, Drawing, type Filling, isSinglePixel, pattern } from "./Drawing.ts"
import type { Font } from "./Faces.ts"
import { Glyphs } from "./Glyphs.ts"
import { type Mark, marked, unmarked } from "./Marks.ts"
import { compose, identity, type Matrix } from "./Matrix.ts"
import { initially, type Letters, Pen, type ShownGlyph, type State, setText } from "./Pen.ts"

/** Text painted more faintly than this nobody sees. */
const faintest = 0.05

export interface Drawn {
  readonly glyphs: GlyphTable
  readonly isCut: boolean
  readonly drawing: Drawing
  readonly images: ReadonlyArray<Box>
  readonly imagesAt: ReadonlyArray<number>
}

/** An image covers at least this share of the page; smaller marks are icons, bullets and empty groups. */
const imageShare = 0.004
/** PDF allows 28 levels of q; real files nest forms deeper. */
const maxStateDepth = 512

/**
 * Walks an operator list and rebuilds what was put where. `view` maps user space to the page's view; `faces` and
 * `faceOf` give the fonts by pdf.js's names; `isHidden` says which optional content is switched off.
 */
export const interpret = (
  list: { readonly fnArray: ReadonlyArray<number>; readonly argsArray: ReadonlyArray<unknown> },
  view: { readonly matrix: Matrix; readonly width: number; readonly height: number },
  faces: ReadonlyArray<Font>,
  faceOf: ReadonlyMap<string, number>,
  isHidden: (group: unknown) => boolean
): Drawn => {
  const glyphs = new Glyphs()
  const drawing = new Drawing()
  const images: Array<Box> = []
  const imagesAt: Array<number> = []
  const stack: Array<State> = []
  const marks: Array<Mark> = []
  /** Whether anything was painted since the matching save: an image that was left undecoded leaves a save and nothing else. */
  const painted: Array<boolean> = []
  let mark = unmarked
  const initial = initially(view)
  let state = { ...initial }
  let clips = false
  const pen = new Pen()

  const save = () => {
    if (stack.length >= maxStateDepth) throw new Error("graphics states are nested too deeply")
    stack.push({ ...state })
    painted.push(false)
  }
  const restore = () => {
    const saved = stack.pop()
    if (saved === undefined) return
    const was = painted.pop() ?? true
    if (!was) image()
    else if (painted.length > 0) painted[painted.length - 1] = true
    state = saved
  }
  const paints = () => {
    if (painted.length > 0) painted[painted.length - 1] = true
  }
  const image = () => {
    if (mark.hidden || images.length > 2000 || showsText()) return
    const box = unitSquare(state.ctm)
    const seen = within(box, view.width, view.height)
    const area = (seen.x1 - seen.x0) * (seen.y1 - seen.y0)
    const whole = (box.x1 - box.x0) * (box.y1 - box.y0)
    if (area < imageShare * view.width * view.height || area < 0.5 * whole) return
    const last = images.at(-1)
    if (last && last.x0 === seen.x0 && last.y0 === seen.y0 && last.x1 === seen.x1 && last.y1 === seen.y1) return
    images.push(seen)
    imagesAt.push(glyphs.length)
  }
  const area = () => {
    if (!mark.hidden && !showsText())
      drawing.area(unitSquare(state.ctm), { ...filling(), opaque: false }, glyphs.length)
  }
  const show = (shown: ReadonlyArray<ShownGlyph | number>) => {
    const face = faces[state.face]
    if (face === undefined || mark.hidden) return
    // text that is not painted may stand in the frame of the picture that it was recognised in
    if (state.mode !== 3) paints()
    else if (painted.at(-1) === false) image()
    const colour = state.mode === 1 ? state.stroke : state.fill
    const seen = state.groupAlpha * (state.mode === 1 ? state.strokeAlpha : state.alpha)
    const paint = { ...mark, colour, invisible: seen < faintest }
    const from = glyphs.length
    pen.show(shown, face, state, state.ctm, paint, state.clip, glyphs)
    if (state.mode > 3) state.letters = { from, to: state.mode === 7 ? glyphs.length : from, before: state.letters }
  }
  /** Whether what is painted now is seen through text alone, which it shows. */
  const showsText = (): boolean => {
    if (state.letters === null) return false
    if (state.alpha * state.groupAlpha < faintest) return true
    for (let text: Letters | null = state.letters; text !== null; text = text.before)
      glyphs.reveal(text.from, text.to, state.fill)
    state.letters = { from: 0, to: 0, before: null }
    return true
  }
  const filling = (): Filling => ({
    colour: state.fill,
    alpha: state.alpha * state.groupAlpha,
    opaque: state.alpha * state.groupAlpha >= 1 && !state.blended && state.clipExact && state.fill !== pattern,
    clip: state.clip
  })
  /** The clip becomes what it has in common with a path. */
  const narrow = (path: Float32Array) => {
    const { box, rectangle } = extent(path, state.ctm)
    state.clip = intersection(state.clip, box)
    state.clipExact &&= rectangle
  }
  const setFont = (name: unknown, size: unknown) => {
    state.face = faceOf.get(String(name)) ?? -1
    state.size = number(size)
  }
  const construct = (args: ReadonlyArray<unknown>) => {
    const [op, data] = args as readonly [number, readonly [unknown]]
    const path = data?.[0]
    const clip = clips
    clips = false
    if (path instanceof Float32Array) {
      paintPath(op, path)
      if (clip) narrow(path)
    } else if (clip) state.clip = nowhere
  }
  const paintPath = (op: unknown, path: Float32Array) => {
    if (op === OPS.endPath || mark.hidden) return
    paints()
    if (showsText()) return
    const fills = op !== OPS.stroke && op !== OPS.closeStroke && state.alpha > 0
    const strokes = op !== OPS.fill && op !== OPS.eoFill
    const scale = Math.sqrt(Math.abs(state.ctm[0] * state.ctm[3] - state.ctm[1] * state.ctm[2]))
    const stroke = strokes ? { colour: state.stroke, width: state.lineWidth * scale } : null
    drawing.paint(path, state.ctm, stroke, fills ? filling() : null, state.clip, glyphs.length)
  }

  for (let i = 0; i < list.fnArray.length; i++) {
    const args = (list.argsArray[i] ?? []) as ReadonlyArray<unknown>
    switch (list.fnArray[i]) {
      case OPS.save:
        save()
        break
      case OPS.beginGroup:
        save()
        state.groupAlpha *= state.alpha
        state.alpha = 1
        state.strokeAlpha = 1
        break
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        restore()
        break
      case OPS.beginAnnotation:
        stack.length = painted.length = 0
        state = { ...initial }
        mark = { ...mark, overlaid: true }
        break
      case OPS.transform:
        state.ctm = compose(state.ctm, args as ReadonlyArray<number>)
        break
      case OPS.paintFormXObjectBegin:
        save()
        paints()
        if (args[0]) state.ctm = compose(state.ctm, args[0] as ArrayLike<number>)
        if (args[1]) {
          const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = args[1] as ReadonlyArray<number>
          narrow(Float32Array.of(0, x0, y0, 1, x1, y0, 1, x1, y1, 1, x0, y1))
        }
        break
      case OPS.setGState:
        for (const [key, value] of (args[0] ?? []) as ReadonlyArray<readonly [string, unknown]>) {
          if (key === "ca") state.alpha = number(value)
          if (key === "CA") state.strokeAlpha = number(value)
          if (key === "BM") state.blended = value !== "source-over"
          if (key === "SMask" && value) state.blended = true
          if (key === "LW") state.lineWidth = number(value)
          if (key === "Font" && Array.isArray(value)) setFont(value[0], value[1])
        }
        break
      case OPS.setLineWidth:
        state.lineWidth = number(args[0])
        break
      case OPS.beginText:
        pen.place(identity)
        break
      case OPS.setFont:
        setFont(args[0], args[1])
        break
      case OPS.moveText:
        pen.move(number(args[0]), number(args[1]))
        break
      case OPS.setLeadingMoveText:
        state.leading = number(args[1])
        pen.move(number(args[0]), number(args[1]))
        break
      case OPS.setTextMatrix:
        pen.place(args[0] as ArrayLike<number>)
        break
      case OPS.nextLine:
        pen.move(0, state.leading)
        break
      case OPS.showText:
        show(args[0] as ReadonlyArray<ShownGlyph | number>)
        break
      case OPS.setFillRGBColor:
        state.fill = colourOf(args[0])
        break
      case OPS.setStrokeRGBColor:
        state.stroke = colourOf(args[0])
        break
      case OPS.setFillColorN:
        state.fill = pattern
        break
      case OPS.setStrokeColorN:
        state.stroke = pattern
        break
      case OPS.clip:
      case OPS.eoClip:
        clips = true
        break
      case OPS.constructPath:
        construct(args)
        break
      case OPS.paintSolidColorImageMask:
        paints()
        area()
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        paints()
        if (isSinglePixel(args[0])) area()
        else image()
        break
      case OPS.shadingFill:
        paints()
        if (!mark.hidden && !showsText()) drawing.area(state.clip, { ...filling(), opaque: false }, glyphs.length)
        break
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps:
        marks.push(mark)
        mark = marked(mark, args, isHidden)
        break
      case OPS.endMarkedContent:
        mark = marks.pop() ?? mark
        break
      default:
        setText(state, list.fnArray[i] ?? 0, number(args[0]))
    }
  }
  return { glyphs: glyphs.table(), isCut: glyphs.isCut, drawing, images, imagesAt }
}

const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0)
