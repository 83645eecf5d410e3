import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { parse } from "../../layers/command/Arguments.ts"
import * as Conversions from "../../layers/command/Conversions.ts"
import * as Inputs from "../../layers/command/Inputs.ts"
import { defaults, frozen, type Settings } from "../../schema/Settings.ts"
import { type Device, pdfForm } from "../../src/client/Device.ts"
import { bearer, newPerson } from "../support/Account.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { engine, inspector } from "../support/Engine.ts"
import { lines, makePdf, type PdfPage } from "../support/Pdf.ts"
import { scanOf } from "../support/Scans.ts"
import * as Service from "../support/Service.ts"

const paragraph = (y: number, what: string) =>
  lines([`This paragraph of ${what} runs over a first line that is full,`, "and it ends in a second one."], {
    x: 60,
    y
  })

const photograph = scanOf([], { dotsPerInch: 30 }).images?.[0]

const cell = (text: string, column: number, row: number) => ({ text, x: 65 + 110 * column, y: 114 + 20 * row })

const table: PdfPage = {
  items: [
    ...["Name", "Owner", "Open"].map((text, column) => cell(text, column, 0)),
    ...["Argentina", "state", "yes"].map((text, column) => cell(text, column, 1)),
    ...["Australia", "private", "no"].map((text, column) => cell(text, column, 2))
  ],
  rules: [
    ...[100, 120, 140, 160].map((y) => [60, y, 390, y] as const),
    ...[60, 170, 280, 390].map((x) => [x, 100, x, 160] as const)
  ]
}

const report = (page: number): PdfPage => ({
  items: [
    { text: "Report of the Society", x: 60, y: 30 },
    ...[100, 140, 180, 220].flatMap((y) => paragraph(y, `page ${page}`)),
    { text: `${page}`, x: 300, y: 800 }
  ]
})

interface Case {
  readonly setting: Partial<Settings>
  readonly flags: ReadonlyArray<string>
  readonly pages: ReadonlyArray<PdfPage>
  /** What the Markdown has with the setting, and has not without. */
  readonly shows: RegExp
}

/** A picture is recognised for as long as it is large. */
const strip = { height: 120 }

/** A setting each, with a document that shows what it does. */
const cases: ReadonlyArray<Case> = [
  {
    setting: { converter: "ocr" },
    flags: ["--converter", "ocr"],
    pages: [
      { ...scanOf([{ text: "Seen in the picture", x: 60, y: 40, size: 14 }], strip), items: paragraph(80, "text") }
    ],
    shows: /Seen in the picture/
  },
  {
    setting: { ocr_languages: ["deu"] },
    flags: ["--ocr-languages", "deu"],
    pages: [
      scanOf(lines(["Die Straße führt über größere Höfe", "und schöne Gärten."], { x: 40, y: 40, size: 14 }), strip)
    ],
    shows: /Die Straße führt über größere Höfe/
  },
  { setting: { tables: "html" }, flags: ["--tables", "html"], pages: [table], shows: /<table>/ },
  {
    setting: { headers_footers: "keep" },
    flags: ["--headers-footers", "keep"],
    pages: [1, 2, 3, 4].map(report),
    shows: /Report of the Society/
  },
  {
    setting: { page_breaks: "comment" },
    flags: ["--page-breaks", "comment"],
    pages: [report(1), report(2)],
    shows: /<!-- page 2 -->/
  },
  {
    setting: { images: "alt" },
    flags: ["--images", "alt"],
    pages: [
      {
        items: [...paragraph(80, "text"), { text: "Figure 1: A house", x: 60, y: 350 }, ...paragraph(400, "text")],
        ...(photograph === undefined ? {} : { images: [{ ...photograph, box: [60, 130, 300, 330] as const }] })
      }
    ],
    shows: /!\[Figure 1: A house\]/
  },
  {
    setting: { page_range: "2" },
    flags: ["--page-range", "2"],
    pages: [report(1), report(2)],
    shows: /^(?!.*page 1).*page 2/s
  },
  {
    setting: { front_matter: true },
    flags: ["--front-matter"],
    pages: [report(1)],
    shows: /^---\ntitle: /
  }
]

const spool = join(tmpdir(), "settings-test-spool")
const real = Layer.merge(engine({ converters: 1, spares: 1, recognisers: 1, spool }), inspector({ spool }))

const form = (pdf: Uint8Array<ArrayBuffer>, options: Partial<Settings> | null) => {
  const body = pdfForm(pdf, "a.pdf")
  if (options !== null) body.set("options", JSON.stringify(options))
  return body
}

const put = (device: Device, settings: Partial<Settings>) =>
  Service.call(device, "/settings", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings)
  })

/** What a job with the device's settings comes to: its Markdown, or its error. */
const byDevice = Effect.fnUntraced(function* (device: Device, pdf: Uint8Array<ArrayBuffer>) {
  const { status, json } = yield* Service.call(device, "/jobs", { method: "POST", body: form(pdf, null) })
  assert.strictEqual(status, 201)
  const job = `/jobs/${json.job_id}`
  const { json: ended } = yield* Service.call(device, `${job}?wait=50`)
  if (ended.status === "error") return ended.error
  assert.strictEqual(ended.status, "ready")
  return (yield* Service.call(device, `${job}/download`)).text
})

const byOptions = Effect.fnUntraced(function* (
  secret: string,
  pdf: Uint8Array<ArrayBuffer>,
  options: Partial<Settings>
) {
  const headers = bearer(secret)
  const made = yield* Service.plain("/api/v2/jobs", { method: "POST", headers, body: form(pdf, options) })
  assert.strictEqual(made.status, 201)
  const job = `/api/v2/jobs/${made.json.job_id}`
  assert.strictEqual((yield* Service.plain(`${job}?wait=50`, { headers })).json.status, "ready")
  return (yield* Service.plain(`${job}/download`, { headers })).text
})

/** What the command line prints, and what it tells beside. */
const byFlags = Effect.fnUntraced(function* (pdf: Uint8Array, flags: ReadonlyArray<string>) {
  const home = yield* folder
  const path = join(home, "a.pdf")
  fs.writeFileSync(path, pdf)
  const asked = parse([...flags, path])
  if (asked._tag !== "Plan") return assert.fail(`${flags.join(" ")} is no plan`)
  let printed = ""
  let told = ""
  yield* Conversions.convert(Inputs.documents([path]), asked.plan, 1, home, {
    print: async (text) => {
      printed += text
    },
    tell: (line) => {
      told += line
    },
    show: null
  })
  return { printed, told }
}, Effect.scoped)

const bytesOf = (pages: ReadonlyArray<PdfPage>) => new Uint8Array(makePdf({ pages, title: "A title" }))

/** Of one test, in ms: recognition is slow where everything is. */
const patience = 120_000

const service = Service.layer({ RATE_LIMIT_SCALE: "1000" }, TestDatabase.layer, real)

/** Who asks, in all tests of settings: children that have read one's documents are not given another's. */
class Clients extends Context.Service<Clients, { readonly device: Device; readonly secret: string }>()(
  "svc/test/http/Clients"
) {}

const clients = Layer.effect(
  Clients,
  Effect.gen(function* () {
    const { key } = yield* newPerson("pro")
    return Clients.of({ device: yield* Service.newDevice, secret: key.secret })
  })
)

const documents = cases.map((one) => ({ ...one, name: Object.keys(one.setting).join(), pdf: bytesOf(one.pages) }))

const two = bytesOf([report(1), report(2)])

layer(service, { excludeTestServices: true })((it) => {
  it.layer(clients)("A setting", (it) => {
    for (const { name, setting, pdf, shows } of documents) {
      it.effect(
        `${name} is done for a device that asks for it, and not before`,
        () =>
          Effect.gen(function* () {
            const { device } = yield* Clients
            yield* put(device, frozen(defaults))
            assert.notMatch(yield* byDevice(device, pdf), shows)
            assert.strictEqual((yield* put(device, setting)).status, 200)
            assert.match(yield* byDevice(device, pdf), shows)
          }),
        patience
      )
    }
    for (const { name, setting, pdf, shows } of documents) {
      it.effect(
        `${name} is done for one job`,
        () =>
          Effect.gen(function* () {
            const { secret } = yield* Clients
            assert.match(yield* byOptions(secret, pdf, setting), shows)
          }),
        patience
      )
    }
    for (const { name, flags, pdf, shows } of documents) {
      it.effect(
        `${name} is done on the command line`,
        () => Effect.map(byFlags(pdf, flags), ({ printed }) => assert.match(printed, shows)),
        patience
      )
    }
  })

  describe("A page_range that names no page", () => {
    it.effect(
      "is refused when the job is made for these pages, and leaves nothing",
      () =>
        Effect.gen(function* () {
          const { key } = yield* newPerson("pro")
          const headers = bearer(key.secret)
          for (const path of ["/api/v2/jobs", "/api/v2/jobs/estimate"]) {
            const { status, json } = yield* Service.plain(path, {
              method: "POST",
              headers,
              body: form(two, { page_range: "3-9" })
            })
            assert.deepStrictEqual([status, json.code], [400, "invalid_page_range"])
            assert.include(json.detail, "which has 2")
          }
          assert.lengthOf((yield* Service.plain("/api/v2/jobs", { headers })).json.items, 0)
          assert.include(yield* byOptions(key.secret, two, { page_range: "2-9" }), "page 2")
        }),
      patience
    )

    it.effect("is an error of the job, or of the command line, where the pages are known only then", () =>
      Effect.gen(function* () {
        const message = "The page range names no page of the document, which has 2"
        const device = yield* Service.newDevice
        yield* put(device, { page_range: "3-9" })
        assert.deepStrictEqual(yield* byDevice(device, two), { code: "conversion_failed", message })
        const { printed, told } = yield* byFlags(two, ["--page-range", "3-9"])
        assert.strictEqual(printed, "")
        assert.include(told, message)
      })
    )
  })

  describe("A bad setting", () => {
    it.effect("is refused for a device, for one job and on the command line, each by its name", () =>
      Effect.gen(function* () {
        const device = yield* Service.newDevice
        const { key } = yield* newPerson("pro")
        const bad: ReadonlyArray<readonly [string, unknown, string]> = [
          ["converter", "magic", "--converter"],
          ["ocr_languages", ["tlh"], "--ocr-languages"],
          ["tables", "csv", "--tables"],
          ["headers_footers", "maybe", "--headers-footers"],
          ["page_breaks", "dots", "--page-breaks"],
          ["images", "all", "--images="],
          ["page_range", "3-1", "--page-range"],
          ["front_matter", "yes", "--front-matter=yes"],
          ["colour", "red", "--colour"]
        ]
        for (const [name, value, flag] of bad) {
          const body = form(two, { [name]: value })
          const answers = [
            yield* put(device, { [name]: value }),
            yield* Service.plain("/api/v2/jobs", { method: "POST", headers: bearer(key.secret), body })
          ]
          for (const { status, json } of answers) {
            assert.deepStrictEqual([status, json.code], [400, "invalid_setting"], name)
            assert.match(json.issues[0].path, new RegExp(`^(?:form\\.options\\.)?${name}`))
            assert.strictEqual(json.detail ?? json.message, `${json.issues[0].path}: ${json.issues[0].message}`)
          }
          assert.strictEqual(parse([flag, String(value), "a.pdf"])._tag, "Wrong", name)
        }
      })
    )
  })
})
