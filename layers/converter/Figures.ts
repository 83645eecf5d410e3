/** The figures of a document that was put together, cut out of its pages one after the other by a drawing child. */
import { crc32 } from "node:zlib"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as RcRef from "effect/RcRef"
import * as Stream from "effect/Stream"
import type { Image } from "../../src/convert/Converter.ts"
import type { FigurePlace, ResultImage } from "../../src/convert/model/Result.ts"
import { exchange } from "./Conversation.ts"
import type { Limits } from "./Limits.ts"
import type { Drawers } from "./Pool.ts"
import * as Spool from "./Spool.ts"
import type { Reply } from "./Wire.ts"

/** A child that dies of a figure is followed by another; of a document that ends so many of them no more is drawn. */
const mostDeaths = 3

/** The document as a file. */
export interface Source {
  readonly owner: string
  /** Tells documents apart; the file behind a path may change. */
  readonly document: number
  readonly path: string
  readonly password: string | null
}

const extensions = { "image/jpeg": "jpg", "image/png": "png" } as const

type Cut = Extract<Reply, { _tag: "Cut" }>

export interface Gallery {
  readonly images: Stream.Stream<Image>
  /** What has been handed on of them so far. */
  readonly index: () => ReadonlyArray<ResultImage>
  /** Whether one was left out: there was no more time, no more room, or it could not be drawn. */
  readonly isCut: () => boolean
}

/** At most `limits.images` bytes of pictures, drawn within `patience` ms. */
export const gallery = (
  drawers: Drawers,
  source: Source,
  figures: ReadonlyArray<FigurePlace>,
  patience: number,
  limits: Limits
): Gallery => {
  const index: Array<ResultImage> = []
  let isCut = false
  let deaths = 0
  let offset = 0

  const cut = Effect.fnUntraced(function* ({ page, bbox, isPicture }: FigurePlace) {
    const pool = yield* RcRef.get(drawers)
    const child = yield* pool.lease(source.owner)
    const { document, password } = source
    const path = yield* Effect.promise(() => Spool.place(child, source.path).catch(() => source.path)).pipe(
      Effect.uninterruptible
    )
    const heard: Array<Reply> = []
    const request = { _tag: "CutOut", document, path, password, page, bbox, isPicture } as const
    const ending = yield* exchange(child, [request], limits.memory, limits.figure, (reply) => {
      heard.push(reply)
      return limits.figure
    })
    if (ending !== "answered") deaths++
    const [reply] = heard
    return { cut: reply?._tag === "Cut" ? reply : null, isCrash: ending === "crash" }
  }, Effect.scoped)

  /** A child that somebody killed leaves its figure to the next. */
  const cutOut = Effect.fnUntraced(function* (figure: FigurePlace) {
    const first = yield* cut(figure)
    return first.isCrash ? (yield* cut(figure)).cut : first.cut
  })

  const kept = ({ block, name, page }: FigurePlace, { mediaType, width, height, bytes }: Cut): Image => {
    const own = {
      ...{ name: `${name}.${extensions[mediaType]}`, block, page, media_type: mediaType, width, height },
      ...{ size: bytes.length, offset, crc32: crc32(bytes) }
    }
    offset += bytes.length
    index.push(own)
    return { ...own, bytes }
  }

  const images = Stream.unwrap(
    Effect.gen(function* () {
      const now = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1_000_000)
      const end = (yield* now) + patience
      return Stream.fromIterable(figures).pipe(
        Stream.mapEffect((figure) =>
          Effect.gen(function* () {
            const left = end - (yield* now)
            const drawn =
              left <= 0 || deaths >= mostDeaths || offset >= limits.images
                ? Option.none()
                : yield* Effect.timeoutOption(cutOut(figure), left)
            const fits =
              Option.isSome(drawn) && drawn.value !== null && offset + drawn.value.bytes.length <= limits.images
            if (!fits || drawn.value === null) {
              isCut = true
              return []
            }
            return [kept(figure, drawn.value)]
          })
        ),
        Stream.flattenIterable
      )
    })
  )
  return { images, index: () => index, isCut: () => isCut }
}
