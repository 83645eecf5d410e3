import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Fake from "../../layers/fakes/Converter.ts"
import { Converter } from "../../src/convert/Converter.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { children, folder } from "../support/Children.ts"
import { engine } from "../support/Engine.ts"
import { suite } from "./Converter.suite.ts"

const spool = join(tmpdir(), "converter-suite-spool")
const real = engine({ converters: 1, spares: 1, spool })

suite("the fake Converter", Fake.layer)
suite("the Converter over the engine", real)

const read = Effect.fnUntraced(function* (script: Fake.Script) {
  const converter = yield* Converter
  const path = join(yield* folder, "a.pdf")
  fs.writeFileSync(path, Fake.pdf(script))
  const arrived = yield* Ref.make<ReadonlyArray<number>>([])
  const opened = yield* Deferred.make<void>()
  const fiber = yield* converter.pages({ path }, defaults, { maxPages: 100 }).pipe(
    Stream.runForEach((step) =>
      step._tag === "Opened"
        ? Deferred.succeed(opened, undefined)
        : Ref.update(arrived, (all) => [
            ...all,
            step.page.warnings.includes("page_failed") ? -step.page.page : step.page.page
          ])
    ),
    Effect.forkChild
  )
  yield* Effect.raceFirst(Deferred.await(opened), Effect.exit(Fiber.join(fiber)))
  return { fiber, arrived: Ref.get(arrived) }
})

it.effect("takes virtual time for each page, and for ever for an endless one", () =>
  Effect.gen(function* () {
    const { arrived } = yield* read({ pages: ["a", "b", "c", "d"], pageTime: "10 seconds", endless: 4 })
    assert.deepStrictEqual(yield* arrived, [])
    yield* TestClock.adjust("25 seconds")
    assert.deepStrictEqual(yield* arrived, [1, 2])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* arrived, [1, 2, 3])
  }).pipe(Effect.scoped, Effect.provide(Fake.layer))
)

it.effect("fails and loses pages as scripted", () =>
  Effect.gen(function* () {
    const crashed = yield* read({ pages: ["a"], failure: "engine_crashed" })
    assert.strictEqual((yield* Effect.flip(Fiber.join(crashed.fiber))).code, "engine_crashed")
    const lossy = yield* read({ pages: ["a", "b", "c"], lost: [2] })
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(lossy.fiber)
    assert.deepStrictEqual(yield* lossy.arrived, [1, -2, 3])
  }).pipe(Effect.scoped, Effect.provide(Fake.layer))
)

it.live("the engine leaves out a page it cannot read, in one and the same child", () =>
  Effect.gen(function* () {
    const converter = yield* Converter
    const home = yield* folder
    const path = join(home, "a.pdf")
    const bytes = new TextDecoder().decode(Fake.pdf({ pages: ["First text", "Second text"] }))
    fs.writeFileSync(path, bytes.replace("[4 0 R 6 0 R]", "[4 0 R 99 0 R]"))
    const before = children(spool)
    const steps = yield* converter.pages({ path }, defaults, { maxPages: 2 }).pipe(Stream.runCollect)
    const pages = steps.flatMap((step) => (step._tag === "Page" ? [step.page] : []))
    assert.deepStrictEqual(
      pages.map(({ warnings }) => warnings.length),
      [0, 1]
    )
    assert.isTrue(pages[1]?.warnings.includes("page_failed"))
    for (const pid of before) assert.include(children(spool), pid)
  }).pipe(Effect.scoped, Effect.provide(real))
)
