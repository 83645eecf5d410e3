/** The process beside a program that uses the library: leads the confined children, one message for each thing it is told. */
import * as fs from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Cause, Effect, Exit, Fiber, Redacted, Result, Schema, Stream } from "effect"
import { strict } from "../../schema/Issues.ts"
import { SettingsPatch } from "../../schema/Settings.ts"
import { type ConversionFailed, Converter, type Image } from "../../src/convert/Converter.ts"
import type { PackedInfo, PackedPage } from "../../src/convert/model/Document.ts"
import { defaults, type Options } from "../../src/convert/model/Options.ts"
import type { ResultBlock, ResultHead } from "../../src/convert/model/Result.ts"
import { faultsOf, invalidSetting, issuesOf } from "../../src/requests/Faults.ts"
import { timeBudgetSec as usualBudget, maxPages as usualPages } from "../command/Arguments.ts"
import { documents, isSingle, Unusable, unreachable } from "../command/Inputs.ts"
import { layerWith } from "../converter/Processes.ts"
import type { Asked, Said } from "./library.ts"
import { own } from "./ownFolder.js"

type Job = Extract<Asked, { readonly type: "convert" }>

const say = (said: Said) => void process.send?.(said)

const sayImage = (id: number, { name, block, page, media_type, width, height, bytes }: Image) =>
  say({
    ...{ id, type: "image", image: { name, block, page, media_type, width, height } },
    base64: Buffer.from(bytes).toString("base64")
  })

const textOf = (bytes: Stream.Stream<Uint8Array, ConversionFailed>) => Stream.mkString(Stream.decodeText(bytes))

const readSettings = Schema.decodeUnknownResult(SettingsPatch, strict)

const convert = Effect.fnUntraced(function* ({ id, path, options: given }: Job) {
  const converter = yield* Converter
  const { maxPages = usualPages, timeBudgetSec = usualBudget, password, ...settings } = given
  const read = readSettings(settings)
  if (Result.isFailure(read)) {
    const { message } = invalidSetting(issuesOf(faultsOf(read.failure, SettingsPatch, strict)))
    return yield* Effect.fail({ code: "invalid_setting", message })
  }
  const wanted = Object.entries(read.success).filter(([, value]) => value !== null)
  const options: Options = { ...defaults, ...Object.fromEntries(wanted) }
  const found = documents([path])
  const [document] = found
  if (document === undefined || !isSingle(found)) {
    return yield* Effect.fail({ code: "file_not_found", message: `${path} is a folder` })
  }
  if ("failure" in document) return yield* Effect.fail(document.failure)
  // What a link or a pipe gives is kept there, as long as it is read.
  const brought = yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(join(folder, "input-"))),
    (place) => Effect.sync(() => fs.rmSync(place, { recursive: true, force: true }))
  )
  const file = yield* Effect.tryPromise({
    try: () => document.open(brought),
    catch: (cause) =>
      cause instanceof Unusable
        ? cause
        : new Unusable("file_not_found", cause instanceof Error ? cause.message : String(cause))
  })
  const opened = { path: file, password: password === undefined ? null : Redacted.make(password) }
  const pages: Array<PackedPage> = []
  let info: PackedInfo | undefined
  const ended = yield* converter.pages(opened, options, { maxPages, reads: ["markdown", "blocks"] }).pipe(
    Stream.runForEach((step) =>
      Effect.suspend(() => {
        if (step._tag === "Opened") {
          info = step.info
          const refusal = info.pages > maxPages ? null : unreachable(options.page_range, info.pages)
          return refusal === null ? Effect.void : Effect.fail(refusal)
        }
        const { packed: _, ...report } = step.page
        pages.push(step.page)
        say({ id, type: "page", report })
        return Effect.void
      })
    ),
    Effect.timeoutOption(`${timeBudgetSec} seconds`)
  )
  const truncated = ended._tag === "None"
  if (info === undefined || (truncated && pages.length === 0)) {
    return yield* Effect.fail({ code: "time_budget_exceeded", message: `No page was read within ${timeBudgetSec} s` })
  }
  const { markdown, lines, kept, figuresCut } = yield* converter.assemble(info, pages, options, (assembled) =>
    Effect.gen(function* () {
      if (options.images === "files") {
        const how = { patience: (1_000 * timeBudgetSec) / 2, folder: "images/" }
        yield* Stream.runForEach(assembled.images(opened, how), (image) => Effect.sync(() => sayImage(id, image)))
      }
      const markdown = yield* textOf(assembled.markdown)
      const lines = (yield* textOf(assembled.blocks)).split("\n")
      return { markdown, lines, kept: assembled.pages, figuresCut: assembled.isFiguresCut() }
    })
  )
  const [head, ...rest] = lines.filter((line) => line !== "").map((line) => JSON.parse(line))
  say({
    id,
    type: "done",
    converted: {
      markdown,
      blocks: rest as ReadonlyArray<ResultBlock>,
      pages: (head as ResultHead | undefined)?.pages ?? [],
      title: info.title,
      author: info.author,
      figuresCut,
      truncated: truncated || kept < pages.length
    }
  })
})

const folder = own()
const converters = availableParallelism()

const main = Effect.gen(function* () {
  const context = yield* Effect.context<Converter>()
  const running = new Map<number, Fiber.Fiber<void, unknown>>()
  process.on("message", (asked: Asked) => {
    if (asked.type === "abort") {
      const fiber = running.get(asked.id)
      if (fiber !== undefined) Effect.runFork(Fiber.interrupt(fiber))
      return
    }
    const fiber = Effect.runForkWith(context)(Effect.scoped(convert(asked)))
    running.set(asked.id, fiber)
    fiber.addObserver((exit) => {
      running.delete(asked.id)
      if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
      const error = Cause.squash(exit.cause) as { readonly code?: string; readonly message?: string }
      say({
        id: asked.id,
        type: "failed",
        code: error.code ?? "conversion_failed",
        message: error.message ?? "The document could not be converted"
      })
    })
  })
  // It lives as long as the program beside it.
  yield* Effect.callback<void>((resume) => {
    process.once("disconnect", () => resume(Effect.void))
    // which may be over before this one has loaded
    if (!process.connected) resume(Effect.void)
  })
}).pipe(
  Effect.provide(
    layerWith({ converters, recognisers: converters, spares: 0, spool: folder, code: join(folder, "code") })
  )
)

await Effect.runPromise(main)
