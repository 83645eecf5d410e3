/** What the command line was asked to do. Free of effect, so that a child can be started before anything else loads. */
import { parseArgs } from "node:util"
import { defaults, type Options, ocrLanguages } from "../../src/convert/model/Options.ts"
import { isPageRange } from "../../src/convert/model/PageRange.ts"

export interface Plan {
  readonly files: ReadonlyArray<string>
  /** Where the Markdown goes: a folder, or standard output. */
  readonly out: string | null
  readonly options: Options
}

export type Arguments =
  | { readonly _tag: "Help" }
  | { readonly _tag: "Wrong"; readonly message: string }
  | { readonly _tag: "Plan"; readonly plan: Plan }

export const help = `Usage: npm run convert -- [options] file.pdf
       npm run convert -- [options] --out DIR a.pdf b.pdf ...

Prints the Markdown of a PDF, or writes DIR/<name>.md for each.

  --out DIR                     write files instead of printing
  --converter auto|text|ocr     recognise pages without text (auto), none, or all
  --ocr-languages eng,deu       languages to recognise
  --tables gfm|html             how tables are written
  --headers-footers remove|keep
  --page-breaks none|rule|comment
  --images none|alt             leave images out, or keep a placeholder
  --page-range 1-3,7            only these pages
  --front-matter                begin with title, author and page count
  --help
`

const string = { type: "string" } as const
const boolean = { type: "boolean" } as const

const flags = {
  out: string,
  converter: string,
  "ocr-languages": string,
  tables: string,
  "headers-footers": string,
  "page-breaks": string,
  images: string,
  "page-range": string,
  "front-matter": boolean,
  help: boolean
}

class Wrong extends Error {}

const choice = <const A extends string>(
  flag: string,
  given: string | undefined,
  usual: A,
  ...others: ReadonlyArray<A>
): A => {
  const values = [usual, ...others]
  const found = values.find((value) => value === (given ?? usual))
  if (found === undefined) throw new Wrong(`--${flag} is one of ${values.join(", ")}`)
  return found
}

const languages = (given: string | undefined): ReadonlyArray<string> => {
  const wanted = given?.split(",") ?? defaults.ocr_languages
  if (new Set(wanted).size < wanted.length || wanted.some((language) => !ocrLanguages.includes(language)))
    throw new Wrong(`--ocr-languages takes some of ${ocrLanguages.join(",")}`)
  return wanted
}

const plan = (args: ReadonlyArray<string>): Plan | null => {
  const { values: given, positionals: files } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
  if (given.help) return null
  const range = given["page-range"] ?? null
  if (range !== null && !isPageRange(range)) throw new Wrong("--page-range is like 1-3,7")
  if (files.length === 0) throw new Wrong("No file is given")
  if (files.length > 1 && given.out === undefined) throw new Wrong("Several files need --out DIR")
  return {
    files,
    out: given.out ?? null,
    options: {
      converter: choice("converter", given.converter, "auto", "text", "ocr"),
      ocr_languages: languages(given["ocr-languages"]),
      tables: choice("tables", given.tables, "gfm", "html"),
      headers_footers: choice("headers-footers", given["headers-footers"], "remove", "keep"),
      page_breaks: choice("page-breaks", given["page-breaks"], "none", "rule", "comment"),
      images: choice("images", given.images, "none", "alt"),
      page_range: range,
      front_matter: given["front-matter"] ?? false
    }
  }
}

export const parse = (args: ReadonlyArray<string>): Arguments => {
  try {
    const asked = plan(args)
    return asked === null ? { _tag: "Help" } : { _tag: "Plan", plan: asked }
  } catch (error) {
    if (error instanceof Wrong || error instanceof TypeError) return { _tag: "Wrong", message: error.message }
    throw error
  }
}
