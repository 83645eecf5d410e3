/** Local PDFs to Markdown, on standard output or in a folder. */
import * as fs from "node:fs/promises"
import { basename, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { Converter } from "../../src/convert/Converter.ts"
import type { DocumentInfo, PackedPage } from "../../src/convert/model/Document.ts"
import type { Plan } from "./Arguments.ts"
import * as Bar from "./ProgressBar.ts"

export interface Terminal {
  readonly print: (markdown: string) => Promise<void>
  /** A line for the person at the keyboard. */
  readonly tell: (line: string) => void
  /** Shows this in place of what it showed before; null where nobody is watching. */
  readonly show: ((line: string) => void) | null
}

/** A name for each file's Markdown: its own, and where another has that already, with a number. */
export const names = (files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const taken = new Set<string>()
  return files.map((file) => {
    const stem = basename(file).replace(/\.pdf$/i, "")
    let name = `${stem}.md`
    // Some file systems take names that differ in case for the same.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem}-${count}.md`
    taken.add(name.toLowerCase())
    return name
  })
}

/** Why a file has no Markdown, as the person at the keyboard is told. */
interface Failure {
  readonly code: string
  readonly message: string
}

const toFailure = (cause: unknown): Failure => ({
  code: "not_written",
  message: cause instanceof Error ? cause.message : "The Markdown could not be written"
})

const attempt = (work: () => Promise<void>) => Effect.tryPromise({ try: work, catch: toFailure })

/** Written beside its place and moved there, so that no half of it is ever seen under its name. */
const write = (folder: string, name: string, text: string) => {
  const path = join(folder, name)
  const draft = `${path}.${process.pid}.part`
  return attempt(() => fs.mkdir(folder, { recursive: true }).then(() => fs.writeFile(draft, text))).pipe(
    Effect.andThen(attempt(() => fs.rename(draft, path))),
    Effect.ensuring(Effect.promise(() => fs.rm(draft, { force: true }).catch(() => {})))
  )
}

const explain = (file: string, { code, message }: Failure) => `${file}: ${code}: ${message}`

/** Converts what the plan says, as many at a time, and yields how many could not be converted. */
export const convert = Effect.fnUntraced(function* (plan: Plan, atOnce: number, terminal: Terminal) {
  const converter = yield* Converter
  const { files, out, options } = plan
  const progress = Bar.start(files.length)

  const markdown = Effect.fnUntraced(function* (file: string) {
    const pages: Array<PackedPage> = []
    let info: DocumentInfo = { pages: 0, title: null, author: null }
    yield* converter.pages({ path: file }, options, { maxPages: Number.MAX_SAFE_INTEGER }).pipe(
      Stream.runForEach((step) =>
        Effect.sync(() => {
          if (step._tag === "Opened") {
            info = step.info
            progress.pages += info.pages
          } else {
            pages.push(step.page)
            progress.pagesDone++
          }
        })
      )
    )
    const lost = pages.filter((page) => page.warnings.includes("page_failed")).map((page) => page.page)
    if (lost.length > 0) terminal.tell(`${file}: page_failed: left out: ${lost.join(", ")}`)
    return yield* converter.assemble(info, pages, options)
  })

  const one = Effect.fnUntraced(
    function* (file: string, name: string) {
      const text = yield* markdown(file)
      if (out === null) yield* Effect.promise(() => terminal.print(text))
      else yield* write(out, name, text)
      return 0
    },
    (effect, file) =>
      effect.pipe(
        Effect.catch((error) => {
          terminal.tell(explain(file, error))
          return Effect.succeed(1)
        }),
        Effect.tap(() => Effect.sync(() => progress.filesDone++))
      )
  )

  const { show } = terminal
  if (show !== null) {
    const draw = Effect.sync(() => show(Bar.line(progress)))
    yield* Effect.forkScoped(Effect.repeat(draw, Schedule.spaced("100 millis")))
    yield* Effect.addFinalizer(() => Effect.sync(() => show("")))
  }
  const named = names(files)
  const failures = yield* Effect.forEach(files, (file, index) => one(file, named[index]!), { concurrency: atOnce })
  return failures.reduce<number>((sum, count) => sum + count, 0)
}, Effect.scoped)
