/** The channel between the two halves of pdf.js, in one thread: messages are handed over, and a page of too many operators is broken off. */
import { OPS } from "pdfjs-dist/build/pdf.min.mjs"

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
export class Port {
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
