/** Kills at random moments, and what must hold afterwards whatever was killed. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Duration, Effect, Schedule } from "effect"
import { maxAttempts } from "../../src/jobs/Status.ts"
import type { Installation } from "./Installation.ts"
import { eventually, heavy, known, rows } from "./Scene.ts"
import { swept } from "./Sweep.ts"

/** Numbers from 0 to below 1 that a seed decides (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** Takes every event that it is sent. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const events: Array<{ readonly delivery: string; readonly event: string; readonly job: string }> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { event, delivery_id, job } = JSON.parse(Buffer.concat(chunks).toString())
        events.push({ delivery: delivery_id, event, job: job.job_id })
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { server, events, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

/** A document must be taken within this time once all is there, in ms: the suite may well run behind everything else on its machine. */
const patienceMs = 600_000

/** What a sender was answered, and when that changed. */
const answerHistory = () => {
  const begun = Date.now()
  const changes: Array<string> = []
  let last = ""
  return {
    add: (answer: string) => {
      if (answer !== last) changes.push(`${answer} after ${Date.now() - begun} ms`)
      last = answer
    },
    told: () => changes.join(", ")
  }
}

/** What waits for a service that is not there just now, or says so itself. */
const passes = new Set([409, 429, 503])

export interface Report {
  readonly jobs: number
  readonly events: number
  readonly kills: Readonly<Record<string, number>>
  /** Jobs that ended in `engine_crashed` after three processes that worked at them were killed. */
  readonly givenUp: number
  /** Orphans and drafts that were there before the sweep. */
  readonly leftOver: number
  /** What must not be. */
  readonly faults: ReadonlyArray<string>
}

/** `rounds` kills of an installation, while uploads are on their way and jobs run. */
export const rounds = Effect.fn("rounds")(function* (
  installation: Installation,
  { count, seed, tell }: { readonly count: number; readonly seed: number; readonly tell: (line: string) => void }
) {
  const random = randomOf(seed)
  const whole = (below: number) => Math.floor(random() * below)
  const { victims, store } = installation
  const faults: Array<string> = []
  const fault = (text: string) => {
    faults.push(text)
    tell(`FAULT ${text}`)
  }
  const kills: Record<string, number> = Object.fromEntries(victims.map((victim) => [victim, 0]))
  const { url, events } = yield* receiver
  const authorization = `Bearer ${installation.key}`
  const accepted = new Map<string, string>()
  /** How many processes that work had been killed when a job was accepted. */
  const deathsBefore = new Map<string, number>()
  let deaths = 0

  /**
   * Sends a document under its key until it is taken; half of them over MCP. What was killed is given all the time that this
   * machine takes to start it: the minutes in which a document must be taken begin when all is there again.
   */
  const send = async (key: string, pages: number, overMcp: boolean, mended: Promise<void>) => {
    const file = heavy(pages)
    const deathsAtSend = deaths
    const history = answerHistory()
    let deadline = Number.POSITIVE_INFINITY
    void mended.then(() => {
      deadline = Date.now() + patienceMs
    })
    while (Date.now() < deadline) {
      const form = new FormData()
      form.set("file", new Blob([file], { type: "application/pdf" }), `${key}.pdf`)
      form.set("callback_url", url)
      const signal = AbortSignal.timeout(patienceMs / 2)
      const request = overMcp
        ? fetch(`${installation.base()}/api/v2/mcp`, {
            method: "POST",
            signal,
            headers: { authorization, "content-type": "application/json", accept: "application/json" },
            body: JSON.stringify({
              jsonrpc: "2.0",
              id: 1,
              method: "tools/call",
              params: {
                name: "pdf_to_markdown_create_job_from_upload",
                arguments: { content_base64: Buffer.from(file).toString("base64"), idempotency_key: key }
              }
            })
          })
        : fetch(`${installation.base()}/api/v2/jobs`, {
            method: "POST",
            signal,
            headers: { authorization, "idempotency-key": key },
            body: form
          })
      const answer = await request
        .then(async (response) => ({ status: response.status, body: JSON.parse(await response.text()) }))
        .catch(() => null)
      const told = answer?.body.result?.structuredContent ?? answer?.body
      const status = told?.status !== undefined && typeof told.status === "number" ? told.status : answer?.status
      if (typeof told?.job_id === "string") {
        accepted.set(key, told.job_id)
        deathsBefore.set(told.job_id, deathsAtSend)
        return
      }
      history.add(answer !== null ? `${status} ${told?.code ?? ""}` : signal.aborted ? "silence" : "no answer")
      if (answer !== null && !passes.has(status)) {
        fault(`${key} was answered ${status}: ${JSON.stringify(told).slice(0, 200)}`)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    fault(`${key} was not taken within ten minutes after all was there again; its answers: ${history.told()}`)
  }

  for (let round = 0; round < count; round++) {
    const victim = victims[whole(victims.length)]!
    const wait = whole(2_500)
    const again = Promise.withResolvers<void>()
    const sent = Array.from({ length: 2 + whole(4) }, (_, n) =>
      send(`r${round}-${n}`, 1 + whole(60), whole(2) === 1, again.promise)
    )
    yield* Effect.sleep(wait)
    for (const each of installation.ended()) fault(`Ended before round ${round + 1}: ${each}`)
    yield* installation.kill(victim, random)
    kills[victim]! += 1
    if (installation.workers.includes(victim)) deaths += 1
    const [mended] = yield* Effect.timed(installation.mend)
    again.resolve()
    const [taken] = yield* Effect.timed(Effect.promise(() => Promise.all(sent)))
    tell(
      `${round + 1} of ${count}: killed ${victim} after ${wait} ms, there again after ${Duration.toMillis(mended).toFixed()} ms, ` +
        `all taken ${Duration.toMillis(taken).toFixed()} ms later; ${accepted.size} jobs accepted, ${faults.length} faults`
    )
  }

  // The last victim may have been the database: it recovers first.
  const sql = yield* Effect.retry(installation.database, { schedule: Schedule.spaced(200), times: 300 })
  const active = Effect.map(
    Effect.retry(rows(sql), { schedule: Schedule.spaced(200), times: 300 }),
    (jobs) => jobs.filter(({ status }) => /queued|processing/.test(status)).length
  )
  yield* eventually(
    "no job is stuck",
    Effect.map(active, (left) => left === 0),
    180_000
  ).pipe(Effect.catchCause(() => Effect.map(active, (left) => fault(`${left} jobs are stuck`))))
  const waiting = Effect.map(sql`SELECT FROM deliveries WHERE status = 'pending'`, (left) => left.length)
  yield* eventually(
    "every event is sent",
    Effect.map(waiting, (left) => left === 0)
  ).pipe(Effect.catchCause(() => Effect.map(waiting, (left) => fault(`${left} events are not sent`))))

  const jobs = yield* rows(sql)
  const told = new Set(events.map(({ job, event }) => `${job} ${event}`))
  const callbacks = yield* sql`SELECT id::text AS id FROM jobs WHERE callback_url IS NOT NULL`
  const ends = yield* sql`SELECT job_id::text AS id, count(*)::int AS count FROM deliveries GROUP BY job_id`
  const [used] = yield* sql`SELECT COALESCE(sum(jobs_ready), 0)::int AS ready FROM usage`
  const ids = new Set(jobs.map(({ id }) => id))
  for (const [key, id] of accepted) if (!ids.has(id)) fault(`${key}: the job ${id} is lost`)
  if (jobs.length !== accepted.size) fault(`${accepted.size} uploads made ${jobs.length} jobs`)
  const givenUp = new Set(
    jobs
      .filter(
        ({ id, error_code }) => error_code === "engine_crashed" && deaths - (deathsBefore.get(id) ?? 0) >= maxAttempts
      )
      .map(({ id }) => id)
  )
  for (const { id, status, attempt, error_code } of jobs) {
    if (status === "ready" || givenUp.has(id)) continue
    fault(`The job ${id} ended ${status} ${error_code} at attempt ${attempt}`)
  }
  const torn = yield* sql<{ id: string; warnings: string }>`
    SELECT id::text AS id, warnings::text AS warnings FROM jobs WHERE status = 'ready' AND warnings <> '[]'`
  for (const { id, warnings } of torn) fault(`The job ${id} is ready and has lost something: ${warnings}`)
  for (const { id } of callbacks) {
    const event = givenUp.has(id as string) ? "job.error" : "job.ready"
    if (!told.has(`${id} ${event}`)) fault(`${event} of ${id} never came`)
  }
  for (const { id, count } of ends) if (count !== 1) fault(`The job ${id} ended ${count} times`)
  const ready = jobs.length - givenUp.size
  if (used?.["ready"] !== ready) fault(`${used?.["ready"]} of ${ready} jobs are counted as ready`)

  for (const each of yield* installation.stop) fault(each)
  const alone = yield* installation.database
  const names = new Set(known(jobs))
  const leftOver = store.stored().filter((name) => !names.has(name)).length
  yield* swept(alone, store, (name) => names.has(name))
  const extra = store.stored().filter((name) => !names.has(name))
  const missing = known(jobs).filter((name) => !store.stored().includes(name))
  if (extra.length > 0) fault(`${extra.length} files are left after the sweep`)
  if (missing.length > 0) fault(`${missing.length} files of jobs are missing`)
  if (store.draftBytes() > 0) fault(`${store.draftBytes()} bytes of drafts are left after the sweep`)
  return {
    jobs: jobs.length,
    events: told.size,
    kills,
    givenUp: givenUp.size,
    leftOver,
    faults
  } satisfies Report as Report
}, Effect.scoped)
