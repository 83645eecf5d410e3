/** Documents so long that several children read them. */
import * as fs from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import * as Child from "../../layers/converter/Child.ts"
import * as ConverterLayer from "../../layers/converter/Converter.ts"
import { firstShare } from "../../layers/converter/Limits.ts"
import { inOrder } from "../../layers/converter/Shelf.ts"
import * as Spool from "../../layers/converter/Spool.ts"
import * as Fake from "../../layers/fakes/Converter.ts"
import { asText, Converter } from "../../src/convert/Converter.ts"
import type { PackedInfo, PackedPage } from "../../src/convert/model/Document.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { children, folder, misbehaving, until } from "../support/Children.ts"
import { code as linked } from "../support/DataFolder.ts"
import type { Deed } from "../support/misbehavingChild.ts"

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const start = Effect.fnUntraced(function* (converters: number, entry?: string) {
  const path = yield* folder
  const limits = { undivided: 4, stretch: 2 }
  const code = entry === undefined ? yield* Effect.promise(linked) : undefined
  const context = yield* Layer.build(
    ConverterLayer.layerWith({ converters, spares: 1, spool: join(path, "spool"), limits, entry, code })
  )
  const converter = yield* Converter.pipe(Effect.provideContext(context))
  let files = 0
  const place = (bytes: string | Uint8Array) => {
    const file = join(path, `${files++}.pdf`)
    fs.writeFileSync(file, bytes)
    return { path: file }
  }
  return { path, converter, place }
})

type Bench = Effect.Success<ReturnType<typeof start>>

/** The pages that arrive, a failed one as its negative. */
const arrivals = ({ converter, place }: Bench, pages: ReadonlyArray<Deed>, range: string | null = null) =>
  converter.pages(place(JSON.stringify({ pages })), { ...defaults, page_range: range }, { maxPages: 100 }).pipe(
    Stream.runCollect,
    Effect.map((all) =>
      all.flatMap((step) =>
        step._tag === "Page" ? [step.page.warnings.includes("page_failed") ? -step.page.page : step.page.page] : []
      )
    )
  )

/** The children that have a file at hand. */
const atWork = (path: string) =>
  children(path).filter((pid) => {
    const flags = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
    const own = flags.find((flag) => flag.startsWith(`--allow-fs-read=${path}/`))?.slice("--allow-fs-read=".length)
    return own !== undefined && fs.existsSync(`${own}input.pdf`)
  })

describe("a long document", () => {
  it.live("is read by several children, and its pages arrive in order", () =>
    Effect.gen(function* () {
      const on = yield* start(3, misbehaving)
      yield* until(() => children(on.path).length === 3)
      const reading = yield* Effect.forkChild(
        arrivals(
          on,
          // Three stretches last for as long as a look may take on a busy machine.
          numbers(40).map((page) => ([9, 11, 13].includes(page) ? "linger" : "read slowly"))
        )
      )
      yield* until(() => atWork(on.path).length === 3)
      assert.deepStrictEqual(yield* Fiber.join(reading), numbers(40))
    }).pipe(Effect.scoped)
  )

  it.live("loses the page during which a child dies, and no other", () =>
    Effect.gen(function* () {
      const on = yield* start(2, misbehaving)
      const pages = numbers(16).map((page): Deed => (page === 7 || page === 12 || page === 16 ? "exit" : "read slowly"))
      const expected = numbers(16).map((page) => (pages[page - 1] === "exit" ? -page : page))
      assert.deepStrictEqual(yield* arrivals(on, pages), expected)
    }).pipe(Effect.scoped)
  )

  it.live("lets another document in as soon as a stretch is read", () =>
    Effect.gen(function* () {
      const on = yield* start(2, misbehaving)
      const long = yield* Effect.forkChild(
        arrivals(
          on,
          numbers(100).map(() => "read slowly")
        )
      )
      yield* until(() => atWork(on.path).length === 2)
      assert.deepStrictEqual(yield* arrivals(on, ["read"]), [1])
      assert.isUndefined(long.pollUnsafe())
      assert.deepStrictEqual(yield* Fiber.join(long), numbers(100))
    }).pipe(Effect.scoped)
  )

  it.live("takes all its children with it when it is interrupted", () =>
    Effect.gen(function* () {
      const on = yield* start(2, misbehaving)
      const pages = numbers(20).map((page): Deed => (page > 3 ? "loop" : "read"))
      const reached = yield* Deferred.make<void>()
      const reading = yield* on.converter.pages(on.place(JSON.stringify({ pages })), defaults, { maxPages: 100 }).pipe(
        Stream.runForEach((step) =>
          step._tag === "Page" && step.page.page === 3 ? Deferred.succeed(reached, undefined) : Effect.void
        ),
        Effect.forkChild
      )
      yield* Deferred.await(reached)
      yield* until(() => atWork(on.path).length === 2)
      yield* Fiber.interrupt(reading)
      assert.deepStrictEqual(atWork(on.path), [])
      assert.deepStrictEqual(yield* arrivals(on, ["read"]), [1])
    }).pipe(Effect.scoped)
  )

  it.live("has a second child only when the first, which lived before, leaves something to read", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const spool = Spool.open(path)
      const first = { child: Child.fork({ entry: misbehaving, spool, heap: 256 }), spool }
      const limits = { undivided: 4, stretch: 2 }
      const pool = ConverterLayer.layerWith({
        converters: 2,
        spares: 0,
        spool: path,
        limits,
        entry: misbehaving,
        first
      })
      const converter = yield* Converter.pipe(Effect.provideContext(yield* Layer.build(pool)))
      const place = (bytes: string | Uint8Array) => {
        fs.writeFileSync(join(path, "a.pdf"), bytes)
        return { path: join(path, "a.pdf") }
      }
      const on = { path, converter, place }
      assert.deepStrictEqual(yield* arrivals(on, ["read", "read"]), [1, 2])
      assert.lengthOf(children(path), 1)
      const pages = numbers(20).map((): Deed => "read slowly")
      assert.deepStrictEqual(yield* arrivals(on, pages), numbers(20))
      assert.lengthOf(children(path), 2)
    }).pipe(Effect.scoped)
  )

  it.live("comes to the same Markdown by one child and by three", () =>
    Effect.gen(function* () {
      const texts = numbers(15).map((page) => `Text of page ${page}`)
      const results: Array<{ readonly markdown: string; readonly pages: number }> = []
      for (const converters of [1, 3]) {
        const { converter, place } = yield* start(converters)
        const pages: Array<PackedPage> = []
        let info: PackedInfo = { pages: 0, title: null, author: null }
        const options = { ...defaults, page_range: "2-14", page_breaks: "comment" as const }
        yield* converter.pages(place(Fake.pdf({ pages: texts })), options, { maxPages: 100 }).pipe(
          Stream.runForEach((step) =>
            Effect.sync(() => {
              if (step._tag === "Opened") info = step.info
              else pages.push(step.page)
            })
          )
        )
        results.push({ markdown: yield* converter.assemble(info, pages, options, asText), pages: pages.length })
      }
      assert.include(results[0]?.markdown, "Text of page 14")
      assert.strictEqual(results[0]?.pages, 13)
      assert.deepStrictEqual(results[1], results[0])
    }).pipe(Effect.scoped)
  )
})

describe("the child that opens a document reads", () => {
  const of = (count: number, children: number) => firstShare(count, { undivided: 16, children })

  it("all of a short one, or where there is no other child", () =>
    assert.deepStrictEqual([of(16, 2), of(1000, 1)], [16, 1000]))

  it("as much of a longer one as each of the others, rounded up", () =>
    assert.deepStrictEqual([of(31, 2), of(32, 3)], [16, 11]))

  it("never so much that it would be the last to end", () => assert.strictEqual(of(3000, 2), 96))
})

it("what comes early is let through in its turn", () => {
  const heard: Array<number> = []
  const order = inOrder<number>(
    (value) => value,
    (value) => heard.push(value)
  )
  order.arrive(1)
  order.expect([2, 5, 9])
  for (const number of [9, 5]) order.arrive(number)
  assert.deepStrictEqual(heard, [1])
  order.arrive(2)
  assert.deepStrictEqual(heard, [1, 2, 5, 9])
})
