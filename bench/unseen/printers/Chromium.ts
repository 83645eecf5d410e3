import { existsSync } from "node:fs"
import { chromium } from "playwright-core"
import { html } from "./Html.ts"
import type { Printer } from "./Printer.ts"

export const printer: Printer = {
  name: "chromium",
  prints: () => true,
  lacks: [],
  packages: [
    "chromium",
    "fonts-noto-core",
    "fonts-noto-cjk",
    "fonts-liberation",
    "fonts-dejavu",
    "fonts-crosextra-carlito",
    "fonts-crosextra-caladea",
    "fonts-roboto",
    "fonts-open-sans",
    "fonts-lato",
    "fonts-ebgaramond",
    "fonts-linuxlibertine"
  ],
  programs: ["/usr/bin/chromium"],
  print: async (jobs) => {
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
    const failed: Array<string> = []
    try {
      const page = await browser.newPage()
      for (const { id, document, style, pdf } of jobs) {
        try {
          await page.setContent(html(document, style, { hasFootnotes: false }))
          await page.pdf({ path: pdf, preferCSSPageSize: true, printBackground: true, tagged: style.isTagged })
        } catch {
          failed.push(id)
        }
      }
    } finally {
      await browser.close()
    }
    return failed.concat(jobs.filter(({ id, pdf }) => !failed.includes(id) && !existsSync(pdf)).map(({ id }) => id))
  }
}
