/** The PDF in this browser, read by pdf.js: opened once, drawn in parts as they come into sight. */
import type { PDFDocumentProxy, RenderTask } from "pdfjs-dist"
import type { Box } from "../Result.ts"

export type Pdf = Promise<PDFDocumentProxy>

/** Nothing is drawn with more pixels than this, on whatever screen. */
const maxPixels = 8_000_000

const whole: Box = { x: 0, y: 0, width: 1, height: 1 }

export const opened = async (file: Blob): Pdf => {
  const pdfjs = await import("pdfjs-dist")
  pdfjs.GlobalWorkerOptions.workerSrc = __WORKER__
  return pdfjs.getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    cMapUrl: "/assets/",
    cMapPacked: true,
    standardFontDataUrl: "/assets/",
    wasmUrl: "/assets/",
    iccUrl: "/assets/",
    enableXfa: true
  }).promise
}

/** Draws a page, or a part of it, into its element, as wide as that is; yields how to stop and forget it. */
export const draw = (pdf: Pdf, number: number, element: HTMLElement, box = whole) => {
  let task: RenderTask | null = null
  let isOver = false
  const canvas = document.createElement("canvas")
  const run = async () => {
    const page = await (await pdf).getPage(number)
    const plain = page.getViewport({ scale: 1 })
    const [width, height] = [plain.width * box.width, plain.height * box.height]
    element.style.aspectRatio = `${width} / ${height}`
    const wanted = (element.clientWidth / width) * devicePixelRatio
    const scale = Math.min(wanted, Math.sqrt(maxPixels / (width * height)))
    const [offsetX, offsetY] = [-box.x * plain.width * scale, -box.y * plain.height * scale]
    const viewport = page.getViewport({ scale, offsetX, offsetY })
    if (isOver) return
    canvas.width = Math.ceil(width * scale)
    canvas.height = Math.ceil(height * scale)
    task = page.render({ canvas, viewport })
    element.prepend(canvas)
    await task.promise
  }
  // What cannot be drawn stays blank; its text is in the result.
  run().catch(() => {})
  return () => {
    isOver = true
    task?.cancel()
    canvas.remove()
    canvas.width = 0
  }
}
