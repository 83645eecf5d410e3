import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { pdf } from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import * as Service from "../support/Service.ts"

const [first, second] = ["https://pdf.example", "https://pdf.example.org"]

/** The absolute link that a create through these headers answers with. */
const location = (headers: Record<string, string>) =>
  Effect.gen(function* () {
    const device = yield* Service.newDevice
    const body = pdfForm(pdf({ pages: ["Hello"] }), "a.pdf")
    const answer = yield* Service.call(device, "/jobs", { method: "POST", body, headers })
    return answer.headers.get("location")
  })

const claims = { "x-forwarded-proto": "https", "x-forwarded-host": "pdf.example.org" }

layer(
  Service.layer({ RATE_LIMIT_SCALE: "1000", PUBLIC_ORIGINS: `${first},${second}`, TRUSTED_PROXIES: "127.0.0.1,::1" })
)("Absolute links behind a trusted proxy", (it) => {
  it.effect("are on the public origin that the request came to", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* location(claims), `${second}/jobs`)
    })
  )

  it.effect("are on the canonical origin when that is none of ours", () =>
    Effect.gen(function* () {
      for (const headers of [
        {},
        { ...claims, "x-forwarded-host": "evil.example" },
        { ...claims, "x-forwarded-proto": "http" },
        { ...claims, "x-forwarded-host": "pdf.example.org, evil.example" }
      ]) {
        assert.strictEqual(yield* location(headers), `${first}/jobs`, JSON.stringify(headers))
      }
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000", PUBLIC_ORIGINS: `${first},${second}` }))(
  "Absolute links without a proxy",
  (it) => {
    it.effect("heed no forwarded header", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* location(claims), `${first}/jobs`)
      })
    )
  }
)

const written: Array<string> = []
const writing = Logger.layer([Logger.make(({ message }) => void written.push(String(message)))])

layer(Layer.provide(Service.layer({ RATE_LIMIT_SCALE: "1000" }), writing))("A proxy that is not named", (it) => {
  it.effect("is told to its operator once, with the name of the setting", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 3; n++) yield* Service.plain("/healthz", { headers: { "x-forwarded-for": "192.0.2.1" } })
      const told = written.filter((line) => line.includes("TRUSTED_PROXIES"))
      assert.lengthOf(told, 1)
      assert.notInclude(told[0], "192.0.2.1")
    })
  )
})
