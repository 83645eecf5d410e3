/**
 * Everything that leans on the inside of pdf.js, in one place: how it is started in this thread, and the settings. The
 * contract test in `test/convert/PdfReader.test.ts` fails when an upgrade breaks an assumption made here.
 *
 * - The build is the minified one, which loads a quarter sooner; it differs in nothing else.
 * - pdf.js has no real worker in Node. Its stand-in clones every message; ours hands over references, which saves a
 *   third of the time. pdf.js empties the arrays of an operator-list chunk after sending it, so those are copied.
 * - With `disableFontFace: false` no glyph outlines are built; with a `FontFace` that does nothing no font is encoded
 *   into a style sheet either.
 * - Fonts come to it without their outlines (`Outlines.ts`), which it would check and repair one by one: those of the
 *   document, and those that it reads from a folder of its own.
 * - pdf.js inflates content streams with a `DecompressionStream`: on Node a chain of streams and a thread for each of
 *   them, for a few KB. Ours inflates at once.
 * - `maxImageSize: 1` leaves images undecoded (1×1 masks stay: they are how LaTeX draws rules).
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { PDFDocumentLoadingTask } from "pdfjs-dist"
import { getDocument, OPS, PasswordResponses, PDFWorker } from "pdfjs-dist/build/pdf.min.mjs"
import "pdfjs-dist/build/pdf.worker.min.mjs"
import { withoutOutlines } from "./Outlines.ts"
import { Inflation, withoutXmp, withWeights } from "./Streams.ts"

/** Operators of one page. A large map has half a million; a page with more is broken off, and fails. */
const mostOperators = 1_000_000

/** A form, for which pdf.js begins anew with fonts and state, takes as long as so many others: 30 of two forms each are 10^9. */
const formWeight = 10

const weightOf = (operators: ReadonlyArray<unknown>): number =>
  operators.reduce((sum: number, operator) => sum + (operator === OPS.paintFormXObjectBegin ? formWeight : 1), 0)

/** What pdf.js calls the messages about a stream (`StreamKind`) by which either end breaks it off. */
const streamKind = { cancel: 1, error: 5 } as const

interface Message {
  readonly sourceName?: string
  readonly targetName?: string
  readonly stream?: number
  readonly streamId?: number
  readonly chunk?: { readonly fnArray?: ReadonlyArray<unknown>; readonly argsArray?: ReadonlyArray<unknown> }
  readonly reason?: Error
}
type Listener = (event: { readonly data: unknown }) => void

/** One end of a channel in this thread: what `PDFWorker` and the worker's handler use of a `MessagePort`. */
class Port {
  peer: Port | null = null
  readonly #listeners = new Map<Listener, () => void>()
  /** What the operators sent so far weigh, by stream. */
  readonly #sent = new Map<number, number>()
  /** Streams of which nothing more is sent. */
  readonly #broken = new Set<number>()

  postMessage(message: Message): void {
    const { chunk, streamId } = message
    if (streamId !== undefined && this.#broken.has(streamId)) return
    if (!chunk?.fnArray || !chunk.argsArray || streamId === undefined) {
      this.peer?.receive(message)
      return
    }
    const sent = (this.#sent.get(streamId) ?? 0) + weightOf(chunk.fnArray)
    this.#sent.set(streamId, sent)
    if (sent > mostOperators) this.#breakOff(message, streamId)
    else {
      const copied = { ...chunk, fnArray: chunk.fnArray.slice(), argsArray: chunk.argsArray.slice() }
      this.peer?.receive({ ...message, chunk: copied })
    }
  }

  receive(data: Message): void {
    queueMicrotask(() => {
      for (const listener of this.listeners()) listener.call(this, { data })
    })
  }

  /**
   * Told that nobody reads a page, pdf.js stops with it wherever it is; else it would draw forms within forms for ever. The
   * reader of the page gets what there is until then.
   */
  #breakOff({ sourceName = "", targetName = "" }: Message, streamId: number): void {
    const reason = new Error("more operators than a page may have")
    this.#broken.add(streamId)
    this.peer?.receive({ sourceName, targetName, stream: streamKind.error, streamId, reason })
    this.receive({ sourceName: targetName, targetName: sourceName, stream: streamKind.cancel, streamId, reason })
  }

  /** How many streams have been broken off. */
  brokenOff(): number {
    return this.#broken.size
  }

  addEventListener(_: string, listener: Listener, options?: { readonly signal?: AbortSignal }): void {
    const remove = () => this.removeEventListener(_, listener)
    options?.signal?.addEventListener("abort", remove)
    this.#listeners.set(listener, () => options?.signal?.removeEventListener("abort", remove))
  }

  removeEventListener(_: string, listener: Listener): void {
    this.#listeners.get(listener)?.()
    this.#listeners.delete(listener)
  }

  listeners(): ReadonlyArray<Listener> {
    return [...this.#listeners.keys()]
  }

  terminate(): void {
    this.#listeners.clear()
    this.peer = null
  }
}

interface Patched {
  DecompressionStream?: unknown
  pdfjsWorker?: { readonly WorkerMessageHandler: { readonly initializeFromPort: (port: Port) => void } }
  FontFace?: unknown
}
interface SumPrecise {
  sumPrecise?: (values: Iterable<number>) => number
}

/** Node 26.10 lacks it; without it Type 3 glyphs fail without a word. Neumaier's sum. */
const sumPrecise = (values: Iterable<number>): number => {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}

const native = globalThis.DecompressionStream

const patchMath = (): void => {
  const math = Math as unknown as SumPrecise
  math.sumPrecise ??= sumPrecise
}

const patch = (): void => {
  patchMath()
  const scope = globalThis as unknown as Patched
  scope.DecompressionStream = new Proxy(native, {
    // What else runs in this process unpacks gzip by the platform's means.
    construct: (_, [format]) => (format === "gzip" ? new native(format) : new Inflation(format))
  })
  scope.FontFace ??= class {
    readonly loaded = Promise.resolve()
  }
}

/** Where pdf.js is installed. */
const packaged = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"))

const folder = (name: string): string => join(packaged, name, "/")

/** Files of the fonts that every reader of PDFs knows. */
export const standardFonts = folder("standard_fonts")

/** Settings for reading and drawing alike. */
const shared = () => ({
  verbosity: 0,
  useSystemFonts: false,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  cMapUrl: folder("cmaps"),
  cMapPacked: true,
  standardFontDataUrl: standardFonts,
  wasmUrl: folder("wasm"),
  iccUrl: folder("iccs")
})

/** Fonts of `standardFonts` as they are read with, by their files' names. */
const known = new Map<string, Uint8Array>()

const standardFont = async (path: string): Promise<Uint8Array> => {
  const font = known.get(path) ?? new Uint8Array(await readFile(path))
  if (!known.has(path)) withoutOutlines(font)
  known.set(path, font)
  // pdf.js writes into the fonts that it is given
  return font.slice()
}

/** How pdf.js comes by its own files where documents are read and nothing is drawn. */
class Supplies {
  readonly #folders: Readonly<Record<string, string | null>>

  constructor(folders: Readonly<Record<string, string | null>>) {
    this.#folders = folders
  }

  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const path = `${this.#folders[kind]}${filename}`
    return kind === "standardFontDataUrl" ? standardFont(path) : new Uint8Array(await readFile(path))
  }
}

/** Makes pdf.js ready to draw in this process, and yields the settings to draw with. Letters need their outlines back. */
export const install = () => {
  patchMath()
  ;(globalThis as unknown as Patched).DecompressionStream = native
  return shared()
}

export interface Loading {
  readonly task: PDFDocumentLoadingTask
  /** How many pages were broken off for having more operators than they may. */
  readonly brokenOff: () => number
  readonly destroy: () => Promise<void>
}

/** pdf.js asks where the document does not open without a password, and again where the one it got is wrong. */
export const answerWith = (task: PDFDocumentLoadingTask, password: string | null): void => {
  if (password === null) return
  task.onPassword = (answer: (password: string | Error) => void, reason: number) =>
    answer(reason === PasswordResponses.NEED_PASSWORD ? password : new Error("There is no other password"))
}

/** Starts reading. Takes ownership of the bytes. */
export const load = (bytes: Uint8Array, password: string | null): Loading => {
  patch()
  withoutXmp(bytes)
  withWeights(bytes)
  const handler = (globalThis as unknown as Patched).pdfjsWorker?.WorkerMessageHandler
  if (handler === undefined) throw new Error("pdf.js registered no worker")
  const near = new Port()
  const far = new Port()
  near.peer = far
  far.peer = near
  handler.initializeFromPort(far)
  const worker = new PDFWorker({ port: near as unknown as null, verbosity: 0 })
  const task = getDocument({
    ...shared(),
    BinaryDataFactory: Supplies,
    data: bytes,
    worker,
    maxImageSize: 1,
    disableFontFace: false,
    ownerDocument: { fonts: { add: () => {}, delete: () => {} } } as unknown as HTMLDocument,
    fontExtraProperties: true
  })
  answerWith(task, password)
  return {
    task,
    brokenOff: () => far.brokenOff(),
    destroy: async () => {
      await task.destroy()
      worker.destroy()
      near.terminate()
      far.terminate()
    }
  }
}
