import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Device, signed } from "../../src/client/Device.ts"
import { bearer, newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const odd = ["%ff", "%", "%2", "%zz", "%c0%80", "%00", "%61", "a;b", "a%23b", "%25ff", "a%2Fb", "%20", "x".repeat(500)]

const read = [
  ["/api/v2/jobs/ID", "job_not_found"],
  ["/api/v2/jobs/ID/download?format=zip", "job_not_found"],
  ["/api/v2/jobs/ID/blocks/ID", "job_not_found"]
] as const

const deleted = [
  ["/api/v2/jobs/ID", "job_not_found"],
  ["/api/v2/api-keys/ID", "key_not_found"],
  ["/api/v2/webhooks/ID", "webhook_not_found"],
  ["/api/v2/me/devices/ID", "device_not_found"],
  ["/api/v2/me/connections/ID", "connection_not_found"],
  ["/api/v2/me/sessions/ID", "not_found"]
] as const

const told = ({ status, body }: Service.Raw) => [status, JSON.parse(body.toString()).code]

const signedHeaders = (device: Device, path: string) =>
  Effect.flatMap(Service.source, (at) =>
    Effect.promise(() => signed(device, { method: "GET", path, bytes: new Uint8Array(0) }, at))
  )

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An id that no link of ours has", (it) => {
  it.effect("is as unknown as any other on every route, after the caller is known and not before", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      for (const id of odd) {
        for (const [path, code] of read) {
          const answer = yield* Service.raw(path.replaceAll("ID", id), bearer(key.secret))
          assert.deepStrictEqual(told(answer), [404, code], `${path} ${id}`)
        }
        for (const [path, code] of deleted) {
          const answer = yield* Service.raw(path.replaceAll("ID", id), session, "DELETE")
          assert.deepStrictEqual(told(answer), [404, code], `${path} ${id}`)
        }
        const nobody = yield* Service.raw(`/api/v2/jobs/${id}`, {})
        assert.deepStrictEqual(told(nobody), [401, "missing_credentials"], id)
      }
    })
  )

  it.effect("is signed as it is sent", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      for (const id of odd) {
        const path = `/jobs/${id}`
        const answer = yield* Service.raw(path, yield* signedHeaders(device, path))
        assert.deepStrictEqual(told(answer), [404, "job_not_found"], id)
      }
    })
  )
})
