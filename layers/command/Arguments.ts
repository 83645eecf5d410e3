/** What the command line was asked to do. Free of effect, so that a child can be started before anything else loads. */
import { parseArgs } from "node:util"
import { defaults, type Options, ocrLanguages } from "../../src/convert/model/Options.ts"
import { isPageRange } from "../../src/convert/model/PageRange.ts"
import { nearest } from "../../src/requests/Near.ts"

/** What a document becomes, and how such files end. */
export const extensions = { markdown: "md", json: "json", text: "txt", zip: "zip" } as const
export type Format = keyof typeof extensions

export interface Plan {
  /** Files, folders, links, or `-` for standard input. */
  readonly inputs: ReadonlyArray<string>
  /** A file or a folder; null means standard output. */
  readonly out: string | null
  readonly format: Format
  readonly options: Options
  /** The folder for the pictures of figures; null means that there are none, or that they go into the zip. */
  readonly images: string | null
  /** Opens the documents that do not open without one. */
  readonly password: string | null
  readonly maxPages: number
  readonly timeBudgetSec: number
  /** Documents converted at once; null means as many as the machine has processors for. */
  readonly jobs: number | null
  /** Tells nothing but errors. */
  readonly quiet: boolean
}

export type Arguments =
  | { readonly _tag: "Help" }
  | { readonly _tag: "Version" }
  | { readonly _tag: "Wrong"; readonly message: string }
  | { readonly _tag: "Plan"; readonly plan: Plan }

/** What the largest tier of the service allows. */
export const maxPages = 10_000
export const timeBudgetSec = 3_600

/** What converting one document may take in all its processes, its scans included, in bytes. */
const memoryPerDocument = 2 * 1000 ** 3

/** How many documents are converted at once where nobody says. */
export const atOnce = (processors: number, freeMemory: number): number =>
  Math.max(1, Math.min(processors, Math.floor(freeMemory / memoryPerDocument)))

export const help = `Usage: pdf-to-markdown [options] FILE|FOLDER|URL|- ...
       pdf-to-markdown mcp     tools for a model's program, over standard input and output; a file called
                               mcp is ./mcp

Prints the Markdown of one PDF, or writes one file for each. A folder stands for the .pdf files below it, - for
standard input. Standard output carries the result alone; messages and progress go to standard error.

  -o, --out FILE|DIR            write there; needed for more than one document
      --format markdown|json|text|zip
                                json: all blocks, with every page and box they stand on;
                                zip: the Markdown, the pictures of its figures, and the blocks
      --pages 1-3,7             only these pages
      --ocr auto|text|ocr       recognise pages without text (auto), none (text), or all (ocr)
      --ocr-languages eng,deu   languages to recognise: ${ocrLanguages.join(", ")}
      --tables gfm|html|auto    how tables are written; auto: html where cells are merged
      --headers-footers remove|keep
      --page-breaks none|rule|comment
      --images none|alt|DIR     the words of figures, with a placeholder, or their pictures in a folder
      --math latex|text         formulas as LaTeX between dollars, or in characters
      --front-matter            begin with title, author and page count
      --password TEXT           opens encrypted PDFs; other users of this machine may see it in the list of
                                processes, but not the variable PDF_PASSWORD, which does the same
      --max-pages N             refuse longer documents (${maxPages})
      --time-budget SECONDS     keep what was read of a document by then (${timeBudgetSec})
  -j, --jobs N                  documents converted at once (one for each processor, and for each
                                2 GB of memory that is free; a scan takes most of that)
  -q, --quiet                   no progress, nothing but errors
      --version
  -h, --help

Exit codes: 0 all converted, 1 some failed, 2 bad usage, 3 all converted but pages are missing.
`

const string = { type: "string" } as const
const boolean = { type: "boolean" } as const

const flags = {
  out: { type: "string", short: "o" },
  format: string,
  pages: string,
  "page-range": string,
  ocr: string,
  converter: string,
  "ocr-languages": string,
  tables: string,
  "headers-footers": string,
  "page-breaks": string,
  images: string,
  math: string,
  "front-matter": boolean,
  password: string,
  "max-pages": string,
  "time-budget": string,
  jobs: { type: "string", short: "j" },
  quiet: { type: "boolean", short: "q" },
  version: boolean,
  help: { type: "boolean", short: "h" }
} as const

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

const count = (flag: string, given: string | undefined): number | null => {
  if (given === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Wrong(`--${flag} is a whole number from 1 on`)
  return Number(given)
}

/** One thing may be said by two names, but only once. */
const either = (first: string, a: string | undefined, second: string, b: string | undefined) => {
  if (a !== undefined && b !== undefined) throw new Wrong(`--${first} and --${second} are the same: give one`)
  return a ?? b
}

/** What `--images` says, unless it names a folder. */
const imagesOf = (given: string | undefined): Options["images"] =>
  isFolder(given) ? "files" : given === "alt" ? "alt" : defaults.images

const isFolder = (given: string | undefined): boolean => given !== undefined && given !== "none" && given !== "alt"

const plan = (args: ReadonlyArray<string>, usualPassword: string | undefined): Arguments => {
  const { values: given, positionals: inputs } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
  if (given.help) return { _tag: "Help" }
  if (given.version) return { _tag: "Version" }
  const range = either("pages", given.pages, "page-range", given["page-range"]) ?? null
  if (range !== null && !isPageRange(range)) throw new Wrong("--pages is like 1-3,7: pages and ascending ranges")
  const converter = either("ocr", given.ocr, "converter", given.converter)
  if (given.password === "") throw new Wrong("--password is empty")
  if (inputs.length === 0) throw new Wrong("No file is given")
  if (inputs.includes("")) throw new Wrong("The name of a file is empty")
  if (given.out === "") throw new Wrong("--out is empty")
  const out = given.out === undefined || given.out === "-" ? null : given.out
  if (inputs.length > 1 && out === null) throw new Wrong("Several documents need --out DIR")
  if (inputs.filter((input) => input === "-").length > 1) throw new Wrong("Standard input can be read only once")
  const format = choice("format", given.format, "markdown", "json", "text", "zip")
  if (given.images === "") throw new Wrong("--images is none, alt or a folder")
  if (format === "zip" && isFolder(given.images)) throw new Wrong("--format zip holds the pictures: leave --images out")
  const images = format === "zip" && given.images === undefined ? "files" : imagesOf(given.images)
  return {
    _tag: "Plan",
    plan: {
      inputs,
      out,
      format: format,
      options: {
        converter: choice(given.ocr === undefined ? "converter" : "ocr", converter, "auto", "text", "ocr"),
        ocr_languages: languages(given["ocr-languages"]),
        tables: choice("tables", given.tables, "gfm", "html", "auto"),
        headers_footers: choice("headers-footers", given["headers-footers"], "remove", "keep"),
        page_breaks: choice("page-breaks", given["page-breaks"], "none", "rule", "comment"),
        images,
        page_range: range,
        front_matter: given["front-matter"] ?? false,
        math: choice("math", given.math, "latex", "text")
      },
      images: images === "files" && format !== "zip" ? (given.images ?? null) : null,
      password: (given.password ?? usualPassword) || null,
      maxPages: count("max-pages", given["max-pages"]) ?? maxPages,
      timeBudgetSec: count("time-budget", given["time-budget"]) ?? timeBudgetSec,
      jobs: count("jobs", given.jobs),
      quiet: given.quiet ?? false
    }
  }
}

/** What Node's own reader of arguments found wrong, which it tells at greater length. */
const inOurWords = (error: TypeError & { readonly code?: string }): string => {
  const [, option = ""] = /'(?:-\w, )?(-[^' ]*)/.exec(error.message) ?? []
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const meant = nearest(
      [option],
      Object.keys(flags).map((flag) => [flag])
    )
    return `${option} is not known${meant === undefined ? "" : `; did you mean --${meant.join()}?`}`
  }
  if (error.message.includes("ambiguous"))
    return `${option} needs a value; one that begins with - stands as ${option}=-…`
  return error.message.includes("missing") ? `${option} needs a value` : `${option} takes no value`
}

/** `usualPassword` is that of the environment, which keeps it out of the arguments. */
export const parse = (args: ReadonlyArray<string>, usualPassword?: string): Arguments => {
  try {
    return plan(args, usualPassword)
  } catch (error) {
    if (error instanceof Wrong) return { _tag: "Wrong", message: error.message }
    if (error instanceof TypeError) return { _tag: "Wrong", message: inOurWords(error) }
    throw error
  }
}
