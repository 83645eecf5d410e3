import { crc32 } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { bearer, newPerson } from "../support/Account.ts"
import { until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"
import { unzipped } from "../support/Unzip.ts"

const texts = ["# One", "![Figure 1: A house]()", "Some text.", "![Figure 2: A tree]()"]
const document = Converter.pdf({ pages: texts })
const picture = (page: number) => `the picture on page ${page}`

/** A ready job with its figures cut out, or whatever `options` say. */
const ready = (options: Record<string, unknown> = { images: "files" }) =>
  Effect.gen(function* () {
    const { key } = yield* newPerson("pro")
    const headers = bearer(key.secret)
    const body = pdfForm(document, "a house.pdf")
    body.append("options", JSON.stringify(options))
    const made = yield* Service.plain("/api/v2/jobs", { method: "POST", headers, body })
    assert.strictEqual(made.status, 201, made.text)
    const id: string = made.json.job_id
    const job = yield* Service.plain(`/api/v2/jobs/${id}?wait=50`, { headers })
    assert.strictEqual(job.json.status, "ready")
    const get = (path: string, more: Record<string, string> = {}) =>
      Service.plain(`/api/v2/jobs/${id}/${path}`, { headers: { ...headers, ...more } })
    return { id, headers, get, job: job.json }
  })

const refused = ({ status, json }: { readonly status: number; readonly json: { readonly code: string } }) =>
  `${status} ${json.code}`

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("The pictures of figures", (it) => {
  it.effect("are listed with their blocks, and fetched by their names", () =>
    Effect.gen(function* () {
      const { get, job } = yield* ready()
      assert.deepStrictEqual(job.warnings, [])
      const { json } = yield* get("images")
      const common = { media_type: "image/png", width: 2, height: 1, size: 21 }
      assert.deepStrictEqual(json, {
        items: [
          { name: "p002-1.png", block: "p2-1", page: 2, ...common },
          { name: "p004-1.png", block: "p4-1", page: 4, ...common }
        ]
      })
      for (const { name, page, size } of json.items) {
        const found = yield* get(`images/${name}`)
        assert.deepStrictEqual(
          [found.status, found.headers.get("content-type"), found.headers.get("content-length"), found.text],
          [200, "image/png", String(size), picture(page)]
        )
        const tag = found.headers.get("etag") ?? ""
        assert.strictEqual(found.headers.get("cache-control"), "private, no-cache")
        assert.strictEqual((yield* get(`images/${name}`, { "if-none-match": tag })).status, 304)
      }
    })
  )

  it.effect("are what Accept may ask of a figure's block, and of no other", () =>
    Effect.gen(function* () {
      const { get } = yield* ready()
      const block = yield* get("blocks/p4-1")
      assert.deepStrictEqual(
        [block.json.type, block.json.image, block.json.caption],
        ["figure", "p004-1.png", "Figure 2: A tree"]
      )
      const found = yield* get("blocks/p4-1", { accept: "image/*" })
      assert.deepStrictEqual([found.headers.get("content-type"), found.text], ["image/png", picture(4)])
      assert.strictEqual(refused(yield* get("blocks/p4-1", { accept: "image/jpeg" })), "406 not_acceptable")
      assert.strictEqual(refused(yield* get("blocks/p3-1", { accept: "image/png" })), "406 not_acceptable")
    })
  )

  it.effect("are none of a job that did not ask for them", () =>
    Effect.gen(function* () {
      const { get } = yield* ready({ images: "alt" })
      assert.deepStrictEqual((yield* get("images")).json, { items: [] })
      assert.strictEqual(refused(yield* get("images/p002-1.png")), "404 image_not_found")
      assert.strictEqual((yield* get("blocks/p2-1")).json.image, null)
      assert.strictEqual(refused(yield* get("blocks/p2-1", { accept: "image/png" })), "406 not_acceptable")
    })
  )

  it.effect("have no name but their own", () =>
    Effect.gen(function* () {
      const { get } = yield* ready()
      for (const name of ["p009-1.png", "p002-1", "..%2Fp002-1.png", "blocks.json", "%00"]) {
        assert.strictEqual(refused(yield* get(`images/${name}`)), "404 image_not_found", name)
      }
    })
  )

  it.effect("are nobody else's, need a scope, and are gone with the job", () =>
    Effect.gen(function* () {
      const { id, headers, get } = yield* ready()
      const other = yield* newPerson("pro")
      const paths = ["images", "images/p002-1.png", "download?format=zip"]
      for (const path of paths) {
        const asOther = Service.plain(`/api/v2/jobs/${id}/${path}`, { headers: bearer(other.key.secret) })
        assert.strictEqual(refused(yield* asOther), "404 job_not_found", path)
        assert.strictEqual(refused(yield* Service.plain(`/api/v2/jobs/${id}/${path}`)), "401 missing_credentials", path)
      }
      yield* Service.plain(`/api/v2/jobs/${id}`, { method: "DELETE", headers })
      for (const path of paths) assert.strictEqual(refused(yield* get(path)), "410 gone", path)
    })
  )

  it.effect("leave no file behind when their job is deleted", () =>
    Effect.gen(function* () {
      const kept = Effect.flatMap(Blobs, ({ keys }) => Stream.runCollect(keys))
      const before = yield* kept
      const { id, headers } = yield* ready()
      const own = (yield* kept).filter((key) => !before.includes(key))
      assert.isAtLeast(own.length, 3, "the Markdown, the blocks, the pictures")
      yield* Service.plain(`/api/v2/jobs/${id}`, { method: "DELETE", headers })
      // The input goes a moment after the job is ready.
      yield* until(kept, (after) => own.every((key) => !after.includes(key)))
    })
  )

  it.effect("expire with the job", () =>
    Effect.gen(function* () {
      const { get } = yield* ready()
      yield* TestClock.adjust("3 days")
      assert.strictEqual(refused(yield* get("images/p002-1.png")), "410 gone")
    })
  )

  it.effect("come in a zip with the Markdown and the blocks", () =>
    Effect.gen(function* () {
      const { get } = yield* ready()
      const zip = yield* get("download?format=zip")
      assert.deepStrictEqual(
        [zip.status, zip.headers.get("content-type"), zip.headers.get("cache-control")],
        [200, "application/zip", "private, no-cache"]
      )
      assert.include(zip.headers.get("content-disposition") ?? "", 'filename="a house.zip"')
      const files = unzipped(zip.bytes)
      assert.deepStrictEqual(
        files.map(({ name }) => name),
        ["a house.md", "images/p002-1.png", "images/p004-1.png", "blocks.json"]
      )
      for (const { bytes, crc } of files) assert.strictEqual(crc32(bytes), crc)
      const [markdown, first, second, blocks] = files.map(({ bytes }) => bytes.toString())
      assert.strictEqual(markdown, (yield* get("download")).text)
      assert.deepStrictEqual([first, second], [picture(2), picture(4)])
      assert.deepStrictEqual(JSON.parse(blocks ?? ""), (yield* get("download?format=json")).json)
      const tag = zip.headers.get("etag") ?? ""
      assert.strictEqual((yield* get("download?format=zip", { "if-none-match": tag })).status, 304)
    })
  )

  it.effect("are no part of a zip where the job has none", () =>
    Effect.gen(function* () {
      const { get } = yield* ready({})
      const files = unzipped((yield* get("download?format=zip")).bytes)
      assert.deepStrictEqual(
        files.map(({ name }) => name),
        ["a house.md", "blocks.json"]
      )
    })
  )
})
