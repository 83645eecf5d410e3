/** Every route over real HTTP against requests that nobody would send in good faith. */
import { request } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { bearer, newPerson } from "../support/Account.ts"
import { type Hostile, hostileRequest } from "../support/HostileRequests.ts"
import { long } from "../support/Long.ts"
import * as Service from "../support/Service.ts"

const status = (base: string, { method, path, headers, body }: Hostile) =>
  new Promise<{ readonly status: number; readonly id: unknown }>((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      response.resume()
      response.on("end", () => resolve({ status: response.statusCode ?? 0, id: response.headers["x-request-id"] }))
    })
    // of a body that is refused the rest is not read
    sent.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "EPIPE" || error.code === "ECONNRESET" ? resolve({ status: 413, id: "lost" }) : reject(error)
    )
    sent.end(body ?? undefined)
  })

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("Hostile requests", (it) => {
  it.effect("are answered, each with an id, and none is a fault of ours", () =>
    Effect.gen(function* () {
      const base = yield* Service.Base
      const { key, session } = yield* newPerson("pro")
      const credentials = [bearer(key.secret), session, { authorization: "Bearer svc_x" }, { cookie: "svc_session=x" }]
      // the time limit ends the wait for a request that is on its way
      let asked: Promise<unknown> = Promise.resolve()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(hostileRequest(credentials), async (hostile) => {
            const given = status(base, hostile)
            asked = given
            const answer = await given
            assert.isTrue(
              answer.status < 500 || answer.status === 503,
              `${answer.status} ${hostile.method} ${hostile.path}`
            )
            assert.isString(answer.id)
          }),
          { numRuns: long(500, 150), seed: 19, interruptAfterTimeLimit: 40_000 }
        )
      )
      yield* Effect.promise(() => Promise.allSettled([asked]))
      assert.strictEqual((yield* Service.plain("/healthz")).status, 200)
    })
  )
})
