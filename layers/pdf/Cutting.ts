/** Cuts figures out of pages: the picture's own JPEG where that is what the page shows, a drawing of the place otherwise. */
import { open as openFile } from "node:fs/promises"
import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas"
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist"
import { OPS } from "pdfjs-dist/build/pdf.min.mjs"
import type { ResultBox, ResultImage } from "../../src/convert/model/Result.ts"
import { jpegAt, offsetsOf, shapeOf } from "./Jpeg.ts"
import { alongX, alongY, compose, identity, type Matrix } from "./Matrix.ts"

export interface Cutting {
  readonly mediaType: ResultImage["media_type"]
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Draws a part of a page, in pixels of a scale. */
export type Draw = (
  page: PDFPageProxy,
  scale: number,
  x: number,
  y: number,
  width: number,
  height: number
) => Promise<Canvas>

/** What a drawing is cut out at. */
const dotsPerInch = 150
/** Maximum number of pixels of a drawn page, or of a picture in its own resolution. */
const mostPixels = 16_000_000
/** A picture is drawn with at least so many pixels to the inch, or with what it has if that is less. */
const leastDotsPerInch = 36
/** A picture lies where a figure does if no edge is further off, in fractions of the page. */
const sameEdge = 0.004
/** Two pictures are compared in so many steps to each side ... */
const steps = 24
/** ... and are one if they differ by less on average, of 255. */
const alike = 14

interface Current {
  readonly number: number
  readonly page: PDFPageProxy
  readonly canvas: Promise<Canvas>
  readonly scale: number
  pictures?: Promise<ReadonlyArray<Painted>>
}

export const cutter = (document: PDFDocumentProxy, draw: Draw) => {
  let current: Current | null = null

  const at = async (number: number): Promise<Current> => {
    if (current?.number === number) return current
    release()
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const scale = Math.min(dotsPerInch / 72, Math.sqrt(mostPixels / Math.max(1, width * height)))
    const canvas = draw(page, scale, 0, 0, width * scale, height * scale)
    canvas.catch(() => {})
    current = { number, page, scale, canvas }
    return current
  }

  /** Forgets the page that was drawn last. */
  const release = () => {
    const before = current
    current = null
    void before?.canvas.then(free, () => {})
    before?.page.cleanup()
  }

  const pictureAt = async (on: Current, bbox: ResultBox): Promise<Painted | undefined> => {
    await on.canvas
    on.pictures ??= painted(on.page)
    return (await on.pictures).findLast(
      ({ x0, y0, x1, y1 }) =>
        Math.max(
          Math.abs(x0 - bbox.x),
          Math.abs(y0 - bbox.y),
          Math.abs(x1 - bbox.x - bbox.width),
          Math.abs(y1 - bbox.y - bbox.height)
        ) < sameEdge
    )
  }

  /** The place as the page shows it, at most so many pixels to each side. */
  const shown = async (on: Current, bbox: ResultBox): Promise<Canvas> => {
    const canvas = await on.canvas
    const x = Math.floor(bbox.x * canvas.width)
    const y = Math.floor(bbox.y * canvas.height)
    const width = Math.max(1, Math.min(canvas.width - x, Math.round(bbox.width * canvas.width)))
    const height = Math.max(1, Math.min(canvas.height - y, Math.round(bbox.height * canvas.height)))
    const part = createCanvas(width, height)
    part.getContext("2d").drawImage(canvas, x, y, width, height, 0, 0, width, height)
    return part
  }

  return {
    release,

    /** Null where there is no JPEG, or the page shows something else than it does. */
    original: async (number: number, bbox: ResultBox, path: string): Promise<Cutting | null> => {
      const on = await at(number)
      const picture = await pictureAt(on, bbox)
      if (picture?.object == null) return null
      const file = await openFile(path)
      try {
        const offset = (await offsetsOf(file, new Set([picture.object]))).get(picture.object)
        const bytes = offset === undefined ? null : await jpegAt(file, offset)
        const shape = bytes === null ? null : shapeOf(bytes)
        if (bytes === null || shape === null || shape.components === 4) return null
        if (shape.width !== picture.width || shape.height !== picture.height) return null
        const place = await shown(on, bbox)
        const isSame = await isAlike(place, bytes)
        free(place)
        return isSame ? { mediaType: "image/jpeg", width: shape.width, height: shape.height, bytes } : null
      } finally {
        await file.close()
      }
    },

    /** A picture in its own resolution, anything else in that of drawings. */
    part: async (number: number, bbox: ResultBox, isPicture: boolean): Promise<Cutting> => {
      const on = await at(number)
      const picture = isPicture ? await pictureAt(on, bbox) : undefined
      if (picture === undefined) return png(await shown(on, bbox))
      const { width, height } = on.page.getViewport({ scale: 1 })
      const points = { width: bbox.width * width, height: bbox.height * height }
      const own = Math.max(picture.width / points.width, picture.height / points.height, leastDotsPerInch / 72)
      const scale = Math.min(own, Math.sqrt(mostPixels / Math.max(1, points.width * points.height)))
      const drawn = await draw(
        on.page,
        scale,
        bbox.x * width * scale,
        bbox.y * height * scale,
        points.width * scale,
        points.height * scale
      )
      return png(drawn)
    }
  }
}

/** Gives back its native memory, which would otherwise wait for a collection that nothing brings about. */
const free = (canvas: Canvas): void => {
  canvas.width = 0
  canvas.height = 0
}

const png = (canvas: Canvas): Cutting => {
  const { width, height } = canvas
  const bytes = new Uint8Array(canvas.encodeSync("png"))
  free(canvas)
  return { mediaType: "image/png", width, height, bytes }
}

const isAlike = async (place: Canvas, jpeg: Uint8Array): Promise<boolean> => {
  const image = await loadImage(Buffer.from(jpeg)).catch(() => null)
  if (image === null) return false
  const [a, b] = [place, image].map((each) => {
    const small = createCanvas(steps, steps)
    const context = small.getContext("2d")
    context.imageSmoothingQuality = "high"
    context.drawImage(each, 0, 0, steps, steps)
    return context.getImageData(0, 0, steps, steps).data
  })
  let sum = 0
  for (let i = 0; i < steps * steps * 4; i++) sum += Math.abs((a?.[i] ?? 0) - (b?.[i] ?? 0))
  return sum / (steps * steps * 4) < alike
}

/** Where a picture is painted, and which object of the file it is. */
interface Painted {
  /** In fractions of the page as it is shown. */
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  /** In pixels of its own. */
  readonly width: number
  readonly height: number
  /** The number of its object; null where it has none of its own. */
  readonly object: number | null
}

/** Maximum number of pictures of a page that are looked at. */
const most = 2000

interface Loaded {
  readonly ref?: unknown
}

/** The pictures of a page. */
const painted = async (page: PDFPageProxy): Promise<ReadonlyArray<Painted>> => {
  const list = await page.getOperatorList()
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const out: Array<Painted> = []
  const stack: Array<Matrix> = []
  let ctm = transform as unknown as Matrix
  for (let i = 0; i < list.fnArray.length && out.length < most; i++) {
    const args = (list.argsArray[i] ?? []) as ReadonlyArray<unknown>
    switch (list.fnArray[i]) {
      case OPS.save:
      case OPS.beginGroup:
        stack.push(ctm)
        break
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        ctm = stack.pop() ?? ctm
        break
      case OPS.transform:
        ctm = compose(ctm, args as ReadonlyArray<number>)
        break
      case OPS.paintFormXObjectBegin:
        stack.push(ctm)
        ctm = compose(ctm, (args[0] ?? identity) as ArrayLike<number>)
        break
      case OPS.paintImageXObject: {
        const xs = [alongX(ctm, 0, 0), alongX(ctm, 1, 1)]
        const ys = [alongY(ctm, 0, 0), alongY(ctm, 1, 1)]
        out.push({
          x0: Math.min(...xs) / width,
          x1: Math.max(...xs) / width,
          y0: Math.min(...ys) / height,
          y1: Math.max(...ys) / height,
          width: Number(args[1]),
          height: Number(args[2]),
          object: objectOf(page, String(args[0]))
        })
        break
      }
    }
  }
  return out
}

const objectOf = (page: PDFPageProxy, id: string): number | null => {
  const store = id.startsWith("g_") ? page.commonObjs : page.objs
  try {
    const { ref } = store.get(id) as Loaded
    return typeof ref === "string" ? Number(/^(\d+)R/.exec(ref)?.[1] ?? Number.NaN) || null : null
  } catch {
    // It is not there: it could not be read, or has not been asked for.
    return null
  }
}
