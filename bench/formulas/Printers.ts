/** Programs that set formulas, each with the fonts it is asked for: a document of formulas → a PDF. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { browsers } from "./Chromium.ts"
import { libreOffice } from "./LibreOffice.ts"
import { isInline, label, type Printer } from "./Printer.ts"

const latex = (name: string, program: string, preamble: string): Printer => ({
  name,
  print: async (formulas, folder) => {
    const path = `/usr/bin/${program}`
    if (!existsSync(path)) return null
    mkdirSync(folder, { recursive: true })
    const body = formulas.map((each, i) =>
      isInline(each, i) ? `${label(i)}: $${each.tex}$ and no other.\n\n` : `${label(i)}:\n\\[${each.tex}\\]\n\n`
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
    const body = formulas.map((each, i) =>
      isInline(each, i) ? `${label(i)}: $${each.typst}$ and no other.\n\n` : `${label(i)}:\n$ ${each.typst} $\n\n`
    )
    return new Uint8Array(compiler.pdf({ mainFileContent: body.join("") }, { pdfTags: false }))
  }
}

export const printers: ReadonlyArray<Printer> = [
  latex("latex-cm", "pdflatex", ""),
  latex("latex-lm", "pdflatex", "\\usepackage[T1]{fontenc}\\usepackage{lmodern}"),
  latex("latex-times", "pdflatex", "\\usepackage{mathptmx}"),
  latex("latex-palatino", "pdflatex", "\\usepackage{mathpazo}"),
  latex("lualatex-lm", "lualatex", "\\usepackage{unicode-math}"),
  typst,
  ...browsers,
  libreOffice
]
