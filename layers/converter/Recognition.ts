/** Pages whose text is recognised: drawn by one child, read by another, few at a time and after everything else. */
import * as Effect from "effect/Effect"
import * as PartitionedSemaphore from "effect/PartitionedSemaphore"
import * as RcRef from "effect/RcRef"
import { failedPage, type PackedPage } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import { better } from "../../src/convert/ocr/Need.ts"
import * as Child from "./Child.ts"
import { exchange } from "./Conversation.ts"
import type { Limits } from "./Limits.ts"
import * as Pool from "./Pool.ts"
import * as Spool from "./Spool.ts"
import type { Reply } from "./Wire.ts"

export interface RecognitionOptions {
  readonly drawers: Pool.Drawers
  /** Pages recognised at the same time. */
  readonly recognisers: number
  readonly spool: string
  readonly code?: string | undefined
  readonly limits: Limits
  /** How much further than this process its children give way to others, 0 to 19. */
  readonly nice?: number | undefined
}

/** A page that is to be recognised. */
export interface Scan {
  readonly owner: string
  /** Tells documents apart; the file behind a path may change. */
  readonly document: number
  readonly path: string
  readonly password: string | null
  readonly options: Options
  /** What its text layer comes to. */
  readonly page: PackedPage
  readonly graphics: () => Uint8Array
}

export interface Recognition {
  /**
   * The page as recognised, and the languages as which it was read. With the warning `page_failed` when it takes too long,
   * too much or its children: twice, where nobody knows why they died. What its text layer has stays, else it is empty.
   */
  readonly recognise: (
    scan: Scan
  ) => Effect.Effect<{ readonly page: PackedPage; readonly languages: ReadonlyArray<string> }>
}

type Drawn = Extract<Reply, { _tag: "Drawn" }>

/** Its children start with the first page and end when there was none for a while. */
export const make = Effect.fnUntraced(function* ({
  drawers,
  recognisers,
  spool,
  code,
  limits,
  nice
}: RecognitionOptions) {
  const pool = { children: recognisers, entry: Child.recogniser, spool, code, limits, pictures: true, nice }
  const readers = yield* RcRef.make({ acquire: Pool.make(pool), idleTimeToLive: Pool.idle })
  // One more than are recognised, so that a page is drawn while another is read. Owners take turns.
  const permits = yield* PartitionedSemaphore.make<string>({ permits: recognisers + 1 })

  const ask = Effect.fnUntraced(function* (
    pool: Pool.Pool,
    owner: string,
    patience: number,
    request: (child: Child.Child) => Effect.Effect<Parameters<Child.Child["ask"]>[0]>
  ) {
    const child = yield* pool.lease(owner)
    const heard: Array<Reply> = []
    const parts = yield* request(child)
    const begun = child.spent()
    const ending = yield* exchange(child, parts, limits.memory, patience, (reply) => {
      heard.push(reply)
      return patience
    })
    return { reply: heard[0], isCrash: ending === "crash", left: patience - (child.spent() - begun) }
  }, Effect.scoped)

  const draw = (drawers: Pool.Pool, { owner, document, path, password, page: { page } }: Scan) =>
    ask(drawers, owner, limits.recognisedPage, (child) =>
      // A file that is gone is found missing by the child.
      Effect.promise(() => Spool.place(child, path).catch(() => path)).pipe(
        Effect.map((path) => [{ _tag: "Draw", document, path, page, password }] as const),
        Effect.uninterruptible
      )
    )

  const read = (
    readers: Pool.Pool,
    { _tag, ...picture }: Drawn,
    { owner, graphics, options }: Scan,
    patience: number
  ) =>
    ask(readers, owner, patience, () =>
      Effect.succeed([{ _tag: "Recognise", ...picture, graphics: graphics(), options }])
    )

  const lostOf = ({ page, options }: Scan) => ({
    page: better(page, failedPage(page.page), options),
    languages: options.ocr_languages
  })

  /** Null where a child died that nobody here had killed. */
  const attempt = Effect.fnUntraced(function* (scan: Scan) {
    const drawn = yield* draw(yield* RcRef.get(drawers), scan)
    if (drawn.reply?._tag !== "Drawn") return drawn.isCrash ? null : lostOf(scan)
    const { reply, isCrash } = yield* read(yield* RcRef.get(readers), drawn.reply, scan, Math.max(1, drawn.left))
    if (reply?._tag !== "Recognised") return isCrash ? null : lostOf(scan)
    return {
      page: better(scan.page, { ...reply.page, packed: () => reply.packed }, scan.options),
      languages: reply.languages
    }
  }, Effect.scoped)

  const recognise = Effect.fnUntraced(
    function* (scan: Scan) {
      return (yield* attempt(scan)) ?? (yield* attempt(scan)) ?? lostOf(scan)
    },
    (effect, { owner }) => permits.withPermit(owner)(effect)
  )

  return { recognise } satisfies Recognition
})
