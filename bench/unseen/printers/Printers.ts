/** The printers of this machine; those that are missing are installed, or said loudly. */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { printer as chromium } from "./Chromium.ts"
import { printer as firefox } from "./Firefox.ts"
import { printer as groff } from "./Groff.ts"
import { printer as latex } from "./Latex.ts"
import { printer as libreOffice } from "./LibreOffice.ts"
import type { Printer } from "./Printer.ts"
import { printer as typst } from "./Typst.ts"
import { printer as weasyPrint } from "./WeasyPrint.ts"
import { printer as wkhtmltopdf } from "./Wkhtmltopdf.ts"

/** Each with its share of the documents. */
export const printers: ReadonlyArray<readonly [Printer, number]> = [
  [chromium, 4],
  [weasyPrint, 2],
  [libreOffice, 3],
  [latex, 4],
  [typst, 2],
  [groff, 1],
  [firefox, 1],
  [wkhtmltopdf, 1]
]

const isThere = ({ programs }: Printer) => programs.every((program) => existsSync(program))

/** The wanted printers that can print, after an attempt to install what is missing with apt-get. */
export const ready = (wanted: string | undefined): ReadonlyArray<readonly [Printer, number]> => {
  const chosen = printers.filter(([{ name }]) => wanted === undefined || wanted.split(",").includes(name))
  const packages = chosen.filter(([printer]) => !isThere(printer)).flatMap(([printer]) => printer.packages)
  if (packages.length > 0) {
    console.log(`unseen: installing ${packages.join(" ")}`)
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { stdio: "ignore" })
  }
  for (const [printer] of chosen) {
    if (!isThere(printer))
      console.log(
        `unseen: NO ${printer.name.toUpperCase()}: its documents are left out (apt-get install ${printer.packages.join(" ")})`
      )
  }
  return chosen.filter(([printer]) => isThere(printer))
}
