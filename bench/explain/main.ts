/**
 * `npm run explain -- file.pdf --page N [--out page.svg|page.png]`: the page as it is drawn, and over it what the engine saw
 * and decided: lines, the columns they are read in, rulings, candidates for tables with their scores, blocks in reading
 * order. A scan is recognised first, in `--languages eng,deu`; what is seen on it is what was recognised. On standard output,
 * why each block that may be a heading is one or is none.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { createCanvas, loadImage } from "@napi-rs/canvas"
import { source } from "../../layers/pdf/PdfReader.ts"
import { open } from "../../layers/pdf/Picture.ts"
import { type PageReading, readPage, scan, structure } from "../../src/convert/Convert.ts"
import { clean } from "../../src/convert/glyphs/Clean.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import type { Picture } from "../../src/convert/ocr/Recognised.ts"
import { graphicsOf, scanned } from "../../src/convert/ocr/Scan.ts"
import { headingReasons, printed } from "./Headings.ts"
import { overlay } from "./Overlay.ts"
import { seenOn } from "./Seen.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    page: { type: "string", default: "1" },
    out: { type: "string" },
    languages: { type: "string", default: "eng" }
  }
})
const [file] = positionals
const number = Number(values.page)
if (file === undefined || !Number.isSafeInteger(number) || number < 1) {
  console.error("Usage: npm run explain -- file.pdf --page N [--out page.svg|page.png] [--languages eng,deu]")
  process.exit(2)
}

const png = ({ width, height, pixels }: Picture): Buffer => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext("2d")
  const image = context.createImageData(width, height)
  pixels.forEach((grey, i) => {
    image.data.set([grey, grey, grey, 255], 4 * i)
  })
  context.putImageData(image, 0, 0)
  return canvas.toBuffer("image/png")
}

const opened = await source.open(new Uint8Array(readFileSync(file)))
if (number > opened.info.pages) {
  console.error(`${file} has ${opened.info.pages} pages`)
  process.exit(2)
}
const raw = await opened.page(number)
const readings: Array<PageReading> = []
for (let each = 1; each <= opened.info.pages; each++) readings.push(readPage(await opened.page(each), defaults))
await opened.close()

const drawable = await open(new Uint8Array(readFileSync(file)))
const drawn = await drawable.page(number)
await drawable.close()

/** The page as its words are read from it, and what it came to. */
const seen = async () => {
  const own = readings[number - 1]
  if (own?.isToRecognise !== true) return { cleaned: clean(raw), found: own?.page }
  const { recognise } = await import("../../layers/ocr/Tesseract.ts")
  const recognised = recognise(drawn, values.languages.split(","))
  return { cleaned: scanned(graphicsOf(raw), recognised), found: scan(graphicsOf(raw), recognised) }
}
const { cleaned, found } = await seen()
const all = readings.map(({ page }, i) => (i === number - 1 && found !== undefined ? found : page))
const view = found?.view ?? null
if (view === null) throw new Error(`Page ${number} could not be read`)
const { blocks } = structure(opened.info, all)
const picture = png(drawn)

const out = values.out ?? `page-${number}.svg`
const drawing = overlay(view, picture, seenOn(cleaned), blocks, number)
if (out.endsWith(".png")) {
  const scale = 1.5
  const canvas = createCanvas(Math.round(view.width * scale), Math.round(view.height * scale))
  const image = await loadImage(Buffer.from(drawing))
  const background = await loadImage(picture)
  const context = canvas.getContext("2d")
  context.drawImage(background, 0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  writeFileSync(out, canvas.toBuffer("image/png"))
} else writeFileSync(out, drawing)
const reasons = headingReasons(
  opened.info,
  all.map((each) => each.blocks)
)
console.log(printed(reasons, number))
console.log(out)
