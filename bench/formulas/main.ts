/**
 * `npm run formulas -- [--seed S] [--count N] [--only NAME,…] [--show N] [--keep FOLDER]`: formulas of a seeded grammar,
 * printed by several programs in several fonts and converted back; how many are the same tree, how far the others are, and how
 * many render. What lies printed in FOLDER is not printed again.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { source } from "../../layers/pdf/PdfReader.ts"
import { document, page } from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { random } from "../unseen/Random.ts"
import { distance, isSame, renders, sizeOf, treeOf } from "./Compare.ts"
import { formula, type Source } from "./Grammar.ts"
import { label } from "./Printer.ts"
import { printers } from "./Printers.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    only: { type: "string" },
    show: { type: "string", default: "0" },
    keep: { type: "string" }
  }
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "formulas-"))
mkdirSync(folder, { recursive: true })
const chosen = printers.filter(({ name }) => values.only === undefined || values.only.split(",").includes(name))
const each = Math.ceil(Number(values.count) / chosen.length)

/** What stands between one label and the next, as one formula; null where there is none, or more than one. */
const found = (markdown: string, n: number): { readonly latex: string | null; readonly pieces: number } => {
  const from = markdown.indexOf(label(n))
  if (from < 0) return { latex: null, pieces: 0 }
  const next = markdown.indexOf("Formula number ", from + 10)
  const part = markdown.slice(from + label(n).length + 1, next < 0 ? undefined : next)
  const all = [...part.matchAll(/\$\$\n([\s\S]*?)\n\$\$|\$([^$\n]+)\$/g)]
  const rest = part.replace(/\$\$\n[\s\S]*?\n\$\$|\$[^$\n]+\$|and no other\.|[\s:]/g, "").replace(/\d+$/, "")
  return {
    latex: all.length === 0 ? null : all.map((match) => match[1] ?? match[2]).join(" "),
    pieces: all.length + (rest === "" ? 0 : 1)
  }
}

const kindOf = (tex: string, ours: string | null, pieces: number): string => {
  if (ours === null) return "not found"
  if (pieces > 1) return "torn"
  if (!renders(ours)) return "does not render"
  for (const construct of [
    "cases",
    "matrix",
    "aligned",
    "binom",
    "sqrt",
    "sum",
    "prod",
    "int",
    "lim",
    "max",
    "bigcup",
    "frac",
    "left"
  ])
    if (tex.includes(construct)) return `with ${construct}`
  return "other"
}

let all = 0
let same = 0
let rendered = 0
for (const printer of chosen) {
  const formulas: Array<Source> = []
  for (let i = 0; formulas.length < each; i++) {
    const next = formula(random(`${values.seed}/${printer.name}/${i}`))
    if (printer.lacks?.test(next.tex) !== true) formulas.push(next)
  }
  const printed = join(folder, `${printer.name}.pdf`)
  const pdf = existsSync(printed)
    ? new Uint8Array(readFileSync(printed))
    : await printer.print(formulas, join(folder, printer.name))
  if (pdf === null) {
    console.log(`${printer.name}: NOT MEASURED, it is not installed`)
    continue
  }
  writeFileSync(printed, pdf)
  const opened = await source.open(Uint8Array.from(pdf))
  const pages = []
  for (let n = 1; n <= opened.info.pages; n++) pages.push(page(await opened.page(n)))
  const markdown = document(opened.info, pages, defaults)
  await opened.close()
  writeFileSync(join(folder, `${printer.name}.md`), markdown)
  let exact = 0
  let shown = 0
  let edits = 0
  let nodes = 0
  let left = Number(values.show)
  const kinds = new Map<string, number>()
  formulas.forEach(({ tex }, i) => {
    const { latex, pieces } = found(markdown, i)
    const truth = treeOf(tex)
    const own = latex === null ? null : treeOf(latex)
    if (truth === null) throw new Error(`KaTeX does not render ${tex}`)
    if (latex !== null && renders(latex)) shown++
    nodes += sizeOf(truth)
    if (own !== null && pieces === 1 && isSame(truth, own)) {
      exact++
      return
    }
    edits += own === null ? sizeOf(truth) : Math.min(sizeOf(truth), distance(truth, own))
    const kind = kindOf(tex, latex, pieces)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (left-- > 0) console.log(`  ${i} [${kind}]\n    ${tex}\n    ${latex}`)
  })
  all += formulas.length
  same += exact
  rendered += shown
  const classes = [...kinds].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`)
  console.log(
    `${printer.name}: ${formulas.length} formulas, ${percent(exact, formulas.length)} exact, ${percent(shown, formulas.length)} render, ${(edits / (nodes || 1)).toFixed(3)} edits a node; ${classes.join(", ")}`
  )
}
console.log(`formulas: ${all}, ${percent(same, all)} exact, ${percent(rendered, all)} render (${folder})`)

function percent(part: number, of: number): string {
  return `${((100 * part) / (of || 1)).toFixed(1)} %`
}
