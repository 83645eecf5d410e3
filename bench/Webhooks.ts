/** Deliveries a second to a receiver on this machine, and what one dead receiver among a hundred costs the others. */
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { Worker } from "node:worker_threads"
import { ConfigProvider, Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"
import { SqlClient } from "effect/sql"
import * as App from "../layers/App.ts"
import * as Database from "../layers/Database.ts"
import * as Egress from "../layers/Egress.ts"
import * as EmbeddedPostgres from "../layers/EmbeddedPostgres.ts"
import * as Notifications from "../layers/Notifications.ts"
import { authority } from "../test/layers/EgressCertificate.ts"
import type { Benchmark } from "./main.ts"

const receivers = 100
const each = 5
const rounds = 9

/** When each path was called, on the clock of `performance.now`. */
const calls = new Map<string, Array<number>>()

const servers = Effect.acquireRelease(
  Effect.promise(async () => {
    setDefaultCACertificates([...getCACertificates("default"), authority])
    const live = new Worker(new URL("./webhooks/Receiver.ts", import.meta.url))
    const [livePort] = (await once(live, "message")) as [number]
    live.on("message", (path: string) => {
      calls.set(path, [...(calls.get(path) ?? []), performance.now()])
    })
    // Takes connections and never says a word.
    const dead = createTcpServer(() => {})
    await new Promise<void>((done) => dead.listen(0, "127.0.0.1", done))
    return { live, dead, livePort, deadPort: (dead.address() as AddressInfo).port }
  }),
  ({ live, dead }) =>
    Effect.promise(async () => {
      dead.close()
      await live.terminate()
    })
)

const dns = Layer.succeed(
  Dns.Dns,
  Dns.make({ lookup: () => Effect.succeed([NetAddress.ipFromStringUnsafe("127.0.0.1")]) })
)

const median = (values: ReadonlyArray<number>) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const benchmark: Benchmark = {
  title: `${receivers} receivers over HTTPS, ${each} deliveries to each, one node`,
  run: () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"))
    return Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.start(folder)
      const { livePort, deadPort } = yield* servers
      const services = Layer.merge(Notifications.layer, Egress.layer.pipe(Layer.provide(dns))).pipe(
        Layer.provideMerge(Database.layerClient),
        Layer.provide(Layer.succeed(Database.Connection, { ...server, database: "postgres" })),
        Layer.provide(
          ConfigProvider.layer(
            ConfigProvider.fromUnknown({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32", DRAIN_SECONDS: "0" })
          )
        )
      )

      /** Milliseconds until each delivery to a live receiver has arrived, when so many receivers are dead. */
      const round = (deadOnes: number) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`DELETE FROM deliveries`
          calls.clear()
          const at = new Date()
          for (let n = 0; n < receivers; n++) {
            const port = n < deadOnes ? deadPort : livePort
            const account = randomUUID()
            const rows = Array.from({ length: each }, () => ({
              id: randomUUID(),
              account_id: account,
              receiver: `bench ${n}`,
              job_id: randomUUID(),
              event: "job.ready",
              url: `https://secure.test:${port}/${n}`,
              secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
              payload: `{"event":"job.ready","padding":"${"x".repeat(400)}"}`,
              created_at: at,
              next_attempt_at: at,
              due_at: at
            }))
            yield* sql`INSERT INTO deliveries ${sql.insert([rows[0]!, ...rows.slice(1)])}`
          }
          const wanted = (receivers - deadOnes) * each
          const arrived = () => [...calls.values()].flat()
          const begun = performance.now()
          yield* Effect.scoped(
            Effect.andThen(
              Layer.build(App.deliverer),
              Effect.repeat(Effect.sleep("5 millis"), { until: () => arrived().length >= wanted })
            )
          )
          return arrived().map((time) => time - begun)
        })

      const measure = Effect.gen(function* () {
        yield* Database.migrate
        yield* round(0)
        const all: Array<{ readonly rate: number; readonly ratio: number }> = []
        for (let n = 0; n < rounds; n++) {
          const order = n % 2 === 0 ? [0, 1] : [1, 0]
          const times = new Map<number, ReadonlyArray<number>>()
          for (const deadOnes of order) times.set(deadOnes, yield* round(deadOnes))
          const [without, withOne] = [times.get(0) ?? [], times.get(1) ?? []]
          all.push({
            rate: (without.length / Math.max(...without)) * 1_000,
            ratio: median(withOne) / median(without)
          })
        }
        return [
          `${median(all.map(({ rate }) => rate)).toFixed(0)} deliveries/s`,
          `one dead receiver among ${receivers}: the median time of the others' deliveries is ${median(
            all.map(({ ratio }) => ratio)
          ).toFixed(2)} of what it is without (pairs: ${all.map(({ ratio }) => ratio.toFixed(2)).join(", ")})`,
          `load average of the machine, others' work included: ${loadavg()[0]?.toFixed(1)}`
        ]
      })
      return yield* Effect.provide(measure, services)
    }).pipe(
      Effect.scoped,
      Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true, force: true }))),
      Effect.orDie,
      Effect.runPromise
    )
  }
}
