/**
 * The library: `import { convert } from "pdf-to-markdown-service"`. Documents are read in the same confined children as the
 * service's. They are led by one process beside this one, on the Node that is installed with the package, so that any
 * Node of these years may import this file. It ends with this process, and does not keep it alive.
 */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PageReport } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import type { ResultBlock, ResultImage, ResultPage } from "../../src/convert/model/Result.ts"
import { mainFile } from "../converter/Linked.ts"
import { node } from "./node.js"

export interface ConvertOptions extends Partial<Options> {
  /** A longer document is refused with `page_limit_exceeded`. 10,000 unless said. */
  readonly maxPages?: number
  /** What was read of a document by then is kept, in seconds. 3,600 unless said. */
  readonly timeBudgetSec?: number
  /** Opens an encrypted document. */
  readonly password?: string
  readonly signal?: AbortSignal
}

/** The picture of a figure, which the Markdown calls `images/` and its name. */
export interface ConvertedImage
  extends Pick<ResultImage, "name" | "block" | "page" | "media_type" | "width" | "height"> {
  readonly bytes: Uint8Array
}

export interface Converted {
  readonly markdown: string
  /** Every part of the document with its places and its bytes of the Markdown. */
  readonly blocks: ReadonlyArray<ResultBlock>
  /** The shape of each page that was read. */
  readonly pages: ReadonlyArray<ResultPage>
  /** With `images: "files"` the pictures of its figures; none otherwise. */
  readonly images: ReadonlyArray<ConvertedImage>
  /** Some figure has no picture: there are too many, they are too large, or one could not be drawn. */
  readonly figuresCut: boolean
  /** How each page was read, and what is to be known before trusting it. */
  readonly reports: ReadonlyArray<PageReport>
  readonly title: string | null
  readonly author: string | null
  /** Time ran out before the last page. */
  readonly truncated: boolean
}

/** Why there is no Markdown, by the codes of the API: `not_a_pdf`, `file_not_found`, `password_required`, `password_wrong`, … */
export class ConversionError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = "ConversionError"
    this.code = code
  }
}

/** A conversion under way. */
export interface Conversion {
  /** How each page was read, as it is read. */
  readonly pages: () => AsyncIterable<PageReport>
  readonly result: Promise<Converted>
}

/** What the process beside says; see `libraryHost.ts`. */
export type Said = { readonly id: number } & (
  | { readonly type: "page"; readonly report: PageReport }
  /** Bytes in base64: what is said is JSON, which every Node writes alike. */
  | { readonly type: "image"; readonly image: Omit<ConvertedImage, "bytes">; readonly base64: string }
  | { readonly type: "done"; readonly converted: Omit<Converted, "reports" | "images"> }
  | { readonly type: "failed"; readonly code: string; readonly message: string }
)

/** What it is told. */
export type Asked = { readonly id: number } & (
  | { readonly type: "convert"; readonly path: string; readonly options: Omit<ConvertOptions, "signal"> }
  | { readonly type: "abort" }
)

const listeners = new Map<number, (said: Said) => void>()
let host: ChildProcess | null = null
let conversions = 0

const begun = (): ChildProcess => {
  if (host !== null) return host
  const { path, message } = node()
  if (path === null) throw new ConversionError("engine_crashed", message)
  const started = fork(mainFile("libraryHost"), {
    execPath: path,
    execArgv: [],
    serialization: "json",
    // what it has to say is for people; standard output is the program's own
    stdio: ["ignore", 2, 2, "ipc"]
  })
  started.on("message", (said: Said) => listeners.get(said.id)?.(said))
  const isGone = () => {
    if (host === started) host = null
    for (const [id, tell] of [...listeners]) {
      tell({ id, type: "failed", code: "engine_crashed", message: "The converting process ended" })
    }
  }
  // Where the system starts no process there is no exit; what nobody listens to would end the program.
  started.on("exit", isGone).on("error", isGone)
  host = started
  return started
}

/** The process is kept for the next conversion, but keeps this one alive only while there is something to do. */
const hold = (child: ChildProcess) => {
  const isBusy = listeners.size > 0
  if (isBusy) child.ref()
  else child.unref()
  const channel = child.channel as { ref?: () => void; unref?: () => void } | null | undefined
  if (isBusy) channel?.ref?.()
  else channel?.unref?.()
}

/** Where the document is, and what it is called in messages. */
const placed = async (input: string | Uint8Array) => {
  if (typeof input === "string") return { path: input, name: input, done: async () => {} }
  if (!ArrayBuffer.isView(input)) throw new TypeError("A document is given as its path, a link or its bytes")
  const folder = await mkdtemp(join(tmpdir(), "pdf-to-markdown-"))
  await writeFile(join(folder, "input.pdf"), input, { mode: 0o600 })
  const path = join(folder, "input.pdf")
  return { path, name: "The document", done: () => rm(folder, { recursive: true, force: true }) }
}

/** Begins to convert a file, by its path, or the bytes of one. */
export const start = (input: string | Uint8Array, given: ConvertOptions = {}): Conversion => {
  const { signal, ...options } = given
  const id = conversions++
  const reports: Array<PageReport> = []
  const images: Array<ConvertedImage> = []
  let isOver = false
  let wake = () => {}
  let abort = () => {}

  const result = (async (): Promise<Converted> => {
    signal?.throwIfAborted()
    const { path, name, done } = await placed(input)
    try {
      return await new Promise<Converted>((resolve, reject) => {
        const child = begun()
        abort = () => {
          child.send({ id, type: "abort" } satisfies Asked)
          reject(signal?.reason)
        }
        listeners.set(id, (said) => {
          if (said.type === "page") reports.push(said.report)
          else if (said.type === "image") images.push({ ...said.image, bytes: Buffer.from(said.base64, "base64") })
          else if (said.type === "done") resolve({ ...said.converted, images, reports })
          else
            reject(
              new ConversionError(
                said.code,
                said.message.replace(path, () => name)
              )
            )
          wake()
        })
        hold(child)
        signal?.addEventListener("abort", abort, { once: true })
        child.send({ id, type: "convert", path, options } satisfies Asked)
      })
    } finally {
      listeners.delete(id)
      signal?.removeEventListener("abort", abort)
      if (host !== null) hold(host)
      isOver = true
      wake()
      await done()
    }
  })()
  // Callers that only read pages see the failure there.
  result.catch(() => {})

  return {
    result,
    async *pages() {
      for (let next = 0; ; ) {
        const report = reports[next]
        if (report !== undefined) {
          next++
          yield report
        } else if (isOver) {
          await result
          return
        } else {
          await new Promise<void>((resolve) => {
            const before = wake
            wake = () => {
              before()
              resolve()
            }
          })
        }
      }
    }
  }
}

/** Converts a file, by its path, or the bytes of one. Failures are `ConversionError`. */
export const convert = (input: string | Uint8Array, options: ConvertOptions = {}): Promise<Converted> =>
  start(input, options).result
