/** The stored blocks of a job, as they stream from the store; nothing here holds more of them than it is asked for. */
import { Effect, Option, Result, Stream } from "effect"
import { Base64Url } from "effect/encoding"
import { Gone, InvalidCursor } from "../../schema/Errors.ts"
import type { BlobKey } from "../../schema/Ids.ts"
import { type ChunkOptions, chunker } from "../convert/chunks/Chunks.ts"
import { wholeJson } from "../convert/json/Whole.ts"
import type { Chunk, ResultBlock, ResultHead, ResultImage } from "../convert/model/Result.ts"
import { textPrinter } from "../convert/text/Text.ts"
import { joined } from "../process/Bytes.ts"
import { Blobs } from "./Blobs.ts"
import { gunzipped } from "./Gzip.ts"
import { type Entry, zipped } from "./Zip.ts"

/** Where a page of a list begins, as text that clients hand back. */
export const cursorAt = (index: number): string => Base64Url.encode(`#${index}`)

export const indexOf = (cursor: string | undefined): Result.Result<number, InvalidCursor> => {
  if (cursor === undefined) return Result.succeed(0)
  const text = Result.getOrElse(Base64Url.decodeString(cursor), () => "")
  const [, index] = /^#(\d{1,9})$/.exec(text) ?? []
  return index === undefined ? Result.fail(new InvalidCursor()) : Result.succeed(Number(index))
}

/** Part of a list, and where it goes on. */
export interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly next: number | null
}

/** So many of a stream's elements from an index on. */
export const listed = <A, E>(all: Stream.Stream<A, E>, from: number, limit: number) =>
  all.pipe(
    Stream.drop(from),
    Stream.take(limit + 1),
    Stream.runCollect,
    Effect.map(
      (found): Listed<A> => ({
        items: found.slice(0, limit),
        next: found.length > limit ? from + limit : null
      })
    )
  )

/** Others are served after so many chunks. */
const chunksAtOnce = 16

/** A document's stretches in ascending order, from bytes that are read once. */
const stretches = (bytes: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.toPull(bytes), (pull) => {
    let held = new Uint8Array()
    let at = 0
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
    /** The text up to a byte. */
    return (end: number): Effect.Effect<string> =>
      Effect.gen(function* () {
        const parts: Array<Uint8Array> = [held]
        let size = held.length
        while (at + size < end) {
          const more = yield* Effect.option(pull)
          if (Option.isNone(more)) break
          for (const part of more.value) {
            parts.push(part)
            size += part.length
          }
        }
        // most stretches are within what is held: a copy of it for each would be most of the work
        const all = parts.length === 1 ? held : joined(parts)
        const own = all.subarray(0, end - at)
        held = all.subarray(own.length)
        at += own.length
        return decoder.decode(own)
      })
  })

const parsed = (line: string) => JSON.parse(line) as ResultBlock

/** What is stored under a key, all of it or a part. */
export const reading = Effect.map(Blobs, (blobs) =>
  Effect.fnUntraced(function* (key: BlobKey, part: { readonly offset?: number; readonly length?: number } = {}) {
    const found = yield* Effect.orDie(blobs.read(key, part))
    return Option.isSome(found) ? Stream.orDie(found.value.bytes) : yield* new Gone({ reason: "deleted" })
  })
)

export const make = Effect.map(reading, (stored) => {
  const text = (key: BlobKey) => Effect.map(stored(key), (bytes) => Stream.decodeText(gunzipped(bytes)))

  /** The first is the pages', each of the others a block's. */
  const lines = (key: BlobKey) => Effect.map(text(key), Stream.splitLines)

  const blocks = (all: Stream.Stream<string>) => Stream.map(Stream.drop(all, 1), parsed)

  /** The pictures of its figures, in the order of the document. */
  const images = Effect.fnUntraced(function* (key: BlobKey) {
    const head = yield* Effect.flatMap(lines(key), Stream.runHead)
    const { images = [] }: Partial<ResultHead> = JSON.parse(Option.getOrElse(head, () => "{}"))
    return images
  })

  /** One of them. */
  const image = (key: BlobKey, { offset, size }: Pick<ResultImage, "offset" | "size">) =>
    stored(key, { offset, length: size })

  /** All of it as one JSON document. */
  const json = (key: BlobKey) =>
    Effect.map(text(key), (all) => {
      const { add, end } = wholeJson()
      return all.pipe(Stream.map(add), Stream.concat(Stream.succeed(end)), Stream.encodeText)
    })

  return {
    /** The document's pages. */
    pages: Effect.fnUntraced(function* (key: BlobKey) {
      const head = yield* Effect.flatMap(lines(key), Stream.runHead)
      const { pages }: ResultHead = JSON.parse(Option.getOrElse(head, () => '{"pages":[]}'))
      return pages
    }),

    blocks: (key: BlobKey) => Effect.map(lines(key), blocks),

    /** Every block, one after the other. */
    each: Effect.fnUntraced(function* (key: BlobKey, look: (block: ResultBlock) => void) {
      yield* Stream.runForEach(blocks(yield* lines(key)), (block) => Effect.sync(() => look(block)))
    }),

    block: Effect.fnUntraced(function* (key: BlobKey, id: string) {
      return yield* Stream.runHead(Stream.filter(blocks(yield* lines(key)), (block) => block.id === id))
    }),

    /** The Markdown in pieces, from an index on. */
    chunks: Effect.fnUntraced(function* (
      keys: { readonly output: BlobKey; readonly blocks: BlobKey },
      options: ChunkOptions,
      from: number
    ) {
      const bytes = yield* stored(keys.output)
      const all = blocks(yield* lines(keys.blocks))
      const made = Effect.map(stretches(bytes), (upTo): Stream.Stream<Chunk> => {
        const { add, end } = chunker(options, from)
        return all.pipe(
          Stream.mapEffect((block) =>
            Effect.gen(function* () {
              if (block.span === null) return []
              const before = yield* upTo(block.span.start)
              return add({ block, before, text: yield* upTo(block.span.end) })
            })
          ),
          Stream.concat(Stream.suspend(() => Stream.succeed(end()))),
          Stream.flatMap((some) => Stream.fromIterable(some, { chunkSize: chunksAtOnce })),
          Stream.filter((chunk) => chunk !== null)
        )
      })
      return Stream.unwrap(made)
    }),

    images,
    image,
    json,

    /** All there is, as one file. */
    zip: Effect.fnUntraced(function* (
      keys: { readonly output: BlobKey; readonly blocks: BlobKey; readonly images: BlobKey | null },
      name: string
    ) {
      const stock = keys.images
      const index = stock === null ? [] : yield* images(keys.blocks)
      const entries: ReadonlyArray<Entry<never>> = [
        { name, bytes: yield* stored(keys.output) },
        ...index.map((each) => ({
          name: `images/${each.name}`,
          bytes: stock === null ? Stream.empty : Stream.orDie(Stream.unwrap(image(stock, each))),
          known: each
        })),
        { name: "blocks.json", bytes: yield* json(keys.blocks) }
      ]
      return zipped(entries)
    }),

    /** The text that is in the Markdown, without its marks. */
    text: (key: BlobKey) =>
      Effect.map(lines(key), (all) => {
        const print = textPrinter()
        return blocks(all).pipe(Stream.map(print), Stream.concat(Stream.succeed("\n")), Stream.encodeText)
      })
  }
})
