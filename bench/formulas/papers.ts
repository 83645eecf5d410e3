/**
 * `PAPERS=FOLDER npm run formulas:papers [-- --show]`: the formulas of real papers that were written out by hand, and how many
 * of them come back as the same tree. FOLDER is searched for the files; what is missing is said.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { source } from "../../layers/pdf/PdfReader.ts"
import { document, page } from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { isSame, renders, type Tree, treeOf } from "./Compare.ts"
import { type Paper, papers } from "./PaperTruth.ts"

const folder = process.env["PAPERS"] ?? ""
const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []

/** Rows of a system are compared, not how they are aligned; nor numbers, nor the mark that ends a sentence. */
const comparable = (latex: string): Tree | null => {
  const bare = latex
    .replace(/\\(?:tag\{[^}]*\}|notag)/g, "")
    .replace(/\{(align|gather)\}/g, "{$1ed}")
    .replace(/\s*[.,;]\s*(?=$|\\\\|\\end\{(?:gather|align)ed\})/g, "")
  const tree = treeOf(bare)
  const [only] = tree?.children ?? []
  if (tree?.children.length !== 1 || only?.label.startsWith("mtable") !== true) return tree
  const rows = only.children.map((row) => ({
    label: "row",
    children: row.children.flatMap(({ children }) => children)
  }))
  return { label: "system", children: rows }
}

const formulasIn = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/\$\$\n([\s\S]*?)\n\s*\$\$|(?<!\\)\$([^$\n]+)\$/g)].map((match) => match[1] ?? match[2] ?? "")

const markdownOf = async (path: string, number: number): Promise<string> => {
  const opened = await source.open(new Uint8Array(readFileSync(path)))
  try {
    return document(opened.info, [page(await opened.page(number))], defaults)
  } finally {
    await opened.close()
  }
}

let all = 0
let same = 0
const judged = async (paper: Paper): Promise<void> => {
  const file = files.find((each) => each.endsWith(`/${paper.file}`) || each === paper.file)
  if (file === undefined) {
    console.log(`${paper.file}: NOT MEASURED, it is not in PAPERS (package ${paper.package})`)
    return
  }
  const own = formulasIn(await markdownOf(join(folder, file), paper.page))
  const trees = own.map((latex) => comparable(latex))
  const missed = paper.formulas.filter((latex) => {
    const truth = comparable(latex)
    if (truth === null) throw new Error(`KaTeX does not render ${latex}`)
    return !trees.some((tree) => tree !== null && isSame(truth, tree))
  })
  all += paper.formulas.length
  same += paper.formulas.length - missed.length
  const shown = own.filter(renders).length
  console.log(
    `${paper.file}, page ${paper.page}: ${paper.formulas.length - missed.length} of ${paper.formulas.length}; ${shown} of ${own.length} render`
  )
  if (process.argv.includes("--show")) {
    for (const latex of missed) console.log(`  missed ${latex}`)
    for (const latex of own)
      if (
        !paper.formulas.some((truth) =>
          isSame(comparable(truth) as Tree, comparable(latex) ?? { label: "", children: [] })
        )
      )
        console.log(`  has    ${latex}`)
  }
}

for (const paper of papers) await judged(paper)
console.log(`papers: ${same} of ${all} formulas are the same tree (${((100 * same) / (all || 1)).toFixed(1)} %)`)
