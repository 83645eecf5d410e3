import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { basename, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import * as Child from "../../layers/converter/Child.ts"
import * as ConverterLayer from "../../layers/converter/Converter.ts"
import type { Limits } from "../../layers/converter/Limits.ts"
import * as Spool from "../../layers/converter/Spool.ts"
import { asText, Converter } from "../../src/convert/Converter.ts"
import { unpacked } from "../../src/convert/model/Document.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { children, doomed, folder, found, misbehaving, until, working } from "../support/Children.ts"
import type { Deed, Input } from "../support/misbehavingChild.ts"

interface Bench {
  readonly folder: string
  readonly converter: Converter["Service"]
  readonly pdf: (input: Input) => { readonly path: string }
}

/** A pool of misbehaving children in a folder of its own. */
const bench = (options: { readonly converters?: number; readonly limits?: Partial<Limits> } = {}) =>
  Effect.gen(function* () {
    const path = yield* folder
    const context = yield* Layer.build(
      ConverterLayer.layerWith({
        converters: options.converters ?? 1,
        spares: 1,
        spool: join(path, "spool"),
        code: join(path, "code"),
        entry: misbehaving,
        limits: options.limits
      })
    )
    let files = 0
    const pdf = (input: Input) => {
      const file = join(path, `${files++}.pdf`)
      fs.writeFileSync(file, JSON.stringify(input))
      return { path: file }
    }
    const converter = yield* Converter.pipe(Effect.provideContext(context))
    return { folder: path, converter, pdf } satisfies Bench
  })

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** The pages that arrive, a failed one as its negative. */
const arrivals = ({ converter, pdf }: Bench, input: Input) =>
  converter.pages(pdf(input), defaults, { maxPages: 100 }).pipe(
    Stream.runCollect,
    Effect.map((all) =>
      all.flatMap((step) =>
        step._tag === "Page" ? [step.page.warnings.includes("page_failed") ? -step.page.page : step.page.page] : []
      )
    )
  )

const refusal = (on: Bench, input: Input) => Effect.map(Effect.flip(arrivals(on, input)), (error) => error.code)

/** Kills the child that reads a document, whichever it is. */
const killed = Effect.fnUntraced(function* ({ folder }: Bench) {
  const victim = yield* found(() => working(folder))
  process.kill(victim, "SIGKILL")
  yield* until(() => !children(folder).includes(victim))
})

/** Starts a document whose second page never ends, and returns once that page is being worked at. */
const stuck = Effect.fnUntraced(function* ({ converter, pdf }: Bench, deed: Deed = "loop") {
  const reached = yield* Deferred.make<void>()
  const fiber = yield* converter.pages(pdf({ pages: ["read", deed, "read"] }), defaults, { maxPages: 100 }).pipe(
    Stream.tap((step) => (step._tag === "Page" ? Deferred.succeed(reached, undefined) : Effect.void)),
    Stream.runCollect,
    Effect.forkChild
  )
  yield* Deferred.await(reached)
  return fiber
})

describe("Converter over child processes", () => {
  it.live("yields every page in order and the same warm child again", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      assert.deepStrictEqual(yield* arrivals(on, { pages: numbers(40).map(() => "read") }), numbers(40))
      const info = { pages: 1, title: null, author: null }
      const first = yield* on.converter.assemble(info, [], defaults, asText)
      yield* arrivals(on, { pages: ["read"] })
      assert.strictEqual(yield* on.converter.assemble(info, [], defaults, asText), first)
    }).pipe(Effect.scoped)
  )

  it.live("loses no document whose child is killed while it tells what it has put together", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      let runs = 0
      const info = { pages: 1, title: null, author: null }
      const text = yield* on.converter.assemble(info, [], defaults, (assembled) =>
        Effect.gen(function* () {
          const before = children(on.folder)
          if (runs++ === 0) for (const pid of before) process.kill(pid, "SIGKILL")
          if (runs === 1) yield* until(() => !before.some((pid) => children(on.folder).includes(pid)))
          return yield* asText(assembled)
        })
      )
      assert.strictEqual(runs, 2)
      assert.isNotEmpty(text)
    }).pipe(Effect.scoped)
  )

  it.live("takes no more of a block without end than a block may have: whoever reads blocks holds each whole", () =>
    Effect.gen(function* () {
      const on = yield* bench({ limits: { block: 3_000_000 } })
      yield* arrivals(on, { pages: ["endless block"] })
      let taken = 0
      const info = { pages: 1, title: null, author: null }
      const refused = yield* Effect.flip(
        on.converter.assemble(info, [], defaults, ({ blocks }) =>
          Stream.runForEach(blocks, (bytes) => Effect.sync(() => (taken += bytes.length)))
        )
      )
      assert.strictEqual(refused.code, "conversion_failed")
      assert.strictEqual(taken, 2 * 1024 ** 2)
    }).pipe(Effect.scoped)
  )

  it.live("never gives a child that has read one owner's document another's", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      const served = (owner: string) =>
        on.converter.assemble({ pages: 1, title: null, author: null, owner }, [], defaults, asText)
      const owners = ["a", "a", "b", "a", "b", "c", "c", "a"]
      const children = yield* Effect.forEach(owners, served)
      for (const [i, child] of children.entries())
        for (const [k, other] of children.entries()) if (owners[i] !== owners[k]) assert.notStrictEqual(child, other)
      assert.strictEqual(children[0], children[1])
    }).pipe(Effect.scoped)
  )

  it.live("replaces one child for an owner who has none, and leaves the others to theirs", () =>
    Effect.gen(function* () {
      const on = yield* bench({ converters: 2 })
      yield* until(() => children(on.folder).length === 2)
      const served = (owner: string) =>
        on.converter.assemble({ pages: 1, title: null, author: null, owner }, [], defaults, asText)
      const [, b, c] = yield* Effect.forEach(["a", "b", "c"], served)
      yield* served("d")
      assert.deepStrictEqual(yield* Effect.forEach(["b", "c"], served), [b, c])
      yield* served("e")
      assert.deepStrictEqual(yield* Effect.forEach(["b", "c"], served), [b, c])
    }).pipe(Effect.scoped)
  )

  it.live("leaves out each page that never ends and goes on after it, two in a row as well", () =>
    Effect.gen(function* () {
      const on = yield* bench({ limits: { page: 400 } })
      const pages: ReadonlyArray<Deed> = ["read", "loop", "never", "read", "loop"]
      assert.deepStrictEqual(yield* arrivals(on, { pages }), [1, -2, -3, 4, -5])
    }).pipe(Effect.scoped)
  )

  it.live("loses no page to somebody who stops a child", () =>
    Effect.gen(function* () {
      const on = yield* bench({ limits: { opening: 700, page: 700 } })
      const reading = yield* Effect.forkChild(arrivals(on, { pages: numbers(50).map(() => "read slowly" as const) }))
      process.kill(yield* found(() => working(on.folder)), "SIGSTOP")
      assert.deepStrictEqual(yield* Fiber.join(reading), numbers(50))
    }).pipe(Effect.scoped)
  )

  it.live("leaves out a page that outgrows the heap, and one that outgrows the memory with buffers", () =>
    Effect.gen(function* () {
      const on = yield* bench({ limits: { heap: 64, memory: 300 * 1024 ** 2 } })
      assert.deepStrictEqual(yield* arrivals(on, { pages: ["read", "heap", "buffers", "read"] }), [1, -2, -3, 4])
    }).pipe(Effect.scoped)
  )

  it.live("answers memory_limit_exceeded when memory leaves no page", () =>
    Effect.gen(function* () {
      const on = yield* bench({ limits: { memory: 300 * 1024 ** 2 } })
      assert.strictEqual(yield* refusal(on, { pages: ["buffers"] }), "memory_limit_exceeded")
      assert.strictEqual(yield* refusal(on, { opening: "buffers", pages: ["read"] }), "memory_limit_exceeded")
      assert.deepStrictEqual(yield* arrivals(on, { pages: ["read"] }), [1])
    }).pipe(Effect.scoped)
  )

  it.live("answers engine_crashed when three children die, or one gets stuck, before a page is started", () =>
    Effect.gen(function* () {
      const on = yield* bench({ limits: { opening: 700 } })
      assert.strictEqual(yield* refusal(on, { opening: "exit", pages: ["read"] }), "engine_crashed")
      assert.strictEqual(yield* refusal(on, { opening: "loop", pages: ["read"] }), "engine_crashed")
      assert.deepStrictEqual(yield* arrivals(on, { pages: ["read", "exit", "read"] }), [1, -2, 3])
    }).pipe(Effect.scoped)
  )

  it.live("reads a page once more whose child somebody killed: an out-of-memory kill loses no good page", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      const reading = yield* Effect.forkChild(arrivals(on, { pages: ["read", "linger", "read"] }))
      yield* killed(on)
      assert.deepStrictEqual(yield* Fiber.join(reading), [1, 2, 3])
    }).pipe(Effect.scoped)
  )

  it.live("takes what makes no sense for the child's crash, and goes on", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      const pages: ReadonlyArray<Deed> = ["read", "null", "garbage", "half a page", "read", "another page", "too much"]
      const more: ReadonlyArray<Deed> = ["the whole", "read"]
      assert.deepStrictEqual(yield* arrivals(on, { pages: [...pages, ...more] }), [1, -2, -3, -4, 5, -6, -7, -8, 9])
      assert.strictEqual(yield* refusal(on, { opening: "garbage", pages: ["read"] }), "engine_crashed")
    }).pipe(Effect.scoped)
  )

  it.live(
    "goes on after the page during which somebody killed two children, and the other document notices nothing",
    () =>
      Effect.gen(function* () {
        const on = yield* bench({ converters: 2 })
        const one = yield* stuck(on)
        yield* killed(on)
        const victim = yield* found(() => working(on.folder))
        const other = yield* Effect.forkChild(arrivals(on, { pages: numbers(50).map(() => "read slowly") }))
        process.kill(victim, "SIGKILL")
        const steps = yield* Fiber.join(one)
        assert.deepStrictEqual(
          steps.flatMap((step) => (step._tag === "Page" ? [step.page.warnings] : [])),
          [[], ["page_failed"], []]
        )
        assert.deepStrictEqual(yield* Fiber.join(other), numbers(50))
      }).pipe(Effect.scoped)
  )

  it.live("kills the child of an interrupted document and has the next one converted by another", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      const fiber = yield* stuck(on)
      const victim = working(on.folder)
      yield* Fiber.interrupt(fiber)
      assert.notInclude(children(on.folder), victim)
      assert.deepStrictEqual(yield* arrivals(on, { pages: ["read"] }), [1])
    }).pipe(Effect.scoped)
  )

  it.live("has documents wait when every converter is busy, but not what is to be assembled: the spare starts", () =>
    Effect.gen(function* () {
      const on = yield* bench({ converters: 1 })
      const busy = yield* stuck(on)
      const waiting = yield* Effect.forkChild(arrivals(on, { pages: ["read"] }))
      assert.lengthOf(children(on.folder), 1)
      yield* on.converter.assemble({ pages: 1, title: null, author: null }, [], defaults, asText)
      assert.lengthOf(children(on.folder), 2)
      assert.isUndefined(waiting.pollUnsafe())
      yield* Fiber.interrupt(busy)
      assert.deepStrictEqual(yield* Fiber.join(waiting), [1])
    }).pipe(Effect.scoped)
  )

  it.live("replaces a child that has served its time or kept too much memory", () =>
    Effect.gen(function* () {
      for (const limits of [{ answersPerChild: 1 }, { restingMemory: 1 }]) {
        const on = yield* bench({ limits })
        const before = children(on.folder)
        yield* arrivals(on, { pages: ["read"] })
        yield* arrivals(on, { pages: ["read"] })
        yield* until(() => before.every((pid) => !children(on.folder).includes(pid)))
        yield* until(() => children(on.folder).length === 1)
      }
    }).pipe(Effect.scoped)
  )

  it.live("replaces an idle child that somebody killed", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      for (const pid of children(on.folder)) process.kill(pid, "SIGKILL")
      assert.deepStrictEqual(yield* arrivals(on, { pages: ["read"] }), [1])
    }).pipe(Effect.scoped)
  )

  it.live("takes a child that was killed for no living one, also before it is told of the end", () =>
    Effect.gen(function* () {
      const child = Child.fork({ entry: misbehaving, spool: yield* folder, heap: 64 })
      assert.isTrue(yield* Effect.promise(() => child.ready))
      assert.isTrue(child.isAlive())
      process.kill(child.pid!, "SIGKILL")
      // Nothing else happens in this process meanwhile.
      const { status } = spawnSync("sh", [
        "-c",
        `while [ -n "$(tr -d '\\0' < /proc/${child.pid}/cmdline)" ]; do :; done`
      ])
      assert.strictEqual(status, 0)
      assert.isFalse(child.isAlive())
      yield* Effect.promise(() => child.gone)
    }).pipe(Effect.scoped)
  )

  it.live("starts although somebody kills its first child before that is ready: the service had ended", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const pool = ConverterLayer.layerWith({
        converters: 1,
        spares: 1,
        spool: join(path, "spool"),
        entry: misbehaving
      })
      const started = yield* Effect.forkChild(Layer.build(pool))
      const first = yield* found(() => children(path)[0])
      process.kill(first, "SIGKILL")
      yield* Fiber.join(started)
      assert.notInclude(children(path), first)
    }).pipe(Effect.scoped)
  )

  it.live("does not start where none of its children does", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const entry = join(path, "none.ts")
      fs.writeFileSync(entry, "process.exit(7)")
      const pool = ConverterLayer.layerWith({ converters: 1, spares: 1, spool: join(path, "spool"), entry })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Layer.build(pool))))
    }).pipe(Effect.scoped)
  )

  it.live("leaves no child and no file behind", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const spool = join(path, "spool")
      const pool = ConverterLayer.layerWith({ converters: 2, spares: 0, spool, entry: misbehaving })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(pool)
          assert.lengthOf(fs.readdirSync(spool), 1)
          yield* until(() => children(path).length === 2)
        })
      )
      assert.deepStrictEqual(children(path), [])
      assert.deepStrictEqual(fs.readdirSync(spool), [])
    }).pipe(Effect.scoped)
  )

  it.live("interrupts the documents it still has when it is closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const on = yield* bench().pipe(Scope.provide(scope))
      const one = yield* stuck(on)
      const waiting = yield* Effect.forkChild(arrivals(on, { pages: ["read"] }))
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(one)))
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiting)))
    })
  )

  it.live("takes a document's file away as soon as it is converted", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      yield* arrivals(on, { pages: ["read"] })
      assert.isUndefined(working(on.folder))
    }).pipe(Effect.scoped)
  )

  it.live("lets a child do nothing but read its program and its input", () =>
    Effect.gen(function* () {
      const on = yield* bench()
      const steps = yield* on.converter
        .pages(on.pdf({ pages: ["escape"] }), defaults, { maxPages: 1 })
        .pipe(Stream.runCollect)
      const [block] = steps.flatMap((step) => (step._tag === "Page" ? unpacked(step.page).blocks : []))
      const outcomes: Record<string, string> = JSON.parse(block?.kind === "code" ? block.lines.join() : "{}")
      const { addon, code, environment, ...rest } = outcomes
      for (const [what, outcome] of Object.entries(rest)) assert.strictEqual(outcome, "ERR_ACCESS_DENIED", what)
      assert.strictEqual(addon, "ERR_DLOPEN_DISABLED")
      assert.include(code, "EvalError")
      assert.strictEqual(environment, "{}")
    }).pipe(Effect.scoped)
  )

  it.live("ends when its parent is killed; the next start ends a child that is stuck and removes the files", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const spool = join(path, "spool")
      const input = join(path, "a.pdf")
      fs.writeFileSync(input, JSON.stringify({ pages: ["loop"] } satisfies Input))
      const parent = spawn(process.execPath, [doomed, spool, input], { stdio: ["ignore", "pipe", "inherit"] })
      yield* Effect.promise(() => once(parent.stdout, "data"))
      assert.lengthOf(children(path), 2)
      parent.kill("SIGKILL")
      // where the system ends children with their parent, none is left, which may be before the parent itself has gone
      yield* until(() => children(path).length <= 1 && parent.signalCode !== null)

      const own = Spool.open(spool)
      yield* until(() => children(path).length === 0)
      assert.deepStrictEqual(fs.readdirSync(spool), [basename(own)])
    }).pipe(Effect.scoped)
  )
})
