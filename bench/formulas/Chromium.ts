/** Formulas as web pages show them, printed by Chromium: KaTeX's, and MathJax's (`CHTML`, its default). */

import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import katex from "katex"
import { chromium } from "playwright-core"
import { isInline, label, type Printer } from "./Printer.ts"

const executable = "/usr/bin/chromium"

/** Formulas as markup, and the style sheet that they need, which names its fonts by their files. */
interface Engine {
  readonly shown: (tex: string, isDisplay: boolean) => string
  /** Known when all formulas are set. */
  readonly css: () => string
  readonly fonts: string
}

const printer = (name: string, engineOf: () => Engine | null): Printer => ({
  name,
  print: async (formulas) => {
    const engine = existsSync(executable) ? engineOf() : null
    if (engine === null) return null
    const body = formulas.map((formula, i) =>
      isInline(formula, i)
        ? `<p>${label(i)}: ${engine.shown(formula.tex, false)} and no other.</p>`
        : `<p>${label(i)}:</p>${engine.shown(formula.tex, true)}`
    )
    const css = engine.css().replace(/url\("?(?:fonts\/)?([^)"]+\.woff2?)"?\)/g, (_, file: string) => {
      const font = readFileSync(join(engine.fonts, file)).toString("base64")
      return `url(data:font/woff;base64,${font})`
    })
    const browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox"] })
    try {
      const page = await browser.newPage()
      await page.setContent(`<!doctype html><style>${css} body { font: 12pt serif }</style>${body.join("\n")}`)
      await page.evaluate("document.fonts.ready")
      const margin = { top: "2cm", bottom: "2cm", left: "2cm", right: "2cm" }
      return new Uint8Array(await page.pdf({ format: "A4", margin }))
    } finally {
      await browser.close()
    }
  }
})

const ofKatex = (): Engine => {
  const home = join(createRequire(import.meta.url).resolve("katex/package.json"), "../dist")
  return {
    shown: (tex, displayMode) => katex.renderToString(tex, { displayMode, output: "html" }),
    css: () => readFileSync(join(home, "katex.min.css"), "utf8"),
    fonts: join(home, "fonts")
  }
}

const version = "3.2.2"
/** Where MathJax lies: a folder of its own, since nothing but this script wants it. */
const home = process.env["MATHJAX"] ?? join(tmpdir(), "formulas-mathjax")

const ofMathJax = (): Engine | null => {
  const installed = join(home, "node_modules/mathjax-full")
  if (!existsSync(installed)) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, "package.json"), '{"private":true}')
    const options = { cwd: home, stdio: "ignore" } as const
    spawnSync("npm", ["install", "--no-audit", "--no-fund", `mathjax-full@${version}`], options)
    if (!existsSync(installed)) return null
  }
  const module = createRequire(join(home, "package.json"))
  const of = (path: string) => module(`mathjax-full/js/${path}.js`)
  const adaptor = of("adaptors/liteAdaptor").liteAdaptor()
  of("handlers/html").RegisterHTMLHandler(adaptor)
  const output = new (of("output/chtml").CHTML)({ fontURL: "fonts" })
  const input = new (of("input/tex").TeX)({ packages: of("input/tex/AllPackages").AllPackages })
  const document = of("mathjax").mathjax.document("", { InputJax: input, OutputJax: output })
  return {
    shown: (tex, display) =>
      adaptor.outerHTML(document.convert(tex, { display, em: 16, ex: 7.2, containerWidth: 640 })),
    css: () => adaptor.textContent(output.styleSheet(document)),
    fonts: join(installed, "es5/output/chtml/fonts/woff-v2")
  }
}

export const browsers: ReadonlyArray<Printer> = [printer("katex", ofKatex), printer("mathjax", ofMathJax)]
