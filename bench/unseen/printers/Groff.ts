import { spawnSync } from "node:child_process"
import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { groff } from "./GroffSource.ts"
import type { Printer } from "./Printer.ts"

export const printer: Printer = {
  name: "groff",
  prints: ({ code }) => ["en", "de", "fr", "es"].includes(code),
  lacks: ["figure", "side-box", "beside"],
  packages: ["groff", "ghostscript"],
  programs: ["/usr/bin/groff"],
  print: async (jobs, folder) => {
    const sources = join(folder, "ms")
    mkdirSync(sources, { recursive: true })
    const failed: Array<string> = []
    for (const { id, document, style, pdf } of jobs) {
      const source = join(sources, `${id}.ms`)
      writeFileSync(source, groff(document, style))
      const paper = `-P-p${(style.paper.height / 25.4).toFixed(2)}i,${(style.paper.width / 25.4).toFixed(2)}i`
      const { stdout } = spawnSync("/usr/bin/groff", ["-Kutf8", "-t", "-e", "-ms", "-Tpdf", paper, source], {
        maxBuffer: 2 ** 28,
        stdio: ["ignore", "pipe", "ignore"]
      })
      writeFileSync(pdf, stdout)
      if (statSync(pdf).size < 1_000) failed.push(id)
    }
    return failed
  }
}
