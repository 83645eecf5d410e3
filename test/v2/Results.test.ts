import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Converter from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newKey, newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const texts = [
  "# One",
  "The first text, with an ü.",
  "| größer | a, b |",
  "# Two",
  ...Array.from({ length: 30 }, (_, i) => `Sentence ${i} of what stands under the second heading.`)
]
const document = Converter.pdf({ pages: texts })

/** A ready job, and what asks for its results. */
const ready = Effect.gen(function* () {
  const { key } = yield* newPerson("pro")
  const headers = bearer(key.secret)
  const made = yield* Service.plain("/api/v2/jobs", { method: "POST", headers, body: pdfForm(document, "a.pdf") })
  const id: string = made.json.job_id
  const job = yield* Service.plain(`/api/v2/jobs/${id}?wait=50`, { headers })
  assert.strictEqual(job.json.status, "ready")
  const get = (path: string, more: Record<string, string> = {}) =>
    Service.plain(`/api/v2/jobs/${id}/${path}`, { headers: { ...headers, ...more } })
  return { id, headers, get }
})

const refused = ({ status, json }: { readonly status: number; readonly json: { readonly code: string } }) =>
  `${status} ${json.code}`

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("Results", (it) => {
  it.effect("are blocks, of which a range of the Markdown fetches each", () =>
    Effect.gen(function* () {
      const { get } = yield* ready
      const { json } = yield* get("blocks?limit=3")
      assert.deepStrictEqual(
        json.items.map(({ type, level, page, text }: Record<string, unknown>) => [type, level, page, text]),
        [
          ["heading", 1, 1, "One"],
          ["paragraph", null, 2, "The first text, with an ü."],
          ["table", null, 3, "größer\ta, b"]
        ]
      )
      assert.deepStrictEqual(json.pages[0], { page: 1, width: 612, height: 792, rotation: 0, label: null })
      for (const [i, { span }] of json.items.entries()) {
        const part = yield* get("download", { range: `bytes=${span.start}-${span.end - 1}` })
        assert.deepStrictEqual([part.status, part.text], [206, texts[i]])
      }
    })
  )

  it.effect("are kept by clients, which ask whether they are still there: each answer has a tag of its own", () =>
    Effect.gen(function* () {
      const { id, headers, get } = yield* ready
      const csv = { accept: "text/csv" }
      const asked = [
        ["blocks"],
        ["blocks?limit=2"],
        ["blocks/p3-1"],
        ["blocks/p3-1", csv],
        ["chunks"],
        ["pages"]
      ] as const
      const tags = yield* Effect.forEach(asked, ([path, accept = {}]) =>
        Effect.gen(function* () {
          const first = yield* get(path, accept)
          assert.deepStrictEqual([first.status, first.headers.get("cache-control")], [200, "private, no-cache"], path)
          const tag = first.headers.get("etag") ?? ""
          const again = yield* get(path, { ...accept, "if-none-match": tag })
          assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", tag])
          assert.strictEqual((yield* get(path, { ...accept, "if-none-match": '"other"' })).text, first.text)
          return tag
        })
      )
      assert.lengthOf(new Set(tags), asked.length)
      const { key } = yield* newPerson("pro")
      const theirs = { ...bearer(key.secret), "if-none-match": tags[0]! }
      assert.strictEqual((yield* Service.plain(`/api/v2/jobs/${id}/blocks`, { headers: theirs })).status, 404)
      yield* Service.plain(`/api/v2/jobs/${id}`, { method: "DELETE", headers })
      assert.strictEqual((yield* get("blocks", { "if-none-match": tags[0]! })).status, 410)
    })
  )

  it.effect("are listed to the last block, page by page, and by page and type", () =>
    Effect.gen(function* () {
      const { get } = yield* ready
      const seen: Array<string> = []
      let path = "blocks?limit=10"
      for (let cursor: string | null = ""; cursor !== null; ) {
        const { json } = yield* get(path)
        seen.push(...json.items.map(({ id }: { readonly id: string }) => id))
        cursor = json.next_cursor
        path = `blocks?limit=10&cursor=${cursor}`
      }
      assert.deepStrictEqual(
        seen,
        texts.map((_, i) => `p${i + 1}-1`)
      )
      const ids = (path: string) =>
        Effect.map(get(path), ({ json }) => json.items.map(({ id }: { readonly id: string }) => id))
      assert.deepStrictEqual(yield* ids("blocks?type=heading"), ["p1-1", "p4-1"])
      assert.deepStrictEqual(yield* ids("blocks?page=3"), ["p3-1"])
      assert.deepStrictEqual(yield* ids("blocks?page=3&type=heading"), [])
    })
  )

  it.effect("are one block as JSON, and a table as CSV", () =>
    Effect.gen(function* () {
      const { get } = yield* ready
      const as = (id: string, accept: string) => get(`blocks/${id}`, { accept })
      assert.strictEqual((yield* as("p3-1", "application/json")).json.type, "table")
      const csv = yield* as("p3-1", "text/csv")
      assert.deepStrictEqual(
        [csv.headers.get("content-type"), csv.text],
        ["text/csv; charset=utf-8", 'größer,"a, b"\r\n']
      )
      assert.strictEqual((yield* as("p3-1", "*/*")).json.id, "p3-1")
      assert.strictEqual(refused(yield* as("p2-1", "text/csv")), "406 not_acceptable")
      assert.strictEqual(refused(yield* as("p3-1", "image/png")), "406 not_acceptable")
      assert.strictEqual(refused(yield* as("p99-1", "*/*")), "404 block_not_found")
    })
  )

  it.effect("are chunks of the size that is asked for, each a stretch of the Markdown", () =>
    Effect.gen(function* () {
      const { get } = yield* ready
      const markdown = Buffer.from((yield* get("download")).text)
      const { json } = yield* get("chunks?max_chars=300&overlap=60")
      assert.isAbove(json.items.length, 4)
      for (const { text, span } of json.items) {
        assert.strictEqual(markdown.subarray(span.start, span.end).toString(), text)
        assert.isAtMost(text.length, 300)
      }
      assert.deepStrictEqual(json.items.at(-1).headings, ["Two"])
      const first = yield* get("chunks?max_chars=300&overlap=60&limit=2")
      const rest = yield* get(`chunks?max_chars=300&overlap=60&cursor=${first.json.next_cursor}`)
      assert.deepStrictEqual([...first.json.items, ...rest.json.items], json.items)
    })
  )

  it.effect("are downloads in other forms", () =>
    Effect.gen(function* () {
      const { get } = yield* ready
      const json = yield* get("download?format=json")
      assert.strictEqual(json.headers.get("content-type"), "application/json")
      assert.strictEqual(json.headers.get("content-disposition")?.includes('filename="a.json"'), true)
      assert.strictEqual(json.json.blocks.length, texts.length)
      assert.strictEqual(json.json.pages.length, texts.length)
      const text = yield* get("download?format=text")
      assert.strictEqual(text.headers.get("content-type"), "text/plain; charset=utf-8")
      assert.isTrue(text.text.startsWith("One\n\nThe first text, with an ü.\n\ngrößer\ta, b\n\nTwo\n"))
      const again = yield* get("download?format=json", { "if-none-match": json.headers.get("etag") ?? "" })
      assert.strictEqual(again.status, 304)
      assert.strictEqual(refused(yield* get("download?format=pdf")), "400 invalid_request")
    })
  )

  it.effect("refuse what they do not take", () =>
    Effect.gen(function* () {
      const { get } = yield* ready
      assert.strictEqual(refused(yield* get("blocks?cursor=x")), "400 invalid_cursor")
      assert.strictEqual(refused(yield* get("blocks?limit=1001")), "400 invalid_request")
      assert.strictEqual(refused(yield* get("blocks?type=picture")), "400 invalid_request")
      assert.strictEqual(refused(yield* get("chunks?max_chars=199")), "400 invalid_request")
      const overlap = yield* get("chunks?max_chars=400&overlap=200")
      assert.deepStrictEqual(
        [refused(overlap), overlap.json.issues],
        ["400 invalid_request", [{ path: "query.overlap", message: "must be below 200, half of max_chars" }]]
      )
    })
  )

  it.effect("are the account's, and the device's that made the job, and nobody else's", () =>
    Effect.gen(function* () {
      const { id } = yield* ready
      const other = yield* newPerson("pro")
      const device = yield* Service.newDevice
      for (const path of ["blocks", "blocks/p1-1", "chunks", "pages", "events"]) {
        const stranger = yield* Service.plain(`/api/v2/jobs/${id}/${path}`, { headers: bearer(other.key.secret) })
        assert.strictEqual(refused(stranger), "404 job_not_found")
        assert.strictEqual(refused(yield* Service.call(device, `/api/v2/jobs/${id}/${path}`)), "404 job_not_found")
      }
      const made = yield* Service.call(device, "/jobs", { method: "POST", body: pdfForm(document, "a.pdf") })
      const own: string = made.json.job_id
      yield* Service.call(device, `/jobs/${own}?wait=50`)
      const { status, json } = yield* Service.call(device, `/api/v2/jobs/${own}/blocks?limit=1`)
      assert.deepStrictEqual([status, json.items[0].text], [200, "One"])
      const facts = yield* Service.call(device, `/api/v2/jobs/${own}/pages`)
      assert.deepStrictEqual([facts.status, facts.json.items.length], [200, texts.length])
      const events = yield* Service.call(device, `/api/v2/jobs/${own}/events`)
      assert.strictEqual(events.status, 200)
      assert.match(events.text, /^event: end$/m)
      assert.deepInclude(JSON.parse(/^data: (.*)$/m.exec(events.text)?.[1] ?? "{}"), {
        job_id: own,
        status: "ready",
        tier: "anonymous",
        slot_usage: { used: 0, limit: 3 }
      })
      const unscoped = yield* newKey(other.session, { scopes: ["jobs:download"] })
      for (const path of ["pages", "events"]) {
        const { status, json } = yield* Service.plain(`/api/v2/jobs/${own}/${path}`, {
          headers: bearer(unscoped.secret)
        })
        assert.deepStrictEqual([status, json.code, json.scope], [403, "missing_scope", "jobs:read"])
      }
    })
  )

  it.effect("are not there before the job is ready, and gone with it", () =>
    Effect.gen(function* () {
      const { id, headers, get } = yield* ready
      yield* Service.plain(`/api/v2/jobs/${id}`, { method: "DELETE", headers })
      for (const path of ["blocks", "blocks/p1-1", "chunks", "download?format=json"]) {
        assert.strictEqual(refused(yield* get(path)), "410 gone", path)
      }
      const failing = Converter.pdf({ pages: ["a"], failure: "corrupt_pdf" })
      const made = yield* Service.plain("/api/v2/jobs", { method: "POST", headers, body: pdfForm(failing, "b.pdf") })
      yield* Service.plain(`/api/v2/jobs/${made.json.job_id}?wait=50`, { headers })
      const blocks = yield* Service.plain(`/api/v2/jobs/${made.json.job_id}/blocks`, { headers })
      assert.strictEqual(refused(blocks), "409 not_ready")
    })
  )
})
