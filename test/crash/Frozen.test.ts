import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import { dev, devKey } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, database, eventually, serversOf, settled } from "./Scene.ts"

/** A client of usual patience: without a limit of ours it would wait for as long as the database is frozen. */
const patience = 20_000

it.live(
  "a database that is frozen: every route is 503 unavailable with Retry-After, and all goes on once it thaws",
  (test) =>
    Effect.gen(function* () {
      // Only /proc tells which processes belong to a server.
      if (process.platform !== "linux") test.skip("skipped: there is no /proc on this platform")
      const data = join(yield* folder, "data")
      const { base, child } = yield* dev(data, {}, "scripted")
      const device = yield* Effect.promise(() => register(base))
      const key = yield* Effect.promise(() => devKey(data))
      const made = yield* Effect.promise(() => accepted(base, device, scripted({ pages: 3 })))
      const signal = AbortSignal.timeout(120_000)
      const bearer = { headers: { authorization: `Bearer ${key}` }, signal }
      const asked: Record<string, () => Promise<Response>> = {
        "GET /readyz": () => fetch(`${base}/readyz`, { signal }),
        "GET /config": () => fetch(`${base}/config`, { signal }),
        "GET /jobs": () => send(base, device, "/jobs"),
        "GET /jobs/{id}?wait=50": () => send(base, device, `/jobs/${made.job_id}?wait=50`),
        "GET /api/v2/jobs": () => fetch(`${base}/api/v2/jobs`, bearer),
        "POST /api/v2/jobs": () => {
          const form = new FormData()
          form.set("file", new Blob([scripted({ pages: 1 })], { type: "application/pdf" }), "a.pdf")
          return fetch(`${base}/api/v2/jobs`, { ...bearer, method: "POST", body: form })
        },
        "POST /api/v2/mcp": () =>
          fetch(`${base}/api/v2/mcp`, {
            signal,
            method: "POST",
            headers: { ...bearer.headers, "content-type": "application/json", accept: "application/json" },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
          })
      }
      assert.strictEqual((yield* Effect.promise(() => send(base, device, `/jobs/${made.job_id}?wait=50`))).status, 200)

      const frozen = serversOf(data)
      for (const pid of frozen) process.kill(pid, "SIGSTOP")
      yield* Effect.gen(function* () {
        // Those that ask as it freezes, and those that come later.
        for (const when of ["at once", "later"]) {
          const answers = yield* Effect.forEach(
            Object.entries(asked),
            ([name, ask]) =>
              Effect.promise(async () => {
                const begun = performance.now()
                const answer = await Promise.race([
                  ask(),
                  new Promise<null>((resolve) => setTimeout(() => resolve(null), patience).unref())
                ])
                if (answer === null) return { name, status: null, retryAfter: null, code: null, millis: patience }
                // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
                const { code, status }: any = await answer.json()
                return {
                  name,
                  status: answer.status,
                  retryAfter: answer.headers.get("retry-after"),
                  code: code ?? status,
                  millis: Math.round(performance.now() - begun)
                }
              }),
            { concurrency: "unbounded" }
          )
          for (const { name, status, retryAfter, code, millis } of answers) {
            assert.deepStrictEqual([name, status, code], [name, 503, "unavailable"], `${when}, after ${millis} ms`)
            assert.match(retryAfter ?? "", /^\d+$/, name)
          }
          const slowest = Math.max(...answers.map(({ millis }) => millis))
          yield* Effect.sync(() =>
            process.stdout.write(`Asked ${when}: the slowest of ${answers.length} took ${slowest} ms\n`)
          )
        }
        assert.strictEqual((yield* Effect.promise(() => fetch(`${base}/healthz`))).status, 200)
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            for (const pid of frozen) process.kill(pid, "SIGCONT")
          })
        )
      )

      for (const [name, ask] of Object.entries(asked)) {
        yield* eventually(
          `${name} answers again`,
          Effect.promise(async () => (await ask()).ok)
        )
      }
      assert.isNull(child.exitCode)
      const jobs = yield* settled(data, yield* database(data))
      for (const { id, status } of jobs) assert.strictEqual(status, "ready", id)
    }).pipe(Effect.scoped)
)
