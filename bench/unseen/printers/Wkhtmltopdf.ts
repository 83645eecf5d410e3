import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { html } from "./Html.ts"
import type { Printer } from "./Printer.ts"

/** What its old WebKit does not know is said in the words of its day. */
const old = `
.beside { display: table !important; width: 100%; } .beside > div { display: table-cell; vertical-align: top; }
.entry { display: block !important; overflow: hidden; } .entry .page { float: right; }
ul { list-style-type: disc !important; } .wide { width: 100%; }`

export const printer: Printer = {
  name: "wkhtmltopdf",
  prints: ({ script }) => script === "latin" || script === "cyrillic" || script === "greek",
  lacks: ["formula", "columns"],
  packages: ["wkhtmltopdf"],
  programs: ["/usr/bin/wkhtmltopdf"],
  print: async (jobs, folder) => {
    const sources = join(folder, "html")
    mkdirSync(sources, { recursive: true })
    for (const { id, document, style, pdf } of jobs) {
      const source = join(sources, `${id}.html`)
      const page = html(document, { ...style, columns: 1 }, { hasFootnotes: false })
      writeFileSync(source, page.replace("</style>", `${old}</style>`))
      const { x, y } = style.margin
      const sizes = [
        ...["--page-width", `${style.paper.width}mm`, "--page-height", `${style.paper.height}mm`],
        ...["-T", `${y}mm`, "-B", `${y}mm`, "-L", `${x}mm`, "-R", `${style.hasNoteMargin ? 58 : x}mm`]
      ]
      spawnSync("/usr/bin/wkhtmltopdf", ["-q", "--disable-javascript", ...sizes, source, pdf], {
        stdio: "ignore",
        timeout: 60_000,
        env: { ...process.env, QT_QPA_PLATFORM: "offscreen" }
      })
    }
    return jobs.filter(({ pdf }) => !existsSync(pdf)).map(({ id }) => id)
  }
}
