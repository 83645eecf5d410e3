import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openDocument } from "./OpenDocument.ts"
import type { Job, Printer } from "./Printer.ts"

/** Prints in one call as many documents as are tagged alike. */
const convert = (jobs: ReadonlyArray<Job>, folder: string, isTagged: boolean) => {
  const sources = join(folder, "odt")
  const printed = join(folder, `office-${isTagged ? "tagged" : "plain"}`)
  mkdirSync(sources, { recursive: true })
  mkdirSync(printed, { recursive: true })
  const files = jobs.map(({ id, document, style }) => {
    const path = join(sources, `${id}.fodt`)
    writeFileSync(path, openDocument(document, style))
    return path
  })
  const options = JSON.stringify({ UseTaggedPDF: { type: "boolean", value: String(isTagged) } })
  spawnSync(
    "/usr/bin/soffice",
    [
      `-env:UserInstallation=file://${join(folder, "profile")}`,
      "--headless",
      "--convert-to",
      `pdf:writer_pdf_Export:${options}`,
      "--outdir",
      printed,
      ...files
    ],
    { stdio: "ignore", timeout: 600_000 }
  )
  for (const { id, pdf } of jobs) {
    const made = join(printed, `${id}.pdf`)
    if (existsSync(made)) renameSync(made, pdf)
  }
}

export const printer: Printer = {
  name: "libreoffice",
  prints: () => true,
  lacks: ["formula", "side-box"],
  packages: ["libreoffice-writer"],
  programs: ["/usr/bin/soffice"],
  print: async (jobs, folder) => {
    for (const isTagged of [true, false]) {
      const alike = jobs.filter(({ style }) => style.isTagged === isTagged)
      if (alike.length > 0) convert(alike, folder, isTagged)
    }
    return jobs.filter(({ pdf }) => !existsSync(pdf)).map(({ id }) => id)
  }
}
