import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { bearer, newKey, newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/jobs"

const hello = Converter.pdf({ pages: ["Hello", "World"] })

const post = (secret: string, body: FormData | Record<string, unknown>, to = `${path}/estimate`) =>
  Service.plain(to, {
    method: "POST",
    headers: { ...bearer(secret), ...(body instanceof FormData ? {} : { "content-type": "application/json" }) },
    body: body instanceof FormData ? body : JSON.stringify(body)
  })

const form = (script: Converter.Script) => pdfForm(Converter.pdf(script), "a.pdf")

const nothingIsLeft = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  assert.lengthOf(yield* sql`SELECT FROM jobs WHERE status = 'queued'`, 0)
  assert.lengthOf(yield* Stream.runCollect((yield* Blobs).keys), 0)
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An estimate", (it) => {
  it.effect("tells the pages of a file or a link, and what is left of slots and pages, and makes nothing", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      yield* Web.use((web) => web.put("https://estimate.test/a.pdf", { body: hello }))
      for (const body of [pdfForm(hello, "a.pdf"), { url: "https://estimate.test/a.pdf", tags: ["x"] }]) {
        const { status, json } = yield* post(key.secret, body)
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(json, {
          pages: 2,
          input_size: hello.length,
          encrypted: false,
          accepted: true,
          refusals: [],
          slot_usage: { used: 0, limit: 10 },
          pages_left: 10_000
        })
      }
      yield* nothingIsLeft
    })
  )

  it.effect("tells what is wrong with a document", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const cases: ReadonlyArray<readonly [Converter.Script, number | null, boolean | null, ReadonlyArray<string>]> = [
        [{ pages: ["x"], encrypted: true }, 1, true, []],
        [{ pages: Array(501).fill("x") }, 501, false, ["page_limit_exceeded"]],
        [{ pages: ["x"], failure: "password_required" }, null, true, ["password_required"]],
        [{ pages: ["x"], failure: "corrupt_pdf" }, null, null, ["corrupt_pdf"]],
        [{ pages: [] }, null, null, ["empty_pdf"]],
        [{ pages: ["x"], failure: "engine_crashed" }, null, null, ["engine_crashed"]]
      ]
      for (const [script, pages, encrypted, refusals] of cases) {
        const { status, json } = yield* post(key.secret, form(script))
        assert.strictEqual(status, 200)
        assert.deepInclude(json, { pages, encrypted, accepted: refusals.length === 0, refusals })
      }
      yield* nothingIsLeft
    })
  )

  it.effect("refuses a callback that a create refuses, and leaves nothing of the file", () =>
    Effect.gen(function* () {
      const refused = Effect.fnUntraced(function* (tier: "free" | "pro", callback_url: string) {
        const { key } = yield* newPerson(tier)
        const body = pdfForm(hello, "a.pdf")
        body.append("callback_url", callback_url)
        const { status, json } = yield* post(key.secret, body)
        return [status, json.code]
      })
      assert.deepStrictEqual(yield* refused("free", "https://hooks.example/"), [403, "webhooks_unavailable"])
      assert.deepStrictEqual(yield* refused("pro", "https://10.0.0.1/"), [400, "invalid_callback_url"])
      yield* nothingIsLeft
    })
  )

  it.effect("refuses what is wrong with the request as a create does", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const large = new Uint8Array(10_485_761)
      large.set(hello)
      const bad: ReadonlyArray<FormData | Record<string, unknown>> = [
        {},
        { url: 7 },
        { url: "ftp://a.example/a.pdf" },
        { url: "https://nobody.test/a.pdf" },
        { url: "https://a.example/a.pdf", options: { tabels: "gfm" } },
        pdfForm(new TextEncoder().encode("hello"), "a.pdf"),
        pdfForm(large, "a.pdf")
      ]
      for (const body of bad) {
        const { status, json } = yield* post(key.secret, body)
        const create = yield* post(key.secret, body, path)
        assert.isAtLeast(status, 400)
        assert.deepStrictEqual([status, json.code], [create.status, create.json.code])
      }
      yield* nothingIsLeft
    })
  )

  it.effect("tells that slots and pages are used up, the key's own pages too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, key, session } = yield* newPerson("free")
      const limited = yield* newKey(session, { monthly_pages: 7 })
      assert.strictEqual((yield* post(limited.secret, pdfForm(hello, "a.pdf"))).json.pages_left, 7)
      const slow = Converter.pdf({ pages: ["x"], pageTime: "1 minute" })
      for (let n = 0; n < 3; n++) yield* post(key.secret, pdfForm(slow, "a.pdf"), path)
      const day = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
      yield* sql`
        INSERT INTO usage AS u (account_id, day, key_id, pages)
        VALUES (${accountId}, ${day}::timestamptz::date, ${limited.key_id}, 500)`
      const { json } = yield* post(limited.secret, pdfForm(hello, "a.pdf"))
      assert.deepStrictEqual(json.refusals, ["slots_full", "quota_exceeded"])
      assert.deepInclude(json, { accepted: false, slot_usage: { used: 3, limit: 3 }, pages: 2, pages_left: 0 })
    })
  )
})
