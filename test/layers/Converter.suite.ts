import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, type Layer, Redacted, type Scope, Stream } from "effect"
import { pdf, type Script } from "../../layers/fakes/Converter.ts"
import { asText, type ConversionFailed, Converter, type Progress } from "../../src/convert/Converter.ts"
import type { PackedInfo } from "../../src/convert/model/Document.ts"
import { defaults, type Options } from "../../src/convert/model/Options.ts"
import type { ResultBlock, ResultHead } from "../../src/convert/model/Result.ts"

/** A file with these bytes, there for one test. */
const file = (bytes: Uint8Array | string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const folder = fs.mkdtempSync(join(tmpdir(), "converter-suite-"))
        fs.writeFileSync(join(folder, "a.pdf"), bytes)
        return folder
      }),
      (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
    ),
    (folder) => ({ path: join(folder, "a.pdf") })
  )

const steps = Effect.fnUntraced(function* (
  bytes: Uint8Array | string,
  options: Partial<Options> = {},
  maxPages = 10,
  password: string | null = null
) {
  const converter = yield* Converter
  const pdf = { ...(yield* file(bytes)), password: password === null ? null : Redacted.make(password) }
  return yield* converter.pages(pdf, { ...defaults, ...options }, { maxPages }).pipe(Stream.runCollect)
})

const refusal = (effect: Effect.Effect<unknown, ConversionFailed, Converter | Scope.Scope>) => Effect.flip(effect)

const pagesIn = (all: ReadonlyArray<Progress>) => all.flatMap((step) => (step._tag === "Page" ? [step.page] : []))

const three: Script = { pages: ["First page", "Second page", "Third page"], title: "Three" }

/** What every `Converter` keeps. */
export const suite = (name: string, implementation: Layer.Layer<Converter>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("opens a document, then yields its pages in ascending order", () =>
      Effect.gen(function* () {
        const [opened, ...rest] = yield* steps(pdf(three))
        assert.strictEqual(opened?._tag, "Opened")
        assert.deepInclude(opened?._tag === "Opened" ? opened.info : {}, { pages: 3, title: "Three" })
        assert.deepStrictEqual(
          pagesIn(rest).map(({ page, method, warnings }) => [page, method, warnings.length]),
          [1, 2, 3].map((page) => [page, "text", 0])
        )
      })
    )

    it.effect("opens an encrypted document with its password, and says whether that is missing or wrong", () =>
      Effect.gen(function* () {
        const locked = pdf({ ...three, password: "Grün & 7" })
        const opened = (password: string | null) => steps(locked, {}, 10, password)
        const [first, ...rest] = yield* opened("Grün & 7")
        assert.deepInclude(first?._tag === "Opened" ? first.info : {}, { pages: 3, title: "Three", encrypted: true })
        assert.lengthOf(pagesIn(rest), 3)
        assert.strictEqual((yield* refusal(opened(null))).code, "password_required")
        assert.strictEqual((yield* refusal(opened("grün & 7"))).code, "password_wrong")
      })
    )

    it.effect("does not mind a password for a document that opens without one", () =>
      Effect.gen(function* () {
        assert.lengthOf(pagesIn(yield* steps(pdf(three), {}, 10, "nobody asked")), 3)
      })
    )

    it.effect("assembles the pages that arrived, whichever they are", () =>
      Effect.gen(function* () {
        const converter = yield* Converter
        const info = { pages: 3, title: "Three", author: null }
        const [first, , third] = pagesIn(yield* steps(pdf(three)))
        assert.isDefined(first)
        assert.isDefined(third)
        const markdown = yield* converter.assemble(info, [first!, third!], defaults, asText)
        assert.include(markdown, "First page")
        assert.notInclude(markdown, "Second page")
        assert.include(markdown, "Third page")
      })
    )

    it.effect("hands over the blocks with the Markdown, each with the bytes that are its own", () =>
      Effect.gen(function* () {
        const converter = yield* Converter
        const pages = pagesIn(yield* steps(pdf({ pages: ["First page", "Second page"] })))
        const info = { pages: 2, title: null, author: null }
        const parts: Array<Uint8Array> = []
        const markdown = yield* converter.assemble(info, pages, defaults, (assembled) =>
          Effect.tap(asText(assembled), () =>
            Stream.runForEach(assembled.blocks, (part) => Effect.sync(() => parts.push(part)))
          )
        )
        const [head = "{}", ...lines] = Buffer.concat(parts).toString().trimEnd().split("\n")
        assert.deepStrictEqual(
          (JSON.parse(head) as ResultHead).pages.map(({ page, width, height }) => [page, width, height]),
          [1, 2].map((page) => [page, 612, 792])
        )
        const stretches = lines.map((line) => {
          const { span } = JSON.parse(line) as ResultBlock
          return Buffer.from(markdown).subarray(span?.start, span?.end).toString()
        })
        assert.deepStrictEqual(stretches, ["First page", "Second page"])
      })
    )

    it.effect("tells the same of a document whether or not it was said what will be read of it", () =>
      Effect.gen(function* () {
        const converter = yield* Converter
        const input = yield* file(pdf({ pages: ["# First page", "| a | b |", "Third page"], title: "Three" }))
        const text = (bytes: Stream.Stream<Uint8Array, ConversionFailed>) => Stream.mkString(Stream.decodeText(bytes))
        const all = Effect.fnUntraced(function* (reads: ReadonlyArray<"markdown" | "blocks">, isCut: boolean) {
          const [opened, ...rest] = yield* Stream.runCollect(converter.pages(input, defaults, { maxPages: 3, reads }))
          assert.strictEqual(opened?._tag, "Opened")
          const pages = pagesIn(rest).slice(0, isCut ? 2 : 3)
          return yield* converter.assemble((opened as { info: PackedInfo }).info, pages, defaults, (assembled) =>
            Effect.all([text(assembled.markdown), text(assembled.blocks)])
          )
        })
        const whole = yield* all([], false)
        assert.include(whole[0], "Third page")
        assert.deepStrictEqual(yield* all(["markdown", "blocks"], false), whole)
        assert.notInclude((yield* all(["markdown", "blocks"], true))[0], "Third page")
      })
    )

    it.effect("assembles more pages than fit one message", () =>
      Effect.gen(function* () {
        const converter = yield* Converter
        const texts = Array.from({ length: 200 }, (_, index) => `Contents of page number ${index + 1}.`)
        const pages = pagesIn(yield* steps(pdf({ pages: texts }), { headers_footers: "keep" }, 200))
        const info = { pages: 200, title: null, author: null }
        const markdown = yield* converter.assemble(info, pages, { ...defaults, headers_footers: "keep" }, asText)
        const found = texts.map((text) => markdown.indexOf(text))
        assert.deepStrictEqual(
          found,
          found.toSorted((a, b) => a - b)
        )
        assert.notInclude(found, -1)
      })
    )

    it.effect("yields only the pages of the range", () =>
      Effect.gen(function* () {
        const pages = pagesIn(yield* steps(pdf(three), { page_range: "3,1" }))
        assert.deepStrictEqual(
          pages.map(({ page }) => page),
          [1, 3]
        )
      })
    )

    it.effect("takes as many pages as the limit and refuses one more, naming both numbers", () =>
      Effect.gen(function* () {
        assert.lengthOf(yield* steps(pdf(three), {}, 3), 4)
        const refused = yield* refusal(steps(pdf(three), {}, 2))
        assert.strictEqual(refused.code, "page_limit_exceeded")
        assert.match(refused.message, /\b3\b.*\b2\b/)
      })
    )

    it.effect("refuses what is not a PDF, and goes on working", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* refusal(steps("hello"))).code, "corrupt_pdf")
        assert.lengthOf(yield* steps(pdf(three)), 4)
      })
    )

    it.effect("refuses a document without pages", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* refusal(steps(pdf({ pages: [] })))).code, "empty_pdf")
      })
    )

    it.effect("stops when interrupted, and goes on working", () =>
      Effect.gen(function* () {
        const converter = yield* Converter
        const input = yield* file(pdf({ pages: Array.from({ length: 500 }, () => "Page"), endless: 2 }))
        const begun = yield* Deferred.make<void>()
        const reading = yield* converter.pages(input, defaults, { maxPages: 500 }).pipe(
          Stream.runForEach(() => Deferred.succeed(begun, undefined)),
          Effect.forkChild
        )
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(reading)
        assert.lengthOf(yield* steps(pdf(three)), 4)
      }).pipe(Effect.scoped)
    )
  })
