/** Pages as a scanner sees them: text drawn into a picture. */
import { createRequire } from "node:module"
import { createCanvas, GlobalFonts } from "@napi-rs/canvas"
import type { PdfPage, TextItem } from "./Pdf.ts"

const points = 72

/** A font that npm brings: the machine's own may be none, or be changed while the tests run. */
const family = "Scanned"
for (const style of ["Regular", "Bold"]) {
  const path = createRequire(import.meta.url).resolve(`pdfjs-dist/standard_fonts/LiberationSans-${style}.ttf`)
  GlobalFonts.registerFromPath(path, family)
}

export interface ScanOptions {
  readonly dotsPerInch?: number
  /** Degrees by which the paper lay crooked, counter-clockwise. */
  readonly skew?: number
  /** How the paper lay on the glass: quarters of a turn, counter-clockwise. */
  readonly quarters?: 0 | 1 | 2 | 3
  readonly width?: number
  readonly height?: number
  readonly rules?: PdfPage["rules"]
}

/** A page that is one picture of these texts. */
export const scanOf = (items: ReadonlyArray<TextItem>, options: ScanOptions = {}): PdfPage => {
  const { dotsPerInch = 150, skew = 0, quarters = 0, width = 420, height = 300, rules = [] } = options
  const scale = dotsPerInch / points
  const [w, h] = quarters % 2 === 0 ? [width, height] : [height, width]
  const canvas = createCanvas(Math.round(w * scale), Math.round(h * scale))
  const pen = canvas.getContext("2d")
  pen.fillStyle = "white"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = "black"
  pen.scale(scale, scale)
  pen.translate(w / 2, h / 2)
  pen.rotate((-(skew + 90 * quarters) * Math.PI) / 180)
  pen.translate(-width / 2, -height / 2)
  for (const { text, x, y, size = 10, font = "" } of items) {
    pen.font = `${font.includes("Bold") ? "bold " : ""}${size}px ${family}`
    pen.fillText(text, x, y)
  }
  for (const [x0, y0, x1, y1] of rules) {
    pen.lineWidth = 0.7
    pen.beginPath()
    pen.moveTo(x0, y0)
    pen.lineTo(x1, y1)
    pen.stroke()
  }
  const jpeg = canvas.toBuffer("image/jpeg", 90)
  return { width: w, height: h, images: [{ box: [0, 0, w, h], width: canvas.width, height: canvas.height, jpeg }] }
}
