/** Draws pages with pdf.js for those who read pictures. Needs a native canvas, which only a drawing child may load. */
import { type Canvas, createCanvas, DOMMatrix, GlobalFonts, ImageData, Path2D } from "@napi-rs/canvas"
import type { PDFPageProxy } from "pdfjs-dist"
import type { ResultBox } from "../../src/convert/model/Result.ts"
import type { Picture } from "../../src/convert/ocr/Recognised.ts"
import type { Cutting } from "./Cutting.ts"

// The modern build of pdf.js looks for these before anything else of it runs.
Object.assign(globalThis, { DOMMatrix, ImageData, Path2D })
const [{ AnnotationMode, getDocument }, { answerWith, install }, { cutter }] = await Promise.all([
  import("pdfjs-dist/build/pdf.min.mjs"),
  import("./Engine.ts"),
  import("./Cutting.ts")
])

/** Its types leave this out. */
const machine = GlobalFonts as typeof GlobalFonts & { readonly loadSystemFonts: () => number }

/** Fonts of the machine that are no part of its system. */
const added = "/usr/local/share/fonts"

/**
 * Has the machine's fonts, which stand for those that a document names and does not bring, loaded once text is set in one.
 * Of some hundred fonts that takes as long as all else a child starts with, so its canvas is told to leave them
 * (`DISABLE_SYSTEM_FONTS_LOAD`).
 */
export const awaitFonts = () => {
  const pen = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d"))
  const setters = ["fillText", "strokeText", "measureText"] as const
  const own = setters.map((name) => [name, pen[name]] as const)
  for (const [name, set] of own) {
    pen[name] = function (this: unknown, ...given: ReadonlyArray<unknown>) {
      Object.assign(pen, Object.fromEntries(own))
      machine.loadSystemFonts()
      machine.loadFontsFromDir(added)
      return set.apply(this, given)
    }
  }
}

/** What print is recognised best at for its cost: 300 dpi costs a quarter more and reads no better. */
const dotsPerInch = 200
/** Maximum number of pixels of a drawn page: an A3 page at 200 dpi ... */
const usualPixels = 8_000_000
/** ... or, where a pixel of the scan was made a point of the page, one for each point, up to this. */
const mostPixels = 25_000_000
/** A page whose sides are both shorter than this, in points, is a card, or a sheet in some other unit ... */
const card = 200
/** ... and is drawn with so many pixels. */
const cardPixels = 1_000_000
/** An image of more pixels is left out. */
const largestImage = 100_000_000
/** Drawing a page may take a core for this long, in ms: a scan takes a second, and a page to be recognised a minute in all. */
const longest = 20_000

export interface Drawable {
  /** The page with this number, counted from 1, in shades of grey, turned as its /Rotate says. Fails when it takes more than `patience` ms of a core. */
  readonly page: (number: number, patience?: number) => Promise<Picture>
  /** A figure as the document itself has it: the bytes of a JPEG, read from the file; null where it has none that shows the same. */
  readonly original: (number: number, bbox: ResultBox, path: string) => Promise<Cutting | null>
  /** A part of a page, drawn. */
  readonly part: (number: number, bbox: ResultBox, isPicture: boolean) => Promise<Cutting>
  readonly close: () => Promise<void>
}

/** Pixels per point for a page of this size, in points. */
export const scaleFor = (width: number, height: number): number => {
  const area = Math.max(1, width * height)
  const pixels = Math.min(mostPixels, Math.max(usualPixels, area))
  const usual = Math.min(dotsPerInch / 72, Math.sqrt(pixels / area))
  return Math.max(width, height) < card ? Math.max(usual, Math.sqrt(cardPixels / area)) : usual
}

/** A part of a page in pixels, from `x`, `y` of the page at this scale. */
const canvasOf = async (
  page: PDFPageProxy,
  patience: number,
  scale: number,
  x: number,
  y: number,
  wide: number,
  high: number,
  annotationMode: number = AnnotationMode.DISABLE
): Promise<Canvas> => {
  const viewport = page.getViewport({ scale, offsetX: -x, offsetY: -y })
  const canvas = createCanvas(Math.max(1, Math.floor(wide)), Math.max(1, Math.floor(high)))
  const begun = process.cpuUsage()
  const drawing = page.render({
    canvas: canvas as unknown as HTMLCanvasElement,
    viewport,
    background: "white",
    annotationMode
  })
  // asked every few operators: what is drawn in one go ends before
  drawing.onContinue = (goOn: () => void) => {
    if (process.cpuUsage(begun).user > patience * 1000) drawing.cancel()
    else goOn()
  }
  await drawing.promise
  return canvas
}

const draw = async (page: PDFPageProxy, patience: number): Promise<Picture> => {
  const bare = page.getViewport({ scale: 1 })
  const scale = scaleFor(bare.width, bare.height)
  const size = [bare.width * scale, bare.height * scale] as const
  // with what was typed on it
  const canvas = await canvasOf(page, patience, scale, 0, 0, ...size, AnnotationMode.ENABLE)
  const { width, height } = canvas
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height)
  // Its native memory would otherwise wait for a collection that nothing brings about.
  canvas.width = 0
  canvas.height = 0
  return { width, height, scale, pixels: grey(data, width * height) }
}

/** Luma of ITU-R BT.601, in 1/256. */
const grey = (rgba: Uint8ClampedArray, count: number): Uint8Array => {
  const out = new Uint8Array(count)
  for (let i = 0, k = 0; i < count; i++, k += 4) {
    out[i] = (77 * (rgba[k] ?? 0) + 150 * (rgba[k + 1] ?? 0) + 29 * (rgba[k + 2] ?? 0)) >> 8
  }
  return out
}

/** Takes ownership of the bytes. */
export const open = async (bytes: Uint8Array, password: string | null = null): Promise<Drawable> => {
  const task = getDocument({ ...install(), data: bytes, maxImageSize: largestImage })
  answerWith(task, password)
  const document = await task.promise
  const cutting = cutter(document, (page, ...place) => canvasOf(page, longest, ...place))
  return {
    original: cutting.original,
    part: cutting.part,
    page: async (number, patience = longest) => {
      cutting.release()
      const page = await document.getPage(number)
      try {
        return await draw(page, patience)
      } finally {
        page.cleanup()
      }
    },
    close: () => task.destroy()
  }
}
