import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { defaults as all, FrozenSettings } from "../../schema/Settings.ts"
import type { Device } from "../../src/client/Device.ts"
import * as Service from "../support/Service.ts"

/** Those of v1 alone, whatever v2 has besides. */
const defaults = Schema.decodeUnknownSync(FrozenSettings)(all)

const put = (device: Device, body: unknown, type = "application/json") =>
  Service.call(device, "/settings", {
    method: "PUT",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("v1 settings", (it) => {
  it.effect("are the defaults until some are changed, and the answer is always the whole", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      assert.deepStrictEqual((yield* Service.call(device, "/settings")).json, defaults)
      const changed = yield* put(device, { tables: "html", page_range: "1-3,7" })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual(changed.json, { ...defaults, tables: "html", page_range: "1-3,7" })
      yield* put(device, { tables: "gfm", front_matter: true, ocr_languages: ["deu", "eng"] })
      assert.deepStrictEqual((yield* Service.call(device, "/settings")).json, {
        ...defaults,
        page_range: "1-3,7",
        front_matter: true,
        ocr_languages: ["deu", "eng"]
      })
      yield* put(device, { page_range: null })
      assert.strictEqual((yield* Service.call(device, "/settings")).json.page_range, null)
      assert.deepStrictEqual((yield* put(device, {})).json.ocr_languages, ["deu", "eng"])
    })
  )

  it.effect("have no value that only v2 has", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      assert.strictEqual((yield* put(device, { tables: "auto" })).status, 400)
    })
  )

  it.effect("changed at once by many requests all hold", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const changes = [{ tables: "html" }, { images: "alt" }, { page_breaks: "rule" }, { front_matter: true }]
      yield* Effect.all(
        changes.map((change) => put(device, change)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual((yield* Service.call(device, "/settings")).json, Object.assign({}, defaults, ...changes))
    })
  )

  it.effect("refuse unknown names and bad values, all of them named, and change nothing", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const { status, json } = yield* put(device, { tables: "csv", colour: "red", front_matter: true })
      assert.strictEqual(status, 400)
      assert.strictEqual(json.code, "invalid_setting")
      assert.deepStrictEqual(json.issues.map(({ path }: { path: string }) => path).sort(), ["colour", "tables"])
      const bad: ReadonlyArray<unknown> = [
        { ocr_languages: [] },
        { ocr_languages: ["eng", "eng"] },
        { ocr_languages: ["tlh"] },
        { page_range: "1-" },
        { page_range: "" },
        { page_range: "0" },
        { page_range: "1,9-3" },
        { front_matter: "yes" },
        { __proto__: null, constructor: 1 },
        [],
        null,
        "tables"
      ]
      for (const change of bad) {
        const { status, json } = yield* put(device, JSON.stringify(change))
        assert.strictEqual(status, 400, JSON.stringify(change))
        assert.strictEqual(json.code, "invalid_setting", JSON.stringify(change))
        assert.match(json.message, /^[^:]+: /, "says where the mistake is, also when the body is no object")
      }
      assert.deepStrictEqual((yield* Service.call(device, "/settings")).json, defaults)
    })
  )

  it.effect("refuse what is not JSON", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      assert.strictEqual((yield* put(device, "{")).json.code, "invalid_request")
      assert.strictEqual((yield* put(device, "{}", "text/plain")).json.code, "invalid_request")
      assert.strictEqual((yield* put(device, `{"x":"${"x".repeat(262_144)}"}`)).json.code, "payload_too_large")
    })
  )
})
