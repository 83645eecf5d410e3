import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { pdf } from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newPerson, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

layer(Service.layer())("An account that is deleted during an upload", (it) => {
  it.effect("takes the key with it: the upload ends in 401, and nothing of it stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const base = yield* Service.Base
      const person = yield* newPerson("pro")
      const form = new Response(pdfForm(new Uint8Array(pdf({ pages: ["One"] })), "a.pdf"))
      const type = form.headers.get("content-type") ?? ""
      const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
      let finish = () => {}
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.subarray(0, 100))
          finish = () => {
            controller.enqueue(bytes.subarray(100))
            controller.close()
          }
        }
      })
      const headers = { ...bearer(person.key.secret), "content-type": type }
      const init = { method: "POST", headers, body, duplex: "half" }
      const upload = yield* Effect.forkChild(Effect.promise(() => fetch(`${base}/api/v2/jobs`, init)))
      const letIn = sql`SELECT FROM rate_buckets WHERE key LIKE ${`key:${person.key.key_id}:create%`}`
      yield* Effect.repeat(letIn, { until: (rows) => rows.length > 0 })

      const gone = yield* withSession(person.session, "/api/v2/me", { method: "DELETE" })
      assert.strictEqual(gone.status, 204)
      finish()
      const answer = yield* Fiber.join(upload)
      assert.strictEqual(answer.status, 401)
      assert.strictEqual((yield* Effect.promise(() => answer.json())).code, "invalid_api_key")
      assert.lengthOf(yield* sql`SELECT FROM jobs`, 0)
    })
  )
})
