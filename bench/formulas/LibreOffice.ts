/** Formulas of a Word document, printed by LibreOffice. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import { type Entry, zipped } from "../../src/jobs/Zip.ts"
import { officeMath } from "./OfficeMath.ts"
import { isInline, label, type Printer } from "./Printer.ts"

const program = "/usr/bin/soffice"
/** Its part for formulas (Debian's libreoffice-math), without which they are left out. */
const part = "/usr/lib/libreoffice/program/libsmlo.so"
const types = "http://schemas.openxmlformats.org"
const office = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
const head = '<?xml version="1.0" encoding="UTF-8"?>'

const entry = (name: string, content: string): Entry<never> => ({
  name,
  bytes: Stream.succeed(new TextEncoder().encode(head + content))
})

const text = (own: string) => `<w:r><w:t xml:space="preserve">${own}</w:t></w:r>`

export const libreOffice: Printer = {
  name: "libreoffice",
  // bold letters and these operators lose their style, cells without a left side show a mark of error, binomials are matrices, these fences stay low
  lacks: /\\(?:mathbf|det|dim|max|bigcup|binom)|aligned|cases|vmatrix/,
  print: async (formulas, folder) => {
    if (!existsSync(program) || !existsSync(part)) return null
    mkdirSync(folder, { recursive: true })
    const body = formulas.map((formula, i) => {
      const shown = officeMath(formula.tex)
      return isInline(formula, i)
        ? `<w:p>${text(`${label(i)}: `)}${shown}${text(" and no other.")}</w:p>`
        : `<w:p>${text(`${label(i)}:`)}</w:p><w:p><m:oMathPara>${shown}</m:oMathPara></w:p>`
    })
    const made = join(folder, "a.pdf")
    await Effect.runPromise(
      Stream.runCollect(
        zipped([
          entry(
            "[Content_Types].xml",
            `<Types xmlns="${types}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${office}"/></Types>`
          ),
          entry(
            "_rels/.rels",
            `<Relationships xmlns="${types}/package/2006/relationships"><Relationship Id="r" Type="${types}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
          ),
          entry(
            "word/document.xml",
            `<w:document xmlns:w="${types}/wordprocessingml/2006/main" xmlns:m="${types}/officeDocument/2006/math"><w:body>${body.join("")}</w:body></w:document>`
          )
        ])
      ).pipe(Effect.map((parts) => writeFileSync(join(folder, "a.docx"), Buffer.concat([...parts]))))
    )
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`
    const options = ["--headless", "--convert-to", "pdf", "--outdir", folder, join(folder, "a.docx")]
    spawnSync(program, [profile, ...options], { stdio: "ignore", timeout: 240_000 })
    return existsSync(made) ? new Uint8Array(readFileSync(made)) : null
  }
}
