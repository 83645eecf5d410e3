import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { pdfForm, register, send } from "../../src/client/Device.ts"
import { databaseAt, json, leasesOver } from "../crash/Scene.ts"
import { bucket, credentials, s3 } from "../layers/BlobsS3Server.ts"
import { folder } from "../support/Children.ts"
import { stop } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { start, untilTold } from "./RolesProcess.ts"

/** The server of the tests listens on a Unix socket; this is a way to it by TCP, as between machines. */
const tcp = Effect.acquireRelease(
  Effect.promise(async () => {
    const open = new Set<Socket>()
    const server = createServer((near) => {
      const far = connect(join(inject("databaseHost"), ".s.PGSQL.5432"))
      for (const socket of [near, far]) {
        open.add(socket)
        socket.on("close", () => {
          near.destroy()
          far.destroy()
        })
        socket.on("error", () => undefined)
      }
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { server, open, port: (server.address() as AddressInfo).port }
  }),
  ({ server, open }) =>
    Effect.sync(() => {
      for (const socket of open) socket.destroy()
      server.close()
    })
)

/** The address of a database of this test's own. */
const database = Effect.gen(function* () {
  const { port } = yield* tcp
  const url = (name: string) => `postgres://svc@127.0.0.1:${port}/${name}`
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const ask = (statement: string) =>
    SqlClient.SqlClient.use((sql) => sql.unsafe(statement)).pipe(
      Effect.provide(PgClient.layer({ url: Redacted.make(url("postgres")) })),
      Effect.orDie
    )
  yield* Effect.acquireRelease(ask(`CREATE DATABASE ${name} TEMPLATE template STRATEGY FILE_COPY`), () =>
    ask(`DROP DATABASE ${name} WITH (FORCE)`)
  )
  return url(name)
})

describe("a service on many machines", () => {
  it.live("converts on another than serves, and once, though the first that tries is killed", () =>
    Effect.gen(function* () {
      const store = yield* s3
      const shared = {
        ...credentials,
        DATABASE_URL: yield* database,
        BLOBS: `s3://${bucket}/prod`,
        AWS_ENDPOINT_URL: store.url,
        CONVERTERS: "1"
      }
      const home = yield* folder
      const node = (name: string, role: string) => start(join(home, name), { ...shared, ROLE: role }, "scripted")
      const api = yield* node("api", "api")
      const first = yield* node("first", "worker")
      assert.isUndefined(yield* Effect.promise(() => fetch(first.base).catch(() => undefined)))

      const device = yield* Effect.promise(() => register(api.base))
      // No child of the first node can see it.
      const gate = join(home, "second", "code", "gate")
      const create = { method: "POST", body: pdfForm(scripted({ pages: 199, gate }), "long.pdf") }
      const { job_id } = yield* Effect.promise(() => json<{ job_id: string }>(send(api.base, device, "/jobs", create)))
      const job = () => json<{ status: string; pages_done: number }>(send(api.base, device, `/jobs/${job_id}`))
      yield* untilTold(async () => (await job()).status === "processing")
      yield* Effect.promise(() => stop(first.child, "SIGKILL"))
      assert.strictEqual((yield* Effect.promise(job)).status, "processing")

      yield* leasesOver(yield* databaseAt(shared.DATABASE_URL))
      const second = yield* node("second", "worker")
      writeFileSync(gate, "")
      yield* untilTold(async () => (await job()).status === "ready")
      const markdown = yield* Effect.promise(() =>
        send(api.base, device, `/jobs/${job_id}/download`).then((answer) => answer.text())
      )
      for (const page of [1, 100, 199]) assert.include(markdown, `Page ${page}\n`)
      // The log and the figures tell of a job after it is ready.
      yield* untilTold(async () => second.printed().includes('"outcome":"ready"'))
      const figures = () => fetch(`${second.metrics}/metrics`).then((answer) => answer.text())
      yield* untilTold(async () => (await figures()).includes('conversions_total{outcome="ready"} 1\n'))
      assert.match(second.printed(), /"outcome":"ready","pages":199,"attempt":2/)

      assert.strictEqual(yield* Effect.promise(() => stop(second.child, "SIGTERM")), 0)
      assert.strictEqual(yield* Effect.promise(() => stop(api.child, "SIGTERM")), 0)
      for (const { printed } of [api, first, second]) {
        assert.notInclude(printed(), 'job ended","level":"ERROR')
        for (const value of [credentials.AWS_SECRET_ACCESS_KEY, shared.DATABASE_URL, device.token]) {
          assert.notInclude(printed(), value)
        }
      }
    }).pipe(Effect.scoped)
  )
})
