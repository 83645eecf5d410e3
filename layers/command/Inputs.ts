/** What a command line names: the documents behind files, folders, links and standard input. */
import * as fs from "node:fs"
import { Socket } from "node:net"
import { basename, join, relative } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { pagesOf } from "../../src/convert/model/PageRange.ts"
import { headerBytes, isPdf } from "../../src/jobs/intake/PdfHeader.ts"
import { statOf, walk } from "./Paths.ts"

/** A document that has a name for people, a name for its result, and a way to its bytes. */
export interface Document {
  readonly name: string
  /** Below the folder of results, without an ending. */
  readonly stem: string
  /** It was found below a folder that was named. */
  readonly isOfFolder?: true
  /** A local file that holds it; `folder` is for what has to be brought here first. */
  readonly open: (folder: string) => Promise<string>
}

/** Why there is no document, by the codes of the API. */
export class Unusable extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Why a range of pages cannot be had of a document of so many; null where it can. */
export const unreachable = (range: string | null, pages: number): Unusable | null =>
  range !== null && pagesOf(range, pages)?.length === 0
    ? new Unusable("invalid_page_range", `The page range names no page of the document, which has ${pages}`)
    : null

/** What a name stands for; a name that stands for nothing is told of like a document that cannot be converted. */
export type Found = Document | { readonly name: string; readonly failure: Unusable }

/** A link answers within this time, in ms, and its file is at most this large, in bytes: the limits of the largest tier. */
const patience = 300_000
const maxBytes = 500 * 1024 ** 2

const assertPdf = (path: string, name: string) => {
  const file = fs.openSync(path, "r")
  try {
    const bytes = new Uint8Array(headerBytes)
    const count = fs.readSync(file, bytes, 0, bytes.length, 0)
    if (!isPdf(bytes.subarray(0, count))) throw new Unusable("not_a_pdf", `${name} does not begin as a PDF does`)
  } finally {
    fs.closeSync(file)
  }
  return path
}

let drafts = 0

const draftIn = (folder: string) => join(folder, `input-${drafts++}.pdf`)

const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > maxBytes) throw new Unusable("file_too_large", `It is larger than ${maxBytes} bytes`)
    yield chunk
  }
}

const store = async (chunks: AsyncIterable<Uint8Array>, folder: string, name: string) => {
  const path = draftIn(folder)
  await pipeline(Readable.from(counted(chunks)), fs.createWriteStream(path, { mode: 0o600 }))
  return assertPdf(path, name)
}

const linked = (link: string): Document => ({
  name: link,
  stem: stemOf(decoded(new URL(link).pathname)) || "document",
  open: async (folder) => {
    const answer = await fetch(link, { signal: AbortSignal.timeout(patience) }).catch((error: Error) => {
      const { cause } = error
      throw new Unusable("broken_link", cause instanceof Error ? cause.message : error.message)
    })
    if (!answer.ok || answer.body === null) throw new Unusable("broken_link", `It answers ${answer.status}`)
    return store(answer.body, folder, link)
  }
})

const standardInput: Document = {
  name: "-",
  stem: "stdin",
  open: (folder) => store(process.stdin, folder, "Standard input")
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const stemOf = (path: string) => basename(path).replace(/\.pdf$/i, "")

/** What is read once and in one direction: a named pipe, `<(…)` of a shell. */
const isPipe = (path: string) => statOf(path)?.isFIFO() === true

/**
 * Opened without waiting for who writes, which no signal would end. It keeps no program alive whose children are gone: a
 * signal has ended it.
 */
const piped = (path: string) =>
  new Socket({
    fd: fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK),
    readable: true,
    writable: false
  }).unref()

const local = (path: string, stem: string): Document => ({
  name: path,
  stem,
  open: async (folder) => (isPipe(path) ? store(piped(path), folder, path) : assertPdf(path, path))
})

const walked = (folder: string): ReadonlyArray<Found> => {
  const { files, closed } = walk(folder)
  return [
    ...files
      .filter((path) => /\.pdf$/i.test(path))
      .map((path) => ({ ...local(path, relative(folder, path).replace(/\.pdf$/i, "")), isOfFolder: true as const })),
    ...closed.map(({ path, message }) => ({ name: path, failure: new Unusable("file_not_found", message) }))
  ]
}

const missing = (name: string) =>
  /[*?[]/.test(name)
    ? new Unusable("file_not_found", `No file matches ${name}`)
    : new Unusable("file_not_found", `There is no file ${name}`)

/** The documents that the names stand for, in their order; no two have one stem, not even in upper and lower case. */
export const documents = (names: ReadonlyArray<string>): ReadonlyArray<Found> =>
  distinct(
    names.flatMap((name): ReadonlyArray<Found> => {
      if (name === "-") return [standardInput]
      if (/^https?:\/\//i.test(name)) {
        return URL.canParse(name)
          ? [linked(name)]
          : [{ name, failure: new Unusable("broken_link", "It is no link: a whole one is like https://host/file.pdf") }]
      }
      if (/^\w{2,}:\/\//.test(name)) {
        return [{ name, failure: new Unusable("broken_link", "Links begin with http:// or https://") }]
      }
      const stat = statOf(name)
      if (stat === null) return [{ name, failure: missing(name) }]
      if (!stat.isDirectory()) return [local(name, stemOf(name))]
      const found = walked(name)
      return found.length > 0
        ? found
        : [{ name, failure: new Unusable("file_not_found", `There is no .pdf file below ${name}`) }]
    })
  )

/** What was named is one document. A folder never is, however many it holds today, so that results keep their places. */
export const isSingle = ([first, ...rest]: ReadonlyArray<Found>): boolean =>
  rest.length === 0 && first !== undefined && !("isOfFolder" in first)

/** Some file systems take names that differ in case for the same. */
const distinct = (found: ReadonlyArray<Found>): ReadonlyArray<Found> => {
  const taken = new Set<string>()
  return found.map((one) => {
    if ("failure" in one) return one
    let stem = one.stem
    for (let count = 2; taken.has(stem.toLowerCase()); count++) stem = `${one.stem}-${count}`
    taken.add(stem.toLowerCase())
    return { ...one, stem }
  })
}
