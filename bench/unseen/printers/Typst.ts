import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Printer } from "./Printer.ts"
import { typst } from "./TypstSource.ts"

interface Compiler {
  readonly pdf: (source: { readonly mainFileContent: string }, options: object) => Uint8Array
  readonly evictCache: (age: number) => void
}

const version = "0.7.0"

/** Where its compiler lies: a folder of its own, since nothing but this script wants it. */
const home = process.env["TYPST"] ?? join(tmpdir(), "unseen-typst")

const compiler = (): Compiler => {
  if (!existsSync(join(home, "node_modules/@myriaddreamin"))) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, "package.json"), '{"private":true}')
    spawnSync("npm", ["install", "--no-audit", "--no-fund", `@myriaddreamin/typst-ts-node-compiler@${version}`], {
      cwd: home,
      stdio: "ignore"
    })
  }
  const { NodeCompiler } = createRequire(join(home, "package.json"))("@myriaddreamin/typst-ts-node-compiler")
  return NodeCompiler.create({ workspace: home, fontArgs: [{ fontPaths: ["/usr/share/fonts"] }] })
}

export const printer: Printer = {
  name: "typst",
  prints: ({ script }) => script !== "devanagari",
  lacks: ["side-box"],
  packages: [],
  programs: [],
  print: async (jobs, folder) => {
    const sources = join(folder, "typ")
    mkdirSync(sources, { recursive: true })
    let made: Compiler
    try {
      made = compiler()
    } catch {
      console.log(`unseen: NO TYPST: it could not be installed in ${home} (TYPST)`)
      return jobs.map(({ id }) => id)
    }
    const failed: Array<string> = []
    for (const { id, document, style, pdf } of jobs) {
      const source = typst(document, style)
      writeFileSync(join(sources, `${id}.typ`), source)
      const print = (options: object) => writeFileSync(pdf, made.pdf({ mainFileContent: source }, options))
      try {
        // Excerpts begin with a heading of the second level, which the standard forbids; they get tags without it.
        const isExcerpt = document.blocks.find(({ type }) => type === "title") === undefined
        print(style.isTagged ? (isExcerpt ? {} : { pdfStandard: "ua-1" }) : { pdfTags: false })
      } catch (error) {
        writeFileSync(join(sources, `${id}.log`), String(error))
        failed.push(id)
      }
      made.evictCache(10)
    }
    return failed
  }
}
