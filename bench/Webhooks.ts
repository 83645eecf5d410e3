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
import * as Egress from "../layers/Egress.ts"
import * as Database from "../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../layers/postgres/EmbeddedPostgres.ts"
import * as Notifications from "../layers/postgres/Notifications.ts"
import * as Random from "../layers/Random.ts"
import * as Audit from "../layers/sql/logs/Audit.ts"
import { authority } from "../test/layers/EgressCertificate.ts"
import type { Benchmark } from "./main.ts"

const receivers = 100

/** The backlog whose deliveries a second are counted: so many for each receiver. */
const backlog = 5
const backlogs = 5

/** Events as they come, far below what a node can send: so many, one every so many milliseconds, to all in turn. */
const events = 500
const spacing = 25
const pairs = 12

/** When each path was called, on the clock of `performance.now`. */
const calls = new Map<string, number>()

const servers = Effect.acquireRelease(
  Effect.promise(async () => {
    setDefaultCACertificates([...getCACertificates("default"), authority])
    const live = new Worker(new URL("./webhooks/Receiver.ts", import.meta.url))
    const [livePort] = (await once(live, "message")) as [number]
    live.on("message", (path: string) => {
      calls.set(path, performance.now())
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
  title: `Deliveries to ${receivers} receivers over HTTPS, one node`,
  run: () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"))
    return Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.start(folder)
      const { livePort, deadPort } = yield* servers
      const accounts = Array.from({ length: receivers }, () => randomUUID())
      const services = Layer.mergeAll(
        Notifications.layer,
        Audit.layer.pipe(Layer.provide(Random.layer)),
        Egress.layer.pipe(Layer.provide(dns))
      ).pipe(
        Layer.provideMerge(Database.layerClient),
        Layer.provide(Layer.succeed(Database.Connection, { ...server, database: "postgres" })),
        Layer.provide(
          ConfigProvider.layer(
            ConfigProvider.fromUnknown({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32", DRAIN_SECONDS: "0" })
          )
        )
      )

      const delivery = (receiver: number, port: number) => {
        const at = new Date()
        const id = randomUUID()
        return {
          id,
          account_id: accounts[receiver]!,
          receiver: `bench ${receiver}`,
          job_id: randomUUID(),
          event: "job.ready",
          url: `https://secure.test:${port}/${id}`,
          secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
          payload: `{"event":"job.ready","padding":"${"x".repeat(400)}"}`,
          created_at: at,
          next_attempt_at: at,
          due_at: at
        }
      }

      const empty = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM deliveries`
        calls.clear()
      })

      const arrived = (wanted: number) => Effect.repeat(Effect.sleep("5 millis"), { until: () => calls.size >= wanted })

      /** Deliveries a second while a backlog is sent. */
      const rate = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* empty
        const rows = Array.from({ length: receivers * backlog }, (_, n) => delivery(n % receivers, livePort))
        yield* sql`INSERT INTO deliveries ${sql.insert([rows[0]!, ...rows.slice(1)])}`
        const begun = performance.now()
        yield* Effect.scoped(Effect.andThen(Layer.build(App.deliverer), arrived(rows.length)))
        return (rows.length / (performance.now() - begun)) * 1_000
      })

      /** Milliseconds from an event to its arrival, over the live receivers, when so many are dead: the median. */
      const delay = (deadOnes: number) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* empty
          yield* Layer.build(App.deliverer)
          const begun = new Map<string, number>()
          for (let n = 0; n < events; n++) {
            const receiver = n % receivers
            const row = delivery(receiver, receiver < deadOnes ? deadPort : livePort)
            if (receiver >= deadOnes) begun.set(`/${row.id}`, performance.now())
            yield* sql`INSERT INTO deliveries ${sql.insert(row)}`
            yield* sql`SELECT pg_notify(${Notifications.deliveryDue}, 'due')`
            yield* Effect.sleep(spacing)
          }
          yield* arrived(begun.size)
          return median([...begun].map(([path, at]) => (calls.get(path) ?? Number.NaN) - at))
        }).pipe(Effect.scoped)

      const measure = Effect.gen(function* () {
        yield* Database.migrate
        const rates = yield* Effect.all(Array.from({ length: backlogs }, () => rate))
        yield* delay(0)
        const delays: Array<{ readonly without: number; readonly withOne: number }> = []
        for (let n = 0; n < pairs; n++) {
          const first = yield* delay(n % 2)
          const second = yield* delay(1 - (n % 2))
          delays.push(n % 2 === 0 ? { without: first, withOne: second } : { without: second, withOne: first })
        }
        const ratios = delays.map(({ without, withOne }) => withOne / without)
        return [
          `${median(rates).toFixed(0)} deliveries/s of a backlog`,
          `${1_000 / spacing} events a second: ${median(delays.map(({ without }) => without)).toFixed(1)} ms from event to arrival (median)`,
          `one dead receiver among ${receivers}: the others' median is ${median(ratios).toFixed(2)} of what it is without (pairs: ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")})`,
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
