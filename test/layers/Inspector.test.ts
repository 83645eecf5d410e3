import * as fs from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import * as Inspection from "../../layers/converter/Inspection.ts"
import { Inspector } from "../../src/convert/Inspector.ts"
import { children, folder, misbehaving, until, working } from "../support/Children.ts"
import { inspector } from "../support/Engine.ts"
import { makePdf } from "../support/Pdf.ts"

const start = Effect.gen(function* () {
  const path = yield* folder
  const { inspect } = yield* Inspector.pipe(
    Effect.provideContext(yield* Layer.build(inspector({ spool: join(path, "spool") })))
  )
  let files = 0
  const inspected = (bytes: string | Uint8Array) => {
    const file = join(path, `${files++}.pdf`)
    fs.writeFileSync(file, bytes)
    return inspect({ path: file })
  }
  return { path, inspected }
})

/** Encrypted with a user password that is not empty: nothing but its trailer is looked at. */
const locked = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -4/O <${"00".repeat(32)}>/U <${"11".repeat(32)}>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]>>
`

describe("The inspector", () => {
  it.live("tells what a document says of itself, and reads no page", () =>
    Effect.gen(function* () {
      const { path, inspected } = yield* start
      assert.lengthOf(children(path), 0)
      const info = yield* inspected(makePdf({ pages: Array(40).fill({}), title: "A title" }))
      assert.deepInclude(info, { pages: 40, title: "A title" })
      assert.isUndefined(info?.encrypted)
      assert.isAtLeast(children(path).length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("tells why a document cannot be opened, and goes on with the next", () =>
    Effect.gen(function* () {
      const { inspected } = yield* start
      assert.strictEqual((yield* Effect.flip(inspected("%PDF-1.7 and no more"))).code, "corrupt_pdf")
      assert.strictEqual((yield* Effect.flip(inspected(locked))).code, "password_required")
      assert.strictEqual((yield* inspected(makePdf({ pages: [{}] })))?.pages, 1)
    }).pipe(Effect.scoped)
  )

  it.live(
    "keeps nobody waiting for another owner's documents that do not open, and those take their time and no more",
    () =>
      Effect.gen(function* () {
        const path = yield* folder
        const { inspect } = yield* Inspector.pipe(
          Effect.provideContext(
            yield* Layer.build(Inspection.layerWith({ spool: join(path, "spool"), entry: misbehaving, patience: 3000 }))
          )
        )
        const stuck = join(path, "stuck.pdf")
        fs.writeFileSync(stuck, JSON.stringify({ opening: "never", pages: ["read"] }))
        const good = join(path, "good.pdf")
        fs.writeFileSync(good, JSON.stringify({ pages: ["read"] }))
        const ended: Array<string> = []
        const inspecting = (file: string, owner: string) =>
          Effect.tap(inspect({ path: file, owner }), () => Effect.sync(() => ended.push(owner)))
        const theirs = yield* Effect.forkChild(
          Effect.all(
            [1, 2, 3, 4].map(() => inspecting(stuck, "one")),
            { concurrency: "unbounded" }
          )
        )
        yield* until(() => working(path) !== undefined)
        assert.strictEqual((yield* inspecting(good, "other"))?.pages, 1)
        assert.deepStrictEqual(ended, ["other"])
        assert.deepStrictEqual(yield* Fiber.join(theirs), [null, null, null, null])
      }).pipe(Effect.scoped)
  )

  it.live("ends with its scope, and its children with it", () =>
    Effect.gen(function* () {
      const path = yield* Effect.scoped(
        Effect.gen(function* () {
          const { path, inspected } = yield* start
          yield* inspected(makePdf({ pages: [{}] }))
          return path
        })
      )
      assert.lengthOf(children(path), 0)
    })
  )
})
