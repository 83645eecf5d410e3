/** Blocks of a document that the engine itself has read, each fetched by its span. */
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { pdfForm } from "../../src/client/Device.ts"
import type { ResultBlock } from "../../src/convert/model/Result.ts"
import { bearer, newPerson } from "../support/Account.ts"
import * as TestDatabase from "../support/Database.ts"
import { engine, inspector } from "../support/Engine.ts"
import { lines, makePdf, type PdfPage } from "../support/Pdf.ts"
import * as Service from "../support/Service.ts"

const cell = (text: string, column: number, row: number) => ({ text, x: 65 + 110 * column, y: 314 + 20 * row })

/** In WinAnsi, 0x80 is a euro and 0x93 an opening quotation mark: three bytes each in UTF-8, where ö and ß are two. */
const pages: ReadonlyArray<PdfPage> = [
  {
    items: [
      { text: "Größe und Maß", x: 60, y: 80, size: 22, font: "Helvetica-Bold" },
      ...lines(
        [
          "Der erste Absatz steht für sich und kostet 5 \u0080, was für einen Absatz nicht viel ist; er hat",
          "darum eine zweite Zeile, in der \u0093größere Höfe\u0094 erwähnt werden, und endet hier."
        ],
        { x: 60, y: 130 }
      ),
      ...lines(["int größe = 5;", "if (größe > 4) {", "  return größe;", "}"], { x: 80, y: 190, font: "Courier" }),
      ...["Name", "Besitzer", "Preis"].map((text, column) => cell(text, column, 0)),
      ...["Österreich", "Staat", "3 \u0080"].map((text, column) => cell(text, column, 1)),
      ...["Ägypten", "privat", "4 \u0080"].map((text, column) => cell(text, column, 2)),
      ...lines(
        [
          "Der letzte Absatz der ersten Seite fängt auf ihr an und läuft über alle Zeilen, die auf ihr noch",
          "frei sind, bis an ihren Rand, ohne dass sein Satz dort schon zu Ende wäre, denn er geht auf der"
        ],
        { x: 60, y: 780 }
      )
    ],
    rules: [
      ...[300, 320, 340, 360].map((y) => [60, y, 390, y] as const),
      ...[60, 170, 280, 390].map((x) => [x, 300, x, 360] as const)
    ]
  },
  {
    items: [
      ...lines(["nächsten Seite weiter und hört dort erst auf.", ""], { x: 60, y: 60 }),
      ...lines(
        [
          "Ein Absatz für das Ende, damit auf der zweiten Seite noch etwas anderes steht als ein Rest, und",
          ...Array.from(
            { length: 6 },
            () => "damit das Ganze so lang wird, dass es sich lohnt, es auf dem Weg über die Leitung kürzer zu"
          ),
          "machen."
        ],
        { x: 60, y: 110 }
      )
    ]
  }
]

const spool = join(tmpdir(), "ranges-test-spool")
const real = Layer.merge(engine({ converters: 1, spares: 1, spool }), inspector({ spool }))
const service = Service.layer({ RATE_LIMIT_SCALE: "1000" }, TestDatabase.layer, real)

/** The document converted, its Markdown and blocks, and what asks for a part of it. */
const converted = Effect.gen(function* () {
  const { key } = yield* newPerson("pro")
  const headers = bearer(key.secret)
  const pdf = new Uint8Array(makePdf({ pages }))
  const made = yield* Service.plain("/api/v2/jobs", { method: "POST", headers, body: pdfForm(pdf, "a.pdf") })
  const job = `/api/v2/jobs/${made.json.job_id}`
  assert.strictEqual((yield* Service.plain(`${job}?wait=50`, { headers })).json.status, "ready")
  const { body: whole, headers: known } = yield* Service.raw(`${job}/download`, headers)
  const { json } = yield* Service.plain(`${job}/blocks`, { headers })
  const blocks: ReadonlyArray<ResultBlock> = json.items
  const part = (range: string, more: Record<string, string> = {}, method = "GET") =>
    Service.raw(`${job}/download`, { ...headers, range, ...more }, method)
  return { job, headers, whole, tag: String(known["etag"]), blocks, part }
})

/** What the Markdown of each block begins with, and what else is in it. */
const shown: ReadonlyArray<readonly [ResultBlock["type"], begin: RegExp, within: string]> = [
  ["heading", /^# Größe und Maß$/, "Maß"],
  ["paragraph", /^Der erste Absatz .* endet hier\.$/, "5 €, was"],
  ["code", /^```\nint größe = 5;\nif /, "  return größe;"],
  ["table", /^\| Name \| Besitzer \| Preis \|\n/, "| Österreich | Staat | 3 € |"],
  ["paragraph", /^Der letzte Absatz .* hört dort erst auf\.$/, "auf der nächsten Seite weiter"],
  ["paragraph", /^Ein Absatz für das Ende, .* machen\.$/, "als ein Rest, und damit das Ganze"]
]

layer(service, { excludeTestServices: true })("A range of a block's span", (it) => {
  it.effect("is that block: a heading, code, a table, a paragraph over two pages, whatever its characters", () =>
    Effect.gen(function* () {
      const { blocks, whole, part, tag } = yield* converted
      assert.deepStrictEqual(
        blocks.map(({ type }) => type),
        shown.map(([type]) => type)
      )
      assert.deepStrictEqual(
        blocks[4]?.places.map(({ page }) => page),
        [1, 2]
      )
      let end = 0
      for (const [i, { span }] of blocks.entries()) {
        assert.isNotNull(span)
        if (span === null) continue
        const { status, headers, body } = yield* part(`bytes=${span.start}-${span.end - 1}`)
        assert.strictEqual(status, 206)
        assert.deepStrictEqual(
          [headers["content-range"], headers["content-length"], headers["etag"]],
          [`bytes ${span.start}-${span.end - 1}/${whole.length}`, `${span.end - span.start}`, tag]
        )
        const [, begin, within] = shown[i] ?? ["", /^$/, ""]
        assert.match(body.toString(), begin)
        assert.include(body.toString(), within)
        assert.strictEqual(whole.subarray(end, span.start).toString().trim(), "")
        end = span.end
      }
      assert.strictEqual(whole.subarray(end).toString(), "\n")
    })
  )

  it.effect("is the same at the edges as of any file", () =>
    Effect.gen(function* () {
      const { blocks, whole, part, tag } = yield* converted
      const size = whole.length
      const last = blocks.at(-1)?.span?.start ?? 0
      const parts: ReadonlyArray<readonly [string, number, number]> = [
        ["bytes=0-0", 0, 1],
        [`bytes=${last}-`, last, size],
        [`bytes=-${size - last}`, last, size],
        [`bytes=-${size + 1}`, 0, size],
        [`bytes=${last}-${size + 100}`, last, size],
        [`bytes=${size - 1}-${size - 1}`, size - 1, size]
      ]
      for (const [range, from, to] of parts) {
        const { status, headers, body } = yield* part(range, { "if-range": tag })
        assert.deepStrictEqual([status, headers["content-range"]], [206, `bytes ${from}-${to - 1}/${size}`], range)
        assert.deepStrictEqual(body, whole.subarray(from, to), range)
      }
      for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 5}`, "bytes=-0"]) {
        const { status, headers, body } = yield* part(range)
        assert.deepStrictEqual([status, headers["content-range"]], [416, `bytes */${size}`], range)
        assert.deepInclude(JSON.parse(body.toString()), { code: "range_not_satisfiable", size })
      }
      for (const range of ["bytes=0-1,5-6", "bytes=9-5", "lines=0-1", "bytes=0-x"]) {
        const { status, headers, body } = yield* part(range)
        assert.deepStrictEqual([status, headers["content-range"], body], [200, undefined, whole], range)
      }
    })
  )

  it.effect("is of the Markdown as it is: never compressed, of no other form, and of no other Markdown", () =>
    Effect.gen(function* () {
      const { job, headers, blocks, whole, part, tag } = yield* converted
      const { start, end } = blocks[3]?.span ?? { start: 0, end: 0 }
      const range = `bytes=${start}-${end - 1}`
      const gzip = { "accept-encoding": "gzip" }
      const packed = yield* part(range, gzip)
      assert.deepStrictEqual([packed.status, packed.headers["content-encoding"]], [206, undefined])
      assert.deepStrictEqual(packed.body, whole.subarray(start, end))
      const all = yield* Service.raw(`${job}/download`, { ...headers, ...gzip })
      const packedTag = String(all.headers["etag"])
      assert.notStrictEqual(packedTag, tag)
      for (const known of [packedTag, `W/${tag}`, '"other"', "Sun, 22 Nov 2026 09:00:00 GMT"]) {
        const { status, body } = yield* part(range, { "if-range": known })
        assert.deepStrictEqual([status, body], [200, whole], known)
      }
      const renewed = yield* part(`bytes=${whole.length}-`, { "if-range": '"other"', ...gzip })
      assert.deepStrictEqual([renewed.status, gunzipSync(renewed.body)], [200, whole])
      const had = yield* part(range, { "if-none-match": tag })
      assert.deepStrictEqual([had.status, had.body.length], [304, 0])
      for (const format of ["json", "text", "zip"]) {
        const other = yield* Service.raw(`${job}/download?format=${format}`, { ...headers, range: "bytes=0-1" })
        assert.deepStrictEqual([other.status, other.headers["content-range"]], [200, undefined], format)
        assert.isAbove(other.body.length, 2)
      }
    })
  )

  it.effect("is not asked for by HEAD, which answers for the whole", () =>
    Effect.gen(function* () {
      const { whole, part } = yield* converted
      const { status, headers, body } = yield* part("bytes=0-9", {}, "HEAD")
      assert.deepStrictEqual([status, headers["content-range"], body.length], [200, undefined, 0])
      assert.deepStrictEqual([headers["content-length"], headers["accept-ranges"]], [String(whole.length), "bytes"])
      assert.strictEqual((yield* part(`bytes=${whole.length}-`, {}, "HEAD")).status, 200)
    })
  )
})
