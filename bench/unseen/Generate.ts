/** Writes, prints and tells the truth of a batch of documents; the same for the same seed and the same printers. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Language } from "./content/Languages.ts"
import { words } from "./content/Words.ts"
import { writer } from "./content/Writer.ts"
import { fit as fitted } from "./Fit.ts"
import type { Grammar } from "./grammar/Grammar.ts"
import { readable } from "./printers/Fonts.ts"
import type { Job, Printer } from "./printers/Printer.ts"
import { type Random, random } from "./Random.ts"
import { style } from "./Style.ts"
import { truth } from "./Truth.ts"

/** A document of a batch, as its manifest lists it. */
export interface Made {
  readonly id: string
  readonly kind: string
  readonly pdf: string
  readonly gt: string
  readonly rich: string
  /** What its score may depend on. */
  readonly facets: Readonly<Record<string, string>>
}

const shares: Readonly<Record<string, number>> = {
  en: 30,
  de: 7,
  fr: 6,
  es: 5,
  pl: 3,
  ru: 4,
  el: 1,
  ar: 1.5,
  he: 1,
  zh: 2,
  ja: 2,
  ko: 1,
  hi: 0.7
}

const languageOf = (source: Random, printer: Printer, languages: ReadonlyArray<Language>): Language =>
  source.weighted(languages.filter(printer.prints).map((language) => [language, shares[language.code] ?? 1] as const))

interface Planned {
  readonly job: Job
  readonly made: Made
}

const plan = (
  seed: string,
  index: number,
  grammar: Grammar,
  printers: ReadonlyArray<readonly [Printer, number]>,
  languages: ReadonlyArray<Language>,
  folder: string
): Planned & { readonly printer: Printer } => {
  const source = random(`${seed}/${index}/${grammar.kind}`)
  const printer = source.fork("printer").weighted(printers)
  const language = languageOf(source.fork("language"), printer, languages)
  const set = style(source.fork("style"), grammar.wishes)
  const written = grammar.write(writer(source.fork("content"), words(source.fork("words"), language), set.columns > 1))
  const id = `${String(index).padStart(4, "0")}-${grammar.kind}-${printer.name}-${language.code}`
  return {
    printer,
    job: { id, document: fitted(written, set, printer.lacks), style: set, pdf: join(folder, "pdfs", `${id}.pdf`) },
    made: {
      id,
      kind: grammar.kind,
      pdf: `pdfs/${id}.pdf`,
      gt: `gt/${id}.md`,
      rich: `rich/${id}.md`,
      facets: {
        printer: printer.name,
        script: language.script,
        tagged: set.isTagged ? "tagged" : "untagged",
        columns: `${set.columns} columns`,
        ...grammar.facets
      }
    }
  }
}

/** Makes `count` documents of the grammars in turn, in `folder`, which afterwards is a corpus. */
export const generate = async (
  seed: string,
  count: number,
  grammars: ReadonlyArray<Grammar>,
  printers: ReadonlyArray<readonly [Printer, number]>,
  folder: string
): Promise<{ readonly made: ReadonlyArray<Made>; readonly failed: ReadonlyArray<string> }> => {
  rmSync(folder, { recursive: true, force: true })
  for (const name of ["pdfs", "gt", "rich"]) mkdirSync(join(folder, name), { recursive: true })
  const languages = readable()
  const planned = Array.from({ length: count }, (_, index) =>
    plan(seed, index, grammars[index % grammars.length] as Grammar, printers, languages, folder)
  )
  const failed: Array<string> = []
  for (const [printer] of printers) {
    const jobs = planned.filter((each) => each.printer === printer).map(({ job }) => job)
    if (jobs.length > 0) failed.push(...(await printer.print(jobs, folder)))
  }
  const printed = planned.filter(({ job }) => existsSync(job.pdf) && !failed.includes(job.id))
  for (const { job, made } of printed) {
    writeFileSync(join(folder, made.gt), truth(job.document, false))
    writeFileSync(join(folder, made.rich), truth(job.document, true))
  }
  const made = printed.map((each) => each.made)
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ split: `unseen ${seed}`, docs: made }, null, 1))
  return { made, failed }
}
