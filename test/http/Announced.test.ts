/** Bodies that are too large by their own account. */
import { request } from "node:http"
import { text } from "node:stream/consumers"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { signed } from "../../src/client/Device.ts"
import { bearer, newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

/** What is answered to the head of a request alone, and whether its body was asked for. */
const announced = (path: string, headers: Record<string, string>, bytes: number) =>
  Effect.flatMap(Service.Base, (base) =>
    Effect.callback<{ readonly status: number; readonly code: string; readonly isWanted: boolean }>((resume) => {
      let isWanted = false
      const all = { ...headers, "content-length": String(bytes), expect: "100-continue" }
      const sent = request(`${base}${path}`, { method: "POST", headers: all, agent: false })
      sent.on("error", () => {})
      sent.on("continue", () => {
        isWanted = true
      })
      sent.on("response", (response) => {
        void text(response).then((body) => {
          sent.destroy()
          resume(Effect.succeed({ status: response.statusCode ?? 0, code: JSON.parse(body).code, isWanted }))
        })
      })
      sent.flushHeaders()
    })
  )

const json = { "content-type": "application/json" }
const form = { "content-type": "multipart/form-data; boundary=b" }
const pdf = { "content-type": "application/pdf" }

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A body that says it is too large", (it) => {
  it.effect("is refused before it comes; it was read up to the limit, and waited for when it did not come", () =>
    Effect.gen(function* () {
      const key = bearer((yield* newPerson("pro")).key.secret)
      const device = yield* Service.newDevice
      const at = yield* Service.source
      const signature = yield* Effect.promise(() =>
        signed(device, { method: "POST", path: "/jobs", bytes: new Uint8Array(1) }, at)
      )
      const bodies: ReadonlyArray<readonly [string, Record<string, string>, string]> = [
        ["/api/v2/jobs", { ...key, ...pdf }, "file_too_large"],
        ["/api/v2/jobs", { ...key, ...form }, "file_too_large"],
        ["/api/v2/jobs", { ...key, ...json }, "payload_too_large"],
        ["/api/v2/jobs/estimate", { ...key, ...form }, "file_too_large"],
        ["/api/v2/jobs/batch", { ...key, ...json }, "payload_too_large"],
        ["/jobs", { ...signature, ...form }, "file_too_large"]
      ]
      for (const [path, headers, code] of bodies) {
        const answer = yield* announced(path, headers, 10 ** 12)
        assert.deepStrictEqual(answer, { status: 413, code, isWanted: false }, `${path} ${headers["content-type"]}`)
      }
    })
  )
})
