import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { html } from "./Html.ts"
import type { Printer } from "./Printer.ts"

export const printer: Printer = {
  name: "weasyprint",
  prints: ({ script }) => script !== "arabic",
  lacks: ["formula"],
  packages: ["weasyprint"],
  programs: ["/usr/bin/weasyprint"],
  print: async (jobs, folder) => {
    const sources = join(folder, "html")
    mkdirSync(sources, { recursive: true })
    const lines = jobs.map(({ id, document, style, pdf }) => {
      const source = join(sources, `${id}.html`)
      writeFileSync(source, html(document, style, { hasFootnotes: true }))
      return `${source}\t${pdf}\t${style.isTagged ? "pdf/ua-1" : ""}\n`
    })
    spawnSync("/usr/bin/python3", [join(import.meta.dirname, "print_html.py")], {
      input: lines.join(""),
      stdio: ["pipe", "ignore", "ignore"]
    })
    return jobs.filter(({ pdf }) => !existsSync(pdf)).map(({ id }) => id)
  }
}
