import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beamer } from "./BeamerSource.ts"
import { latex } from "./LatexSource.ts"
import type { Printer } from "./Printer.ts"

const run = (cwd: string, id: string) =>
  new Promise<void>((done) => {
    const child = spawn("/usr/bin/pdflatex", ["-interaction=nonstopmode", `${id}.tex`], {
      cwd,
      stdio: "ignore",
      timeout: 60_000
    })
    child.on("close", () => done())
    child.on("error", () => done())
  })

export const printer: Printer = {
  name: "latex",
  prints: ({ code }) => ["en", "de", "fr", "es", "pl"].includes(code),
  lacks: ["side-box"],
  packages: [
    "texlive-latex-extra",
    "texlive-latex-recommended",
    "texlive-fonts-recommended",
    "lmodern",
    "cm-super-minimal"
  ],
  programs: ["/usr/bin/pdflatex"],
  print: async (jobs, folder) => {
    const sources = join(folder, "tex")
    mkdirSync(sources, { recursive: true })
    for (const { id, document, style } of jobs) {
      // a frame of the class holds one page, so what flows over pages as wide as slides is no slides
      const isFrames = style.paper.name === "slide" && document.blocks.some(({ type }) => type === "page-break")
      const source = isFrames ? beamer(document, style) : latex(document, style)
      writeFileSync(join(sources, `${id}.tex`), source)
    }
    /** What LaTeX stumbled over is not all on the page. */
    const isWhole = (id: string) => !/^!/m.test(readFileSync(join(sources, `${id}.log`), "latin1"))
    const left = [...jobs]
    const work = async () => {
      for (let job = left.shift(); job !== undefined; job = left.shift()) {
        await run(sources, job.id)
        // The widths of tables over pages and the number of the last page are known after the first run.
        const source = readFileSync(join(sources, `${job.id}.tex`), "utf8")
        if (/\\begin\{longtable\}|\\pageref|\\section\{/.test(source)) await run(sources, job.id)
        const made = join(sources, `${job.id}.pdf`)
        if (existsSync(made) && isWhole(job.id)) renameSync(made, job.pdf)
      }
    }
    await Promise.all([work(), work()])
    return jobs.filter(({ pdf }) => !existsSync(pdf)).map(({ id }) => id)
  }
}
