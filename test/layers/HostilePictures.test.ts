/** Pictures that are made to do harm, cut out by real drawing children. */
import * as fs from "node:fs"
import { join } from "node:path"
import { deflateSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import type { Limits } from "../../layers/converter/Limits.ts"
import { asText, Converter } from "../../src/convert/Converter.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { folder } from "../support/Children.ts"
import { engine } from "../support/Engine.ts"
import { makePdf } from "../support/Pdf.ts"

interface Hostile {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly filter: string
  readonly data: Uint8Array
}

const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 ** 2))
const noise = Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 251)
/** The head of a JPEG that says it has as many pixels as there can be, and ends there. */
const jpegHead = Uint8Array.from([
  ...[0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0xff, 0xff, 0xff, 0xff, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1],
  ...[0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
])

const hostile: ReadonlyArray<Hostile> = [
  { name: "of four thousand million pixels", width: 65_000, height: 65_000, filter: "FlateDecode", data: zeros(1) },
  { name: "that grows a thousandfold", width: 12_000, height: 12_000, filter: "FlateDecode", data: zeros(200) },
  { name: "with a JPEG's head alone", width: 65_535, height: 65_535, filter: "DCTDecode", data: jpegHead },
  { name: "with no JPEG in it", width: 300, height: 200, filter: "DCTDecode", data: noise },
  { name: "with no JPEG 2000 in it", width: 300, height: 200, filter: "JPXDecode", data: noise },
  { name: "with no JBIG2 in it", width: 300, height: 200, filter: "JBIG2Decode", data: noise },
  { name: "without data", width: 300, height: 200, filter: "FlateDecode", data: new Uint8Array(0) },
  { name: "of no size", width: 0, height: -5, filter: "FlateDecode", data: zeros(1) }
]

const objectOf = ({ width, height, filter, data }: Hostile) => {
  const text = Buffer.from(data).toString("latin1")
  const head = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`
  return `<< ${head} /Filter /${filter} /Length ${text.length} >>\nstream\n${text}\nendstream`
}

/** Pieces of a curve over a caption: a figure that can be drawn. */
const curve = Array.from({ length: 20 }, (_, i) => `${80 + 15 * i} ${450 + 8 * i} m ${95 + 15 * i} ${458 + 8 * i} l S`)

/** What a page says, unlike what the others say: what comes back on each page is no text. */
const said = (picture: Hostile | null) => (picture === null ? "Here is a curve" : `A picture ${picture.name}`)

/** A page for each of these pictures, and a last one with a curve. */
const documentOf = (pictures: ReadonlyArray<Hostile>) =>
  makePdf({
    resources: `/XObject << ${pictures.map((_, i) => `/H${i} ${9 + i} 0 R`).join(" ")} >>`,
    objects: pictures.map(objectOf),
    pages: [...pictures, null].map((picture, i) => ({
      items: [
        { text: `${said(picture)} is what this page tells.`, x: 60, y: 60 + 9 * i },
        { text: `Figure ${i + 1}: A house`, x: 60, y: 420 }
      ],
      operators: picture === null ? curve.join("\n") : `q 400 0 0 250 80 450 cm /H${i} Do Q`
    }))
  })

const converted = (bytes: Uint8Array, limits: Partial<Limits> = {}) =>
  Effect.gen(function* () {
    const path = yield* folder
    const file = join(path, "a.pdf")
    fs.writeFileSync(file, bytes)
    const real = engine({ converters: 1, spares: 0, spool: join(path, "spool"), limits })
    const converter = yield* Converter.pipe(Effect.provideContext(yield* Layer.build(real)))
    const options = { ...defaults, images: "files" as const }
    const steps = yield* Stream.runCollect(converter.pages({ path: file }, options, { maxPages: 100 }))
    const pages = steps.flatMap((step) => (step._tag === "Page" ? [step.page] : []))
    const info = { pages: pages.length, title: null, author: null }
    return yield* converter.assemble(info, pages, options, (assembled) =>
      Effect.gen(function* () {
        const taken = assembled.images({ path: file }, { patience: 200_000, folder: "images/" })
        const images = yield* Stream.runCollect(taken)
        return { images, isCut: assembled.isFiguresCut(), markdown: yield* asText(assembled) }
      })
    )
  })

describe("Pictures", () => {
  it.live(
    `${hostile.map(({ name }) => name).join(", ")}: none costs its document its text, or the figure after them`,
    () =>
      Effect.gen(function* () {
        const { images, markdown } = yield* converted(documentOf(hostile))
        for (const picture of [...hostile, null]) assert.include(markdown, said(picture))
        const last = images.at(-1)
        assert.deepStrictEqual([last?.page, last?.media_type], [hostile.length + 1, "image/png"])
        for (const { bytes, size } of images) assert.strictEqual(bytes.length, size)
        for (const { width, height } of images) assert.isAtMost(width * height, 20_000_000)
      }).pipe(Effect.scoped),
    240_000
  )

  it.live("that there is no more room for are left out, and the document says so", () =>
    Effect.gen(function* () {
      const { images, isCut, markdown } = yield* converted(documentOf([]), { images: 100 })
      assert.deepStrictEqual([images.length, isCut], [0, true])
      assert.include(markdown, "![Figure 1: A house]()")
    }).pipe(Effect.scoped)
  )
})
