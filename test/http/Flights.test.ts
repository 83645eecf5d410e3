import { request } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { type Device, pdfForm, signed } from "../../src/client/Device.ts"
import { bearer, newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const file = pdf({ pages: ["One"] })

interface Told {
  readonly status: number
  readonly connection: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
  readonly json: any
}

/** A form of which the first bytes are sent now, and the rest when the test says so. */
const begun = Effect.fnUntraced(function* (
  path: string,
  headersOf: (bytes: Uint8Array<ArrayBuffer>) => Promise<Record<string, string>>
) {
  const base = yield* Service.Base
  const form = new Response(pdfForm(file, "a.pdf"))
  const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
  const headers = {
    ...(yield* Effect.promise(() => headersOf(bytes))),
    "content-type": form.headers.get("content-type") ?? "",
    "content-length": String(bytes.length)
  }
  const sent = request(`${base}${path}`, { method: "POST", headers })
  const answer = yield* Effect.forkChild(
    Effect.callback<Told>((resume) => {
      sent.on("response", (response) => {
        let body = ""
        response.on("data", (chunk) => {
          body += chunk
        })
        response.on("end", () =>
          resume(
            Effect.succeed({
              status: response.statusCode ?? 0,
              connection: response.headers.connection,
              json: JSON.parse(body)
            })
          )
        )
      })
      sent.on("error", () => {})
    })
  )
  sent.write(bytes.subarray(0, 100))
  return { answer, finish: () => sent.end(bytes.subarray(100)), abort: () => sent.destroy() }
})

const byDevice = (device: Device) =>
  Effect.flatMap(Service.source, (at) =>
    begun("/jobs", (bytes) => signed(device, { method: "POST", path: "/jobs", bytes }, at))
  )

/** Once so many of them are answered: their answers. */
const answered = (flights: ReadonlyArray<{ readonly answer: Fiber.Fiber<Told> }>, count: number) =>
  Effect.gen(function* () {
    for (;;) {
      const done = flights.filter(({ answer }) => answer.pollUnsafe() !== undefined)
      if (done.length >= count) return yield* Effect.forEach(done, ({ answer }) => Fiber.join(answer))
      yield* Effect.promise(() => new Promise((next) => setImmediate(next)))
    }
  })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }), { excludeTestServices: false })("Uploads on their way", (it) => {
  it.effect("are as many as the slots and one more: 25 open uploads of one device take no more", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const flights = yield* Effect.forEach(Array.from({ length: 25 }), () => byDevice(device))
      const refused = yield* answered(flights, 21)
      for (const { status, json } of refused) {
        assert.deepStrictEqual([status, json.code, json.limit], [409, "slots_full", 3])
      }
      const another = yield* byDevice(yield* Service.newDevice)
      another.finish()
      assert.strictEqual((yield* Fiber.join(another.answer)).status, 201)

      for (const { abort } of flights) abort()
      const next = yield* Effect.repeat(
        Effect.gen(function* () {
          const again = yield* byDevice(device)
          again.finish()
          return yield* Fiber.join(again.answer)
        }),
        { until: ({ status }) => status === 201 }
      )
      assert.strictEqual(next.status, 201)
    })
  )

  it.effect("count on every way in: those of a key, its estimates too", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const { authorization } = bearer(key.secret)
      const ways = ["/api/v2/jobs", "/api/v2/jobs/estimate"]
      const flights = yield* Effect.forEach(Array.from({ length: 8 }), (_, i) =>
        begun(ways[i % ways.length]!, async () => ({ authorization }))
      )
      for (const { json } of yield* answered(flights, 4)) assert.strictEqual(json.code, "slots_full")
      for (const { abort } of flights) abort()
    })
  )

  it.effect("end after 30 seconds without a byte, with their connection", () =>
    Effect.gen(function* () {
      const flight = yield* byDevice(yield* Service.newDevice)
      const told = yield* Effect.forkChild(Fiber.join(flight.answer))
      while (told.pollUnsafe() === undefined) {
        yield* TestClock.adjust("10 seconds")
        yield* Effect.promise(() => new Promise((next) => setImmediate(next)))
      }
      const { status, connection, json } = yield* Fiber.join(told)
      assert.deepStrictEqual([status, connection, json.code], [400, "close", "invalid_request"])
    })
  )
})
