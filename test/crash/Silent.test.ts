import { writeFileSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { certificate, privateKey } from "./LocalCertificate.ts"
import { accepted, databaseAt, eventually, rows, settled } from "./Scene.ts"

/** What a client says when it asks for TLS is one message; `S` grants it. */
const overTls = (serve: (near: Socket) => void) => (raw: Socket) => {
  raw.on("error", () => undefined)
  raw.once("data", () => {
    raw.write("S")
    serve(new TLSSocket(raw, { isServer: true, key: privateKey, cert: certificate }))
  })
}

/** A way to a database over TCP that can forget the connections it has: nothing passes on them again, and none is closed. */
const wayTo = (url: string, isEncrypted: boolean) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const { username, hostname, pathname } = new URL(url)
        const path = `${decodeURIComponent(hostname)}/.s.PGSQL.5432`
        const known = new Set<Socket>()
        const forgotten = new Set<Socket>()
        const serve = (near: Socket) => {
          const far = connect({ path })
          for (const [from, to] of [
            [near, far],
            [far, near]
          ] as const) {
            known.add(from)
            from
              .on("data", (bytes) => forgotten.has(from) || to.write(bytes))
              .on("error", () => undefined)
              .on("close", () => forgotten.has(from) || to.destroy())
          }
        }
        const server = createServer(isEncrypted ? overTls(serve) : serve)
        await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
        const { port } = server.address() as AddressInfo
        const mode = isEncrypted ? "require" : "disable"
        return { server, known, forgotten, url: `postgres://${username}@localhost:${port}${pathname}?sslmode=${mode}` }
      }),
      ({ server, known }) =>
        Effect.sync(() => {
          for (const socket of known) socket.destroy()
          server.close()
        })
    ),
    ({ known, forgotten, url }) => ({
      url,
      forget: () => {
        for (const socket of known) forgotten.add(socket)
      }
    })
  )

it.live.each([
  { how: "in the clear", isEncrypted: false },
  { how: "encrypted", isEncrypted: true }
])(
  "connections to the database, $how, that die without a word, as when its host is replaced: jobs go on and waiters are answered on new ones",
  ({ isEncrypted }) =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const direct = yield* TestDatabase.url
      const way = yield* wayTo(direct, isEncrypted)
      const trusted = join(yield* folder, "trusted.pem")
      writeFileSync(trusted, certificate)
      const variables = { CONVERTERS: "3", DATABASE_URL: way.url, NODE_EXTRA_CA_CERTS: trusted }
      const { base, printed } = yield* dev(data, variables, "scripted")
      const device = yield* Effect.promise(() => register(base))
      const sql = yield* databaseAt(direct)
      const gate = join(data, "code", "gate")
      const made = yield* Effect.forEach([1, 2], () =>
        Effect.promise(() => accepted(base, device, scripted({ pages: 40, gate })))
      )
      yield* eventually(
        "both run",
        Effect.map(rows(sql), (jobs) => jobs.every(({ status }) => status === "processing"))
      )

      way.forget()
      writeFileSync(gate, "")
      for (const { job_id } of made) {
        yield* eventually(
          "who waits is told that the job is ready",
          Effect.promise(async () => {
            const answer = await send(base, device, `/jobs/${job_id}?wait=20`)
            return answer.status === 200 && (await answer.json()).status === "ready"
          })
        )
      }
      assert.include(printed(), "Connections on which the database no longer answers have been ended")
      const last = yield* Effect.promise(() => accepted(base, device, scripted({ pages: 1 })))
      const jobs = yield* settled(data, sql)
      assert.strictEqual(jobs.length, 3, last.job_id)
      for (const { id, status } of jobs) assert.strictEqual(status, "ready", id)
    }).pipe(Effect.scoped)
)
