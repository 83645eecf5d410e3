/**
 * `npm run figures -- [--seed S] [--count N] [--only PRINTER] [--keep DIR]`: pages with charts and with what is none, printed
 * by several programs; how many figures are found with their box, how many are invented, how many leave neither words nor
 * tables nor headings behind, and what their labels leave of words.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { source } from "../../layers/pdf/PdfReader.ts"
import { print as printed, page as readPage, structure } from "../../src/convert/Convert.ts"
import { figurePlaces } from "../../src/convert/json/Figures.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import type { ResultBlock } from "../../src/convert/model/Result.ts"
import { random } from "../unseen/Random.ts"
import { wordsOf } from "./Charts.ts"
import { type Place, placesOf, print, printers } from "./Print.ts"
import { type Sheet, sheet, textOf } from "./Sheets.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: new Date().toISOString().slice(0, 10) },
    count: { type: "string", default: "40" },
    only: { type: "string" },
    keep: { type: "string" }
  }
})

/** A figure is found by a box that has so much in common with its own, as a share of both together. */
const leastOverlap = 0.8

type Box = Place["box"]

const area = ([x0, y0, x1, y1]: Box) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0)

const shared = (a: Place, b: Place): number => {
  if (a.page !== b.page) return 0
  const [p, q] = [a.box, b.box]
  return area([Math.max(p[0], q[0]), Math.max(p[1], q[1]), Math.min(p[2], q[2]), Math.min(p[3], q[3])])
}

const overlap = (a: Place, b: Place): number => {
  const both = shared(a, b)
  return both / (area(a.box) + area(b.box) - both)
}

/** Whether more than half of a block lies in a figure. */
const isLeftIn = (block: Place, figure: Place): boolean => shared(block, figure) > 0.5 * area(block.box)

/** What is no text of a figure, wherever it stands. */
const beside: ReadonlyArray<ResultBlock["type"]> = ["figure", "caption", "header", "footer"]

/** What the engine makes of a file. */
const read = async (pdf: string) => {
  const opened = await source.open(new Uint8Array(readFileSync(pdf)))
  const pages = []
  for (let page = 1; page <= opened.info.pages; page++) pages.push(readPage(await opened.page(page)))
  await opened.close()
  const structured = structure(opened.info, pages)
  const placed = (page: number, { x, y, width, height }: ResultBlock["bbox"]): Place => ({
    page,
    box: [x, y, x + width, y + height]
  })
  const found = figurePlaces(structured).map(({ page, bbox }) => placed(page, bbox))
  const { markdown, lines } = printed(opened.info, pages, defaults)
  const blocks = [...lines()].slice(1).map((line): ResultBlock => JSON.parse(line))
  const text = blocks.flatMap(({ type, places }) =>
    beside.includes(type) ? [] : places.map(({ page, bbox }) => ({ type, ...placed(page, bbox) }))
  )
  return { found, text, markdown }
}

const wordsIn = (text: string) => text.match(/\p{L}{4,}/gu) ?? []

const counts = (words: ReadonlyArray<string>) => {
  const out = new Map<string, number>()
  for (const word of words) out.set(word, (out.get(word) ?? 0) + 1)
  return out
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), "figures-"))
mkdirSync(folder, { recursive: true })
const chosen = Object.keys(printers).filter(
  (name) => values.only === undefined || values.only.split(",").includes(name)
)
const none = {
  figures: 0,
  found: 0,
  given: 0,
  invented: 0,
  clean: 0,
  tables: 0,
  headings: 0,
  labels: 0,
  left: 0,
  words: 0,
  lost: 0
}
const total = { ...none }
for (const printer of chosen) {
  const made: ReadonlyArray<Sheet> = Array.from({ length: Math.ceil(Number(values.count) / chosen.length) }, (_, i) =>
    sheet(random(`${values.seed}/${printer}/${i}`))
  )
  const known = join(folder, `${printer}.json`)
  const isPrinted = existsSync(known)
  const paths = isPrinted ? made.map((_, i) => join(folder, printer, String(i))) : await print(made, printer, folder)
  const truth: ReadonlyArray<ReadonlyArray<Place> | null> = isPrinted
    ? JSON.parse(readFileSync(known, "utf8"))
    : made.map(({ items }, i) =>
        placesOf(paths[i] as string, items.filter(({ type }) => type === "figure").length, join(folder, printer))
      )
  writeFileSync(known, JSON.stringify(truth))
  const own = { ...none }
  for (const [i, places] of truth.entries()) {
    const each = made[i] as Sheet
    if (places === null) {
      console.log(`${printer}/${i}: NOT PRINTED`)
      continue
    }
    const { found, text: printedText, markdown } = await read(`${paths[i]}.pdf`)
    own.figures += places.length
    own.given += found.length
    const charts = each.items.filter((item) => item.type === "figure")
    for (const [k, place] of places.entries()) {
      const best = Math.max(0, ...found.map((other) => overlap(place, other)))
      if (best >= leastOverlap) own.found++
      else {
        const kinds = charts[k]?.charts.map(({ shape }) => shape).join(" + ")
        console.log(`${printer}/${i}.pdf page ${place.page}: missed (${best.toFixed(2)}) ${kinds}`)
      }
    }
    for (const place of places) {
      const left = printedText.filter((block) => isLeftIn(block, place))
      if (left.length === 0) own.clean++
      else console.log(`${printer}/${i}.pdf page ${place.page}: left ${left.map(({ type }) => type).join(" ")}`)
      own.tables += left.filter(({ type }) => type === "table").length
      own.headings += left.filter(({ type }) => type === "heading").length
    }
    for (const other of found) {
      if (places.some((place) => overlap(place, other) >= leastOverlap)) continue
      own.invented++
      console.log(`${printer}/${i}.pdf page ${other.page}: invented ${other.box.map((n) => n.toFixed(2)).join(" ")}`)
    }
    const text = counts(textOf(each).flatMap(wordsIn))
    const there = counts(wordsIn(markdown))
    const labels = new Set(charts.flatMap((item) => item.charts.flatMap(wordsOf)).filter((word) => !text.has(word)))
    const left = [...labels].filter((word) => there.has(word))
    own.labels += labels.size
    own.left += left.length
    if (left.length > 0) console.log(`${printer}/${i}.pdf: labels as text: ${left.join(" ")}`)
    let lost = 0
    for (const [word, count] of text) {
      own.words += count
      lost += Math.max(0, count - (there.get(word) ?? 0))
    }
    own.lost += lost
    if (lost > 5) console.log(`${printer}/${i}.pdf: ${lost} words lost`)
  }
  show(printer, own)
  for (const key of Object.keys(total) as Array<keyof typeof total>) total[key] += own[key]
}
show("all", total)

function show(name: string, of: typeof total) {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`
  console.log(
    `${name}: found ${share(of.found, of.figures)}, invented ${share(of.invented, of.given)}, left nothing behind ${share(of.clean, of.figures)} (tables ${of.tables}, headings ${of.headings}), labels left as text ${share(of.left, of.labels)}, words lost ${share(of.lost, of.words)}`
  )
}
