import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import { dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, database, eventually, rows, settled } from "./Scene.ts"

const postmaster = (data: string) =>
  Number(readFileSync(join(data, "postgres", "postmaster.pid"), "utf8").split("\n")[0])

interface Answer {
  readonly path: string
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

it.live("kill -9 of PostgreSQL during conversions: readers get 2xx or 503 unavailable, and every job ends ready", () =>
  Effect.gen(function* () {
    const data = join(yield* folder, "data")
    const { base, child } = yield* dev(data, { CONVERTERS: "4" }, "scripted")
    const device = yield* Effect.promise(() => register(base))
    const gate = join(data, "code", "gate")
    const file = scripted({ pages: 40, gate })
    const made = yield* Effect.promise(() => Promise.all([1, 2, 3].map(() => accepted(base, device, file))))
    const before = yield* database(data)
    yield* eventually(
      "all three run",
      Effect.map(rows(before), (jobs) => jobs.every(({ status }) => status === "processing"))
    )

    const answers: Array<Answer> = []
    const read = (path: string) =>
      Effect.promise(async () => {
        const answer = await send(base, device, path)
        const [status, retryAfter] = [answer.status, answer.headers.get("retry-after")]
        answers.push({ path, status, retryAfter, body: await answer.text() })
      })
    const own = made.map(({ job_id }) => `/jobs/${job_id}`)
    const readers = yield* Effect.forEach(["/jobs", "/settings", "/config", ...own, `${own[0]}?wait=2`], (path) =>
      read(path).pipe(Effect.delay("20 millis"), Effect.forever, Effect.forkScoped)
    )
    yield* eventually(
      "everybody reads",
      Effect.sync(() => answers.length >= 20)
    )
    const killed = postmaster(data)
    process.kill(killed, "SIGKILL")
    writeFileSync(gate, "")

    for (const path of own) {
      yield* eventually(
        `${path} is ready`,
        Effect.sync(() => {
          const last = answers.findLast((answer) => answer.path === path && answer.status === 200)
          return last !== undefined && JSON.parse(last.body).status === "ready"
        })
      )
    }
    yield* Effect.forEach(readers, Fiber.interrupt)
    assert.notStrictEqual(postmaster(data), killed)
    assert.isNull(child.exitCode)
    for (const { path, status, retryAfter, body } of answers) {
      if (status === 200) continue
      assert.strictEqual(status, 503, `${path} ${body}`)
      assert.strictEqual(JSON.parse(body).code, "unavailable")
      assert.match(retryAfter ?? "", /^\d+$/, path)
    }
    const jobs = yield* settled(data, yield* database(data))
    for (const { id, status } of jobs) assert.strictEqual(status, "ready", id)
    assert.strictEqual(jobs.length, 3)
  }).pipe(Effect.scoped)
)
