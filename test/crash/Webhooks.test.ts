import { createHash, randomBytes, randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { pdfForm } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { dev, stop } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { databaseAt, ended, eventually, type Job, leasesOver } from "./Scene.ts"

const jobs = 12

/** An account of a paid plan, signed in. */
const newAccount = (sql: SqlClient.SqlClient, base: string) =>
  Effect.gen(function* () {
    const accountId = randomUUID()
    const secret = randomBytes(32).toString("base64url")
    const now = new Date()
    yield* sql`INSERT INTO accounts (id, email, tier, created_at)
      VALUES (${accountId}, ${`${accountId}@example.com`}, 'business', ${now})`
    yield* sql`INSERT INTO sessions (id, hash, account_id, created_at, last_used_at, expires_at) VALUES (${randomUUID()},
      ${createHash("sha256").update(secret).digest()}, ${accountId}, ${now}, ${now}, ${new Date(Date.now() + 3_600_000)})`
    return { cookie: `svc_session=${secret}`, origin: base, "content-type": "application/json" }
  })

const post = async <A>(url: string, headers: Record<string, string>, body: BodyInit): Promise<A> => {
  const answer = await fetch(url, { method: "POST", headers, body })
  assert.strictEqual(answer.status, 201, url)
  return (await answer.json()) as A
}

interface Got {
  readonly id: string
  readonly text: string
  readonly headers: Record<string, string>
}

/** Takes deliveries slowly and says 204; `onTaken` is told when an answer has left. */
const receiver = (onTaken: (count: number) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const got: Array<Got> = []
      const server = createServer(async (request, response) => {
        const chunks: Array<Buffer> = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        )
        got.push({ id: headers["webhook-id"] ?? "", text: Buffer.concat(chunks).toString(), headers })
        const count = got.length
        setTimeout(() => response.writeHead(204).end(() => onTaken(count)), 100)
      })
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      return { got, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

it.live(
  "kill -9 between jobs' ends and their deliveries, and right after a receiver's 2xx: every event arrives, repeats under the same id",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const variables = {
        CONVERTERS: "3",
        ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32",
        DATABASE_URL: yield* TestDatabase.url
      }
      const first = yield* dev(data, variables, "scripted")
      // The third answer kills the service before it can write it down.
      const { got, url } = yield* receiver((count) => {
        if (count === 3) first.child.kill("SIGKILL")
      })
      const sql = yield* databaseAt(variables.DATABASE_URL)
      const session = yield* newAccount(sql, first.base)
      const made = yield* Effect.promise(async () => {
        const hook = await post<{ secret: string }>(`${first.base}/api/v2/webhooks`, session, JSON.stringify({ url }))
        const key = await post<{ secret: string }>(
          `${first.base}/api/v2/api-keys`,
          session,
          JSON.stringify({ name: "k" })
        )
        const file = scripted({ pages: 4 })
        const authorization = { authorization: `Bearer ${key.secret}` }
        const all = await Promise.allSettled(
          Array.from({ length: jobs }, () =>
            post<Job>(`${first.base}/api/v2/jobs`, authorization, pdfForm(file, "document.pdf"))
          )
        )
        const accepted = all.flatMap((one) => (one.status === "fulfilled" ? [one.value.job_id] : []))
        return { secret: hook.secret, accepted }
      })
      yield* eventually(
        "the service is dead",
        Effect.sync(() => first.child.signalCode !== null)
      )
      assert.isAtLeast(made.accepted.length, 3)

      yield* leasesOver(sql)
      yield* dev(data, variables)
      const rows = yield* ended(sql)
      const told = () => new Set(got.map(({ text }) => (JSON.parse(text) as { job: Job }).job.job_id))
      yield* eventually(
        "each job is told of and nothing waits",
        Effect.map(
          sql<{ left: number }>`SELECT count(*)::int AS left FROM deliveries WHERE status = 'pending'`,
          ([row]) => row?.left === 0 && rows.every(({ id }) => told().has(id))
        )
      )
      for (const id of made.accepted) assert.isTrue(told().has(id), id)
      // One delivery for each job; what came twice came under its own id, with the same body.
      const texts = new Map<string, Set<string>>()
      for (const { id, text } of got) texts.set(id, (texts.get(id) ?? new Set()).add(text))
      assert.strictEqual(texts.size, rows.length)
      for (const [id, bodies] of texts) assert.strictEqual(bodies.size, 1, id)
      assert.isAbove(got.length, texts.size, "nothing came twice")
      for (const { text, headers } of got) new Webhook(made.secret).verify(text, headers)
      yield* Effect.promise(() => stop(first.child, "SIGKILL"))
    }).pipe(Effect.scoped)
)
