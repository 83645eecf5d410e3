/** Pages of one document between the children that read them and the one that puts them together: those of a long one on the disk, not in memory. */
import * as fs from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"

export interface Shelf {
  /** Takes bytes, and yields how to get them back. */
  readonly put: (bytes: Uint8Array) => () => Uint8Array
  /** It has taken more than a document may come to; what it is given from then on it forgets. */
  readonly isFull: () => boolean
}

/** The first bytes of a document stay in memory: most documents have no more, and need no file. */
const inMemory = 256 * 1024

/** A file for this process alone, which goes with it. */
const nameless = (spool: string): number => {
  const folder = fs.mkdtempSync(join(spool, "pages-"))
  const file = fs.openSync(join(folder, "pages"), "wx+", 0o600)
  fs.rmSync(folder, { recursive: true })
  return file
}

/** Keeps up to this many bytes, within a spool, for as long as the scope lives. */
export const make = (spool: string, room: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => ({ open: null as number | null })),
      (file) =>
        Effect.sync(() => {
          if (file.open !== null) fs.closeSync(file.open)
          // another file may have its number from now on
          file.open = -1
        })
    ),
    (file): Shelf => {
      let end = 0
      let filed = 0
      return {
        put: (bytes) => {
          end += bytes.length
          if (end > room) return () => new Uint8Array()
          if (end <= inMemory) return () => bytes
          file.open ??= nameless(spool)
          const at = filed
          filed += bytes.length
          fs.writeSync(file.open, bytes, 0, bytes.length, at)
          return () => {
            const back = Buffer.allocUnsafeSlow(bytes.length)
            fs.readSync(file.open ?? -1, back, 0, back.length, at)
            return back
          }
        },
        isFull: () => end > room
      }
    }
  )

export interface InOrder<A> {
  /** From here on all are let through in this order of their numbers. Without it they are as they come. */
  readonly expect: (numbers: ReadonlyArray<number>) => void
  readonly arrive: (value: A) => void
}

/** Lets values through in the order of their numbers, and keeps those that come early until their turn. */
export const inOrder = <A>(numberOf: (value: A) => number, emit: (value: A) => void): InOrder<A> => {
  const early = new Map<number, A>()
  let order: Iterator<number> | null = null
  let due: number | undefined
  return {
    expect: (numbers) => {
      order = numbers[Symbol.iterator]()
      due = order.next().value
    },
    arrive: (value) => {
      if (order === null) return emit(value)
      early.set(numberOf(value), value)
      while (due !== undefined) {
        const next = early.get(due)
        if (next === undefined) return
        early.delete(due)
        due = order.next().value
        emit(next)
      }
    }
  }
}
