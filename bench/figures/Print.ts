/** Sheets on paper, and where their figures are: what is missing on the page on which one is hidden. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import type { Chart } from "./Charts.ts"
import type { Sheet } from "./Sheets.ts"
import { html, inFile, inPgf, latex, openDocument } from "./Sources.ts"

/** A sheet with none of its figures hidden, or one. */
export interface Print {
  readonly sheet: Sheet
  /** Which figure is hidden; -1 is none. */
  readonly hidden: number
  /** The file to be made, without its ending. */
  readonly path: string
}

type Printer = (prints: ReadonlyArray<Print>, folder: string) => Promise<void> | void

const browser: Printer = async (prints) => {
  const chrome = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
  try {
    const page = await chrome.newPage()
    for (const { sheet, hidden, path } of prints) {
      await page.setContent(html(sheet, hidden))
      await page.pdf({ path: `${path}.pdf`, preferCSSPageSize: true, printBackground: true })
    }
  } finally {
    await chrome.close()
  }
}

const typeset = (path: string, folder: string, source: string) => {
  writeFileSync(`${path}.tex`, source)
  spawnSync("/usr/bin/pdflatex", ["-interaction=nonstopmode", `-output-directory=${folder}`, `${path}.tex`], {
    stdio: "ignore",
    timeout: 60_000
  })
}

const pgf: Printer = (prints, folder) => {
  for (const { sheet, hidden, path } of prints) typeset(path, folder, latex(sheet, hidden, inPgf))
}

const matplotlib: Printer = (prints, folder) => {
  const names = new Map<Chart, string>()
  for (const { sheet } of prints) {
    for (const item of sheet.items) {
      if (item.type !== "figure") continue
      for (const each of item.charts) if (!names.has(each)) names.set(each, join(folder, `chart-${names.size}.pdf`))
    }
  }
  const charts = [...names].map(([chart, path], i) => ({ ...chart, path, fonttype: i % 2 === 0 ? 3 : 42 }))
  spawnSync("/usr/bin/python3", [join(import.meta.dirname, "plot.py")], { input: JSON.stringify(charts) })
  for (const { sheet, hidden, path } of prints) {
    typeset(
      path,
      folder,
      latex(
        sheet,
        hidden,
        inFile((chart) => names.get(chart) ?? "")
      )
    )
  }
}

const office: Printer = (prints, folder) => {
  for (const { sheet, hidden, path } of prints) writeFileSync(`${path}.fodt`, openDocument(sheet, hidden))
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`
  const files = prints.map(({ path }) => `${path}.fodt`)
  spawnSync("/usr/bin/soffice", [profile, "--headless", "--convert-to", "pdf", "--outdir", folder, ...files], {
    stdio: "ignore",
    timeout: 600_000
  })
}

export const printers: Readonly<Record<string, Printer>> = { chromium: browser, pgf, matplotlib, libreoffice: office }

export interface Place {
  readonly page: number
  /** Left, top, right, bottom, in fractions of the page. */
  readonly box: readonly [number, number, number, number]
}

const dotsPerInch = 50

const pages = (pdf: string, folder: string, name: string): ReadonlyArray<Buffer> => {
  const prefix = join(folder, name)
  spawnSync("/usr/bin/pdftoppm", ["-r", String(dotsPerInch), "-gray", pdf, prefix], { stdio: "ignore" })
  const out: Array<Buffer> = []
  for (let page = 1; existsSync(`${prefix}-${page}.pgm`); page++) out.push(readFileSync(`${prefix}-${page}.pgm`))
  return out
}

/** Where two pictures of a page differ; null where nowhere. */
const difference = (a: Buffer, b: Buffer): Place["box"] | null => {
  const head = /^P5\s(\d+)\s(\d+)\s\d+\s/.exec(a.subarray(0, 40).toString("latin1"))
  if (head === null) return null
  const [begin, width, height] = [head[0].length, Number(head[1]), Number(head[2])]
  let [x0, y0, x1, y1] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (Math.abs((a[begin + y * width + x] ?? 0) - (b[begin + y * width + x] ?? 0)) < 16) continue
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y)
    }
  }
  return x1 < 0 ? null : [x0 / width, y0 / height, (x1 + 1) / width, (y1 + 1) / height]
}

/** The places of a sheet's figures, as they are printed; null where hiding one has moved something else. */
export const placesOf = (path: string, figures: number, folder: string): ReadonlyArray<Place> | null => {
  const name = path.split("/").at(-1)
  const whole = pages(`${path}.pdf`, folder, `whole-${name}`)
  if (whole.length === 0) return null
  const out: Array<Place> = []
  for (let hidden = 0; hidden < figures; hidden++) {
    const without = pages(`${path}-${hidden}.pdf`, folder, `without-${name}-${hidden}`)
    if (without.length !== whole.length) return null
    const found = whole.flatMap((page, i) => {
      const box = difference(page, without[i] as Buffer)
      return box === null ? [] : [{ page: i + 1, box }]
    })
    if (found.length !== 1) return null
    out.push(found[0] as Place)
  }
  return out
}

/** Prints each sheet whole and without each of its figures. */
export const print = async (
  sheets: ReadonlyArray<Sheet>,
  printer: string,
  folder: string
): Promise<ReadonlyArray<string>> => {
  const own = join(folder, printer)
  mkdirSync(own, { recursive: true })
  const paths = sheets.map((_, i) => join(own, String(i)))
  const prints = sheets.flatMap((sheet, i) => {
    const path = paths[i] as string
    const figures = sheet.items.filter(({ type }) => type === "figure").length
    return [
      { sheet, hidden: -1, path },
      ...Array.from({ length: figures }, (_, n) => ({ sheet, hidden: n, path: `${path}-${n}` }))
    ]
  })
  await printers[printer]?.(prints, own)
  return paths
}
