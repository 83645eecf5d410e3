/** PDFs to Markdown, on standard output, in a file or in a folder. */
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative, sep } from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { type Assembled, asText, Converter, type Image } from "../../src/convert/Converter.ts"
import { wholeJson } from "../../src/convert/json/Whole.ts"
import type { PackedInfo, PackedPage } from "../../src/convert/model/Document.ts"
import { pagesOf } from "../../src/convert/model/PageRange.ts"
import { textPrinter } from "../../src/convert/text/Text.ts"
import { zipped } from "../../src/jobs/Zip.ts"
import { makeFolder } from "../storage/Folder.ts"
import { extensions, type Format, type Plan } from "./Arguments.ts"
import { type Document, type Found, isSingle, Unusable, unreachable } from "./Inputs.ts"
import { reasonOf, unread } from "./Paths.ts"
import * as Bar from "./ProgressBar.ts"

export interface Terminal {
  readonly print: (result: string | Uint8Array) => Promise<void>
  /** A line for the person at the keyboard. */
  readonly tell: (line: string) => void
  /** Shows this in place of what it showed before; null where nobody is watching. */
  readonly show: ((line: string) => void) | null
}

/** What became of a document: converted, converted without some of its pages, or not. */
type Outcome = "whole" | "partial" | "failed"

/** Why a file has no Markdown, as the person at the keyboard is told. */
interface Failure {
  readonly code: string
  readonly message: string
}

const attempt = (path: string, work: () => Promise<unknown>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause): Failure => ({ code: "not_written", message: `${path}: ${reasonOf(cause)}` })
  })

/**
 * Written beside its place and moved there, so that no half of it is ever seen under its name. A link leads to that
 * place; what is no file, such as `/dev/stdout` or a pipe, is written to and stays what it is, and so does a link to
 * what is not there yet.
 */
const write = (path: string, text: string | Uint8Array) =>
  Effect.flatMap(
    Effect.promise(() =>
      Promise.all([
        fs.stat(path).catch(() => null),
        fs.realpath(path).catch(() => path),
        fs.readlink(path).catch(() => null)
      ])
    ),
    ([stat, place, link]) => {
      const isInPlace = stat === null ? link !== null : !stat.isFile()
      if (isInPlace) return attempt(path, () => fs.writeFile(path, text))
      const draft = `${place}.${process.pid}.part`
      return attempt(path, async () => {
        makeFolder(dirname(place))
        await fs.writeFile(draft, text)
      }).pipe(
        Effect.andThen(attempt(path, () => fs.rename(draft, place))),
        Effect.ensuring(Effect.promise(() => fs.rm(draft, { force: true }).catch(() => {})))
      )
    }
  )

/** What to do about a failure, where something can be done. */
const remedies: Readonly<Record<string, string>> = {
  not_a_pdf: "is it the PDF itself, and not a page about it?",
  corrupt_pdf: "open it in a viewer and save it again",
  password_required: "try --password",
  password_wrong: "is --password that of this document?",
  page_limit_exceeded: "--max-pages lifts the limit"
}

/** Warnings of pages whose text is missing, and what is said of them. */
const missed: Readonly<Record<string, string>> = {
  page_failed: "pages that could not be read",
  page_cut: "pages cut at the length limit",
  empty_page: "pages on which no text was found"
}

const explain = (name: string, { code, message }: Failure) => {
  const remedy = remedies[code]
  return `${name}: ${code}: ${message}${remedy === undefined ? "" : ` (${remedy})`}`
}

/** What is wrong here and not with the document. */
const broken = (defect: unknown): Failure =>
  defect instanceof Error && "code" in defect && defect.code === "ENOSPC"
    ? { code: "disk_full", message: `There is no room in ${tmpdir()} (TMPDIR names another folder)` }
    : { code: "engine_crashed", message: defect instanceof Error ? defect.message : String(defect) }

const isFolder = async (path: string) =>
  path.endsWith("/") || (await fs.stat(path).catch(() => undefined))?.isDirectory() === true

/** Where the result of a document goes; null is standard output. */
const placeOf = async (document: Document, { out, format }: Plan, isAlone: boolean): Promise<string | null> => {
  if (out === null) return null
  return isAlone && !(await isFolder(out)) ? out : join(out, `${document.stem}.${extensions[format]}`)
}

/** Where the pictures of a document go, and what its Markdown calls that place; of several documents each has a folder of its own. */
const pictureFolder = (images: string, place: string | null, stem: string | null) => {
  const folder = stem === null ? images : join(images, stem)
  const from = place === null ? "." : dirname(place)
  const path = relative(from, folder).split(sep).map(encodeURIComponent).join("/").replace(/[()]/g, encoded)
  return { folder, link: path === "" ? "" : `${path}/` }
}

const encoded = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`

/** The Markdown, the pictures of its figures and its blocks as one file. */
const inZip = Effect.fnUntraced(function* (assembled: Assembled, stem: string, images: ReadonlyArray<Image>) {
  const markdown = yield* Stream.runCollect(assembled.markdown)
  const json = wholeJson()
  const blocks = assembled.blocks.pipe(
    Stream.decodeText,
    Stream.map(json.add),
    Stream.concat(Stream.succeed(json.end)),
    Stream.encodeText
  )
  const parts = yield* Stream.runCollect(
    zipped([
      { name: `${stem}.md`, bytes: Stream.fromIterable(markdown) },
      ...images.map((image) => ({
        name: `images/${image.name}`,
        bytes: Stream.succeed(image.bytes),
        known: image
      })),
      { name: "blocks.json", bytes: blocks }
    ])
  )
  return Buffer.concat(parts)
})

/** The Markdown of a document, or its blocks instead: all of them, or the text of those that would be printed. */
const inForm = Effect.fnUntraced(function* (assembled: Assembled, format: Exclude<Format, "zip">) {
  if (format === "markdown") return yield* asText(assembled)
  const text = Stream.decodeText(assembled.blocks)
  const printed = (pieces: typeof text, print: (piece: string) => string) =>
    Effect.map(Stream.runCollect(Stream.map(pieces, print)), (all) => all.join(""))
  if (format === "json") {
    const { add, end } = wholeJson()
    return (yield* printed(text, add)) + end
  }
  const print = textPrinter()
  const blocks = Stream.drop(Stream.splitLines(text), 1)
  return `${yield* printed(blocks, (line) => print(JSON.parse(line)))}\n`
})

/**
 * Converts what was found, `atOnce` at a time, and yields the exit code: 0 when all of it is there, 1 when some document
 * is not, 3 when pages are missing. What has to be brought here first is kept in `folder`.
 */
export const convert = Effect.fnUntraced(function* (
  found: ReadonlyArray<Found>,
  plan: Plan,
  atOnce: number,
  folder: string,
  terminal: Terminal
) {
  const converter = yield* Converter
  const { options, maxPages, timeBudgetSec } = plan
  const password = plan.password === null ? null : Redacted.make(plan.password)
  const progress = Bar.start(found.length)
  const isAlone = isSingle(found)

  const read = Effect.fnUntraced(function* (path: string) {
    const pages: Array<PackedPage> = []
    let info: PackedInfo = { pages: 0, title: null, author: null }
    const reads = plan.format === "markdown" ? (["markdown"] as const) : (["markdown", "blocks"] as const)
    const ended = yield* converter.pages({ path, password }, options, { maxPages, reads }).pipe(
      Stream.runForEach((step) =>
        Effect.suspend(() => {
          if (step._tag === "Opened") {
            info = step.info
            progress.pages += info.pages
            const refusal = info.pages > maxPages ? null : unreachable(options.page_range, info.pages)
            return refusal === null ? Effect.void : Effect.fail(refusal)
          }
          pages.push(step.page)
          progress.pagesDone++
          return Effect.void
        })
      ),
      Effect.timeoutOption(`${timeBudgetSec} seconds`)
    )
    return { info, pages, isTruncated: ended._tag === "None" }
  })

  const one = Effect.fnUntraced(
    function* (document: Document) {
      const path = yield* Effect.tryPromise({
        try: () => document.open(folder),
        catch: (cause) => (cause instanceof Unusable ? cause : new Unusable("file_not_found", unread(cause)))
      })
      const { info, pages, isTruncated } = yield* read(path)
      if (isTruncated && pages.length === 0) {
        return yield* Effect.fail({
          code: "time_budget_exceeded",
          message: `No page was read within ${timeBudgetSec} s (--time-budget gives it more)`
        })
      }
      const place = yield* Effect.promise(() => placeOf(document, plan, isAlone))
      const pictures = plan.images === null ? null : pictureFolder(plan.images, place, isAlone ? null : document.stem)
      const { text, count, isFiguresCut } = yield* converter.assemble(info, pages, options, (assembled) =>
        Effect.gen(function* () {
          const held: Array<Image> = []
          if (options.images === "files") {
            const how = { patience: (1_000 * timeBudgetSec) / 2, folder: pictures?.link ?? "images/" }
            yield* Stream.runForEach(assembled.images({ path, password }, how), (image) =>
              pictures === null
                ? Effect.sync(() => void held.push(image))
                : write(join(pictures.folder, image.name), image.bytes)
            )
          }
          const text: string | Uint8Array =
            plan.format === "zip" ? yield* inZip(assembled, document.stem, held) : yield* inForm(assembled, plan.format)
          return { text, count: assembled.pages, isFiguresCut: assembled.isFiguresCut() }
        })
      )
      if (place === null) yield* Effect.promise(() => terminal.print(text))
      else yield* write(place, text)
      const missing = Object.entries(missed).flatMap(([warning, what]) => {
        const found = pages.filter((page) => page.warnings.some((each) => each === warning)).map(({ page }) => page)
        return found.length === 0 ? [] : [`${document.name}: ${warning}: ${what}: ${found.join(", ")}`]
      })
      for (const line of missing) terminal.tell(line)
      if (isFiguresCut) terminal.tell(`${document.name}: figures_cut: not every figure has a picture`)
      const left = (pagesOf(options.page_range, info.pages)?.length ?? 0) - count
      const isCut = !isTruncated && left > 0
      if (isCut) terminal.tell(`${document.name}: output_cut: the document is too long: ${left} pages are left out`)
      if (isTruncated) {
        terminal.tell(
          `${document.name}: time_budget_exceeded: ${pages.length} of ${info.pages} pages within ${timeBudgetSec} s`
        )
      }
      return missing.length > 0 || isTruncated || isCut ? "partial" : "whole"
    },
    Effect.scoped,
    (effect, document) =>
      effect.pipe(
        Effect.catchDefect((defect) => Effect.fail(broken(defect))),
        Effect.catch((error: Failure) => {
          terminal.tell(explain(document.name, error))
          return Effect.succeed<Outcome>("failed")
        })
      )
  )

  const outcomeOf = (one_: Found): Effect.Effect<Outcome> => {
    if (!("failure" in one_)) return one(one_)
    terminal.tell(explain(one_.name, one_.failure))
    return Effect.succeed("failed")
  }

  const { show } = terminal
  if (show !== null) {
    const draw = Effect.sync(() => show(Bar.line(progress)))
    yield* Effect.forkScoped(Effect.repeat(draw, Schedule.spaced("100 millis")))
    yield* Effect.addFinalizer(() => Effect.sync(() => show("")))
  }
  const outcomes = yield* Effect.forEach(
    found,
    (each) => Effect.tap(outcomeOf(each), () => Effect.sync(() => progress.filesDone++)),
    { concurrency: atOnce }
  )
  return outcomes.includes("failed") ? 1 : outcomes.includes("partial") ? 3 : 0
}, Effect.scoped)
