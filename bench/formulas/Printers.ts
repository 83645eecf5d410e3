/** Programs that set formulas, each with the fonts it is asked for: a document of formulas → a PDF. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright-core"
import type { Source } from "./Grammar.ts"

export interface Printer {
  readonly name: string
  /** Null where the program is missing. */
  readonly print: (formulas: ReadonlyArray<Source>, folder: string) => Promise<Uint8Array | null>
}

/** What stands before the nth formula, so that it is found again. */
export const label = (n: number) => `Formula number ${n} of this document is the following one here`

const latex = (name: string, program: string, preamble: string): Printer => ({
  name,
  print: async (formulas, folder) => {
    const path = `/usr/bin/${program}`
    if (!existsSync(path)) return null
    mkdirSync(folder, { recursive: true })
    const body = formulas.map(({ tex, isLow }, i) =>
      isLow && i % 2 === 0 ? `${label(i)}: $${tex}$ and no other.\n\n` : `${label(i)}:\n\\[${tex}\\]\n\n`
    )
    const source = `\\documentclass{article}\\usepackage{amsmath,amssymb}${preamble}\\begin{document}\n${body.join("")}\\end{document}\n`
    writeFileSync(join(folder, "a.tex"), source)
    spawnSync(path, ["-interaction=nonstopmode", "a.tex"], { cwd: folder, stdio: "ignore", timeout: 180_000 })
    const made = join(folder, "a.pdf")
    return existsSync(made) ? new Uint8Array(readFileSync(made)) : null
  }
})

/** Where Typst's compiler lies: a folder of its own, as for `npm run unseen`. */
const home = process.env["TYPST"] ?? join(tmpdir(), "unseen-typst")

const typst: Printer = {
  name: "typst",
  print: async (formulas) => {
    if (!existsSync(join(home, "node_modules/@myriaddreamin"))) return null
    const { NodeCompiler } = createRequire(join(home, "package.json"))("@myriaddreamin/typst-ts-node-compiler")
    const compiler = NodeCompiler.create({ workspace: home })
    const body = formulas.map(({ typst, isLow }, i) =>
      isLow && i % 2 === 0 ? `${label(i)}: $${typst}$ and no other.\n\n` : `${label(i)}:\n$ ${typst} $\n\n`
    )
    return new Uint8Array(compiler.pdf({ mainFileContent: body.join("") }, { pdfTags: false }))
  }
}

const katex: Printer = {
  name: "katex",
  print: async (formulas) => {
    if (!existsSync("/usr/bin/chromium")) return null
    const module = createRequire(import.meta.url)
    const { default: engine } = await import("katex")
    const styles = join(module.resolve("katex/package.json"), "../dist")
    const css = readFileSync(join(styles, "katex.min.css"), "utf8").replace(
      /url\(fonts\/([^)]+\.woff2)\)/g,
      (_, file) => {
        const font = readFileSync(join(styles, "fonts", file)).toString("base64")
        return `url(data:font/woff2;base64,${font})`
      }
    )
    const body = formulas.map(({ tex, isLow }, i) => {
      const isInline = isLow && i % 2 === 0
      const shown = engine.renderToString(tex, { displayMode: !isInline, output: "html" })
      return isInline ? `<p>${label(i)}: ${shown} and no other.</p>` : `<p>${label(i)}:</p>${shown}`
    })
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
    try {
      const page = await browser.newPage()
      await page.setContent(`<!doctype html><style>${css} body { font: 12pt serif }</style>${body.join("\n")}`)
      await page.evaluate("document.fonts.ready")
      return new Uint8Array(
        await page.pdf({ format: "A4", margin: { top: "2cm", bottom: "2cm", left: "2cm", right: "2cm" } })
      )
    } finally {
      await browser.close()
    }
  }
}

export const printers: ReadonlyArray<Printer> = [
  latex("latex-cm", "pdflatex", ""),
  latex("latex-lm", "pdflatex", "\\usepackage[T1]{fontenc}\\usepackage{lmodern}"),
  latex("latex-times", "pdflatex", "\\usepackage{mathptmx}"),
  latex("latex-palatino", "pdflatex", "\\usepackage{mathpazo}"),
  latex("lualatex-lm", "lualatex", "\\usepackage{unicode-math}"),
  typst,
  katex
]
