/**
 * `npm run explain -- file.pdf --page N [--out page.svg|page.png]`: the page as it is drawn, and over it what the engine saw
 * and decided: lines, the columns they are read in, rulings, candidates for tables with their scores, blocks in reading
 * order. On standard output, why each block that may be a heading is one or is none.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { createCanvas, loadImage } from "@napi-rs/canvas"
import { source } from "../../layers/pdf/PdfReader.ts"
import { open } from "../../layers/pdf/Picture.ts"
import { page as readPage, structure } from "../../src/convert/Convert.ts"
import type { Picture } from "../../src/convert/ocr/Recognised.ts"
import { headingReasons, printed } from "./Headings.ts"
import { overlay } from "./Overlay.ts"
import { seenOn } from "./Seen.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: "string", default: "1" }, out: { type: "string" } }
})
const [file] = positionals
const number = Number(values.page)
if (file === undefined || !Number.isSafeInteger(number) || number < 1) {
  console.error("Usage: npm run explain -- file.pdf --page N [--out page.svg|page.png]")
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
const all = []
for (let each = 1; each <= opened.info.pages; each++) all.push(readPage(await opened.page(each)))
await opened.close()
const view = all[number - 1]?.view
if (view === null || view === undefined) throw new Error(`Page ${number} could not be read`)
const { blocks } = structure(opened.info, all)

const drawable = await open(new Uint8Array(readFileSync(file)))
const picture = png(await drawable.page(number))
await drawable.close()

const out = values.out ?? `page-${number}.svg`
const drawing = overlay(view, picture, seenOn(raw), blocks, number)
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
