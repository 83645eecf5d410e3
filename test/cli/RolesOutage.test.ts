import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pdfForm, register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { scripted } from "../support/Scripted.ts"
import { start, untilTold } from "./RolesProcess.ts"

/** A store that says yes to everything, until it is not there any more. */
const store = Effect.promise(async () => {
  let isSilent = false
  const server = createServer((request, response) => {
    request.resume().on("end", () => isSilent || response.setHeader("etag", '"x"').end())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const vanish = () => {
    server.close()
    server.closeAllConnections()
  }
  const fallSilent = () => {
    isSilent = true
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, vanish, fallSilent }
})

const variablesOf = (url: string) => ({
  BLOBS: "s3://pdf-tests/of/one/node",
  AWS_ENDPOINT_URL: url,
  AWS_ACCESS_KEY_ID: "the-key-of-these-tests",
  AWS_SECRET_ACCESS_KEY: "the-other-secret-of-these-tests"
})

it.live("a store that has gone turns uploads into 503 and takes the node out of service", () =>
  Effect.gen(function* () {
    const home = yield* folder
    const { url, vanish } = yield* store
    const variables = { ...variablesOf(url), DATABASE_URL: yield* TestDatabase.url }
    const { base, printed } = yield* start(join(home, "data"), variables, "scripted")
    const device = yield* Effect.promise(() => register(base))
    vanish()
    const upload = { method: "POST", body: pdfForm(scripted({ pages: 1 }), "a.pdf") }
    const refused = yield* Effect.promise(() => send(base, device, "/jobs", upload))
    assert.strictEqual(refused.status, 503)
    assert.strictEqual(((yield* Effect.promise(() => refused.json())) as { code: string }).code, "unavailable")
    yield* untilTold(async () => {
      const ready = await fetch(`${base}/readyz`)
      const { checks } = (await ready.json()) as { checks: { database: boolean; storage: boolean } }
      return ready.status === 503 && checks.database && !checks.storage
    })
    assert.strictEqual((yield* Effect.promise(() => fetch(`${base}/healthz`))).status, 200)
    for (const value of ["-of-these-tests", device.token]) assert.notInclude(printed(), value)
  }).pipe(Effect.scoped)
)

it.live("a store that takes requests and answers none: an upload is told 503 before a proxy gives it up", () =>
  Effect.gen(function* () {
    const home = yield* folder
    const { url, fallSilent } = yield* store
    const variables = { ...variablesOf(url), DATABASE_URL: yield* TestDatabase.url }
    const { base } = yield* start(join(home, "data"), variables, "scripted")
    const device = yield* Effect.promise(() => register(base))
    fallSilent()
    const upload = { method: "POST", body: pdfForm(scripted({ pages: 1 }), "a.pdf") }
    const refused = yield* Effect.promise(() => send(base, device, "/jobs", upload)).pipe(Effect.timeout("60 seconds"))
    assert.strictEqual(refused.status, 503)
    assert.propertyVal(yield* Effect.promise(() => refused.json()), "code", "unavailable")
  }).pipe(Effect.scoped)
)
