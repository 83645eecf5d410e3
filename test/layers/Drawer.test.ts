import * as fs from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Heard } from "../../layers/converter/Channel.ts"
import * as Child from "../../layers/converter/Child.ts"
import { limits } from "../../layers/converter/Limits.ts"
import { startOf } from "../../layers/converter/Linked.ts"
import { open } from "../../layers/pdf/Picture.ts"
import { folder } from "../support/Children.ts"
import { code as linked } from "../support/DataFolder.ts"
import { long } from "../support/Long.ts"
import { makePdf } from "../support/Pdf.ts"
import { scanOf } from "../support/Scans.ts"

const megabyte = 1024 ** 2

/** A drawing child with a document, gone with the scope. */
const drawer = (pdf: Uint8Array, code?: string) =>
  Effect.gen(function* () {
    const options = { entry: Child.drawer, heap: limits.heap, native: true, pictures: true }
    const spool = join(yield* folder, "spool")
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => Child.fork({ ...options, spool, code })),
      (child) => {
        child.kill()
        return Effect.promise(() => child.gone)
      }
    )
    const input = join(child.folder, "input.pdf")
    fs.writeFileSync(input, pdf)
    yield* Effect.promise(() => child.ready)
    const draw = (page: number) =>
      Effect.callback<Heard>((resume) =>
        child.ask([{ _tag: "Draw", document: 1, path: input, page, password: null }], {
          reply: (reply) => resume(Effect.succeed(reply)),
          died: (death) => resume(Effect.die(death))
        })
      )
    return { child, draw }
  })

it.live(
  "A long scan takes no more memory to draw with every page",
  () =>
    Effect.gen(function* () {
      const sheet = scanOf([{ text: "A line", x: 60, y: 60 }], { width: 595, height: 842, dotsPerInch: 100 })
      const [sheets, some] = [long(14, 10), long(5, 4)]
      const { child, draw } = yield* drawer(makePdf({ pages: Array.from({ length: sheets }, () => sheet) }))
      const taken: Array<number> = []
      for (let page = 1; page <= sheets; page++) {
        assert.strictEqual((yield* draw(page))["_tag"], "Drawn")
        taken.push(child.memory() / megabyte)
      }
      // in colour a page takes 15 MB, and several copies of it are made
      const [first, last] = [taken.slice(0, some), taken.slice(-some)]
      assert.isBelow(Math.max(...last), Math.max(...first) + 40, taken.map(Math.round).join(" "))
    }).pipe(Effect.scoped),
  240_000
)

it.live("A page is drawn alike from the script and from modules, in fonts that the machine must have too", () =>
  Effect.gen(function* () {
    const width = 200
    const pdf = makePdf({
      pages: [{ operators: "BT /J 24 Tf 20 60 Td (Abc, 1234) Tj ET", width, height: 100 }],
      resources: "/Font << /J 9 0 R >>",
      objects: [
        "<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /90ms-RKSJ-H /DescendantFonts [10 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 11 0 R /DW 1000 >>",
        "<< /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>"
      ]
    })
    // Where a canvas finds its fonts when it is loaded.
    const whole = yield* Effect.promise(() => open(pdf.slice()))
    const { pixels } = yield* Effect.promise(() => whole.page(1))
    yield* Effect.promise(() => whole.close())
    assert.isTrue(pixels.includes(0))
    const code = yield* Effect.promise(linked)
    assert.notStrictEqual(startOf(Child.drawer, code), Child.drawer)
    for (const place of [undefined, code]) {
      const { draw } = yield* drawer(pdf, place)
      const drawn = yield* draw(1)
      assert.isTrue(Buffer.from(pixels).equals(drawn["pixels"] as Uint8Array), place)
    }
  }).pipe(Effect.scoped)
)
