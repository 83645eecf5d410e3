/** Every tool and method of tasks with every kind of key, and every way to ask for the job of another account. */
import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import * as RetentionSql from "../../layers/sql/jobs/Retention.ts"
import { Scope } from "../../schema/Actor.ts"
import { JobStatus } from "../../schema/Job.ts"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { type ToolName, toolNames } from "../../schema/Tools.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { bearer, newKey, newPerson } from "../support/Account.ts"
import { base64, ended, legacy, modern, tasks, tool, until, upload } from "../support/Mcp.ts"
import * as Service from "../support/Service.ts"

const hello = Converter.pdf({ pages: ["Hello", "World"] })

/** A document that is not done while the clock stands still. */
const slow = Converter.pdf({ pages: ["one", "two"], pageTime: "1 hour" })

const link = "https://files.example/a.pdf"

type Method = ToolName | "tasks/get" | "tasks/update" | "tasks/cancel"

/** What of a result shows that the call did what it is for. */
type Shown = Record<string, unknown>

interface Row {
  /** The scope that the specification gives it; null where any key will do. */
  readonly scope: Scope | null
  readonly params: (jobId: string) => Record<string, unknown>
  /** Of the structured content; of the result itself where it is a task's. */
  readonly shows: (jobId: string) => Shown
}

/** In the order of the calls. */
const table: Record<Method, Row> = {
  create_job_from_url: {
    scope: "jobs:create",
    params: () => ({ url: link }),
    shows: () => ({ status: "queued", source: "link" })
  },
  create_job_from_upload: {
    scope: "jobs:create",
    params: () => ({ content_base64: base64(hello) }),
    shows: () => ({ status: "queued", source: "upload" })
  },
  create_upload: { scope: "jobs:create", params: () => ({}), shows: () => ({ max_bytes: 524_288_000 }) },
  list_jobs: { scope: "jobs:read", params: () => ({}), shows: () => ({ next_cursor: null }) },
  get_job: {
    scope: "jobs:read",
    params: (job_id) => ({ job_id }),
    shows: (job_id) => ({ job_id, status: "ready" })
  },
  get_markdown: {
    scope: "jobs:download",
    params: (job_id) => ({ job_id }),
    shows: (job_id) => ({ job_id, markdown: "Hello\n\nWorld\n" })
  },
  search_markdown: {
    scope: "jobs:download",
    params: (job_id) => ({ job_id, query: "world" }),
    shows: (job_id) => ({ job_id, match: "phrase", total: 1 })
  },
  get_blocks: {
    scope: "jobs:download",
    params: (job_id) => ({ job_id }),
    shows: (job_id) => ({ job_id, next_cursor: null })
  },
  get_limits: { scope: null, params: () => ({}), shows: () => ({ tier: "business", max_file_size: 524_288_000 }) },
  "tasks/get": {
    scope: "jobs:read",
    params: (taskId) => ({ taskId }),
    shows: (taskId) => ({ taskId, status: "completed" })
  },
  "tasks/update": {
    scope: "jobs:read",
    params: (taskId) => ({ taskId }),
    shows: () => ({ resultType: "complete" })
  },
  "tasks/cancel": {
    scope: "jobs:delete",
    params: (taskId) => ({ taskId }),
    shows: () => ({ resultType: "complete" })
  },
  delete_job: {
    scope: "jobs:delete",
    params: (job_id) => ({ job_id }),
    shows: (job_id) => ({ job_id, status: "deleted" })
  }
}

const methods = Object.keys(table) as ReadonlyArray<Method>

const isTool = (method: Method): method is ToolName => toolNames.some((name) => name === method)

const isAllowed = (method: Method, scopes: ReadonlyArray<Scope>) => {
  const { scope } = table[method]
  return scope === null || scopes.includes(scope)
}

const kinds: ReadonlyArray<ReadonlyArray<Scope>> = [
  ...Scope.literals.map((scope) => [scope]),
  [...Scope.literals],
  // Each scope is missed by a key that has all the others.
  ...Scope.literals.map((scope) => Scope.literals.filter((other) => other !== scope))
]

/** The request in each era that has it. */
const ways: ReadonlyArray<{
  readonly era: string
  readonly has: (method: Method) => boolean
  readonly ask: (secret: string, method: Method, params: Record<string, unknown>) => ReturnType<typeof modern>
}> = [
  {
    era: "2025-11-25",
    has: isTool,
    ask: (secret, method, params) =>
      Effect.map(
        legacy(secret, "tools/call", { name: `${prefix}${method}`, arguments: params }),
        (json) => ({ status: 200, json }) as Service.Answer
      )
  },
  {
    era: "2026-07-28",
    has: () => true,
    ask: (secret, method, params) =>
      isTool(method)
        ? modern(secret, "tools/call", { name: `${prefix}${method}`, arguments: params })
        : modern(secret, method, params, { [tasks]: {} })
  }
]

const readyJob = Effect.fnUntraced(function* (secret: string) {
  const { structuredContent } = yield* upload(secret, hello)
  yield* ended(secret, structuredContent.job_id)
  return structuredContent.job_id as string
})

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("Each tool and method of tasks", (it) => {
  it.effect(
    "does its work for the keys that have its scope, and tells the others which it is without doing anything",
    () =>
      Effect.gen(function* () {
        const { key, session } = yield* newPerson("business")
        yield* (yield* Web).put(link, { headers: { "content-type": "application/pdf" }, body: hello })
        const blobs = yield* Blobs
        const files = Stream.runCollect(blobs.keys)
        const jobs = Effect.map(tool(key.secret, "list_jobs", { limit: 100 }), ({ structuredContent }) =>
          structuredContent.items.map(({ job_id, status }: { job_id: string; status: JobStatus }) => [job_id, status])
        )
        let cells = 0
        for (const scopes of kinds) {
          const { secret } = yield* newKey(session, { scopes })
          for (const { era, has, ask } of ways) {
            const jobId = yield* readyJob(key.secret)
            // Refusals first, while nothing has changed; the tool that deletes the job is the last.
            const order = methods
              .filter(has)
              .sort((a, b) => Number(isAllowed(a, scopes)) - Number(isAllowed(b, scopes)))
            const [filesBefore, jobsBefore] = yield* Effect.all([files, jobs])
            const denied = order.filter((method) => !isAllowed(method, scopes)).length
            for (const [index, method] of order.entries()) {
              if (index === denied) {
                const [filesAfter, jobsAfter] = yield* Effect.all([files, jobs])
                // The input of a job goes when it has ended.
                const added = filesAfter.filter((key) => !filesBefore.includes(key))
                assert.deepStrictEqual([added, jobsAfter], [[], jobsBefore], `refusals of ${era} with ${scopes}`)
              }
              const { scope, params, shows } = table[method]
              const cell = `${method} of ${era} with ${scopes}`
              const { status, json } = yield* ask(secret, method, params(jobId))
              if (isAllowed(method, scopes)) {
                assert.strictEqual(status, 200, cell)
                assert.isUndefined(json.result?.isError, cell)
                assert.deepInclude(isTool(method) ? json.result.structuredContent : json.result, shows(jobId), cell)
                if (method === "create_job_from_url" || method === "create_job_from_upload") {
                  const { job_id } = json.result.structuredContent
                  yield* ended(key.secret, job_id)
                  yield* tool(key.secret, "delete_job", { job_id })
                }
              } else {
                const { request_id, ...told } = isTool(method) ? json.result.structuredContent : json.error.data
                assert.isNotEmpty(request_id)
                assert.deepStrictEqual(
                  told,
                  {
                    code: "missing_scope",
                    status: 403,
                    message: `The API key lacks the scope ${scope}`,
                    retryable: false,
                    scope,
                    slot_usage: { used: 0, limit: 50 },
                    tier: "business"
                  },
                  cell
                )
                if (isTool(method)) assert.deepStrictEqual([status, json.result.isError], [200, true], cell)
                else assert.deepStrictEqual([status, json.error.code], [403, 403], cell)
              }
              cells++
            }
          }
        }
        assert.strictEqual(cells, kinds.length * (toolNames.length + methods.length))
      })
  )

  it.effect("makes tasks for the keys only that may look at them", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("business")
      for (const [scopes, type] of [
        [["jobs:create"], "complete"],
        [["jobs:create", "jobs:read"], "task"]
      ] as const) {
        const { secret } = yield* newKey(session, { scopes })
        const call = { name: `${prefix}create_job_from_upload`, arguments: { content_base64: base64(hello) } }
        const { json } = yield* modern(secret, "tools/call", call, { [tasks]: {} })
        assert.strictEqual(json.result.resultType, type)
      }
    })
  )
})

/** What its owner is told of a job, by the state that it is in. */
interface Told {
  readonly get_job: string
  readonly get_markdown: string
  readonly "tasks/get": string
}

const states = {
  queued: { get_job: "queued", get_markdown: "not_ready", "tasks/get": "working" },
  processing: { get_job: "processing", get_markdown: "not_ready", "tasks/get": "working" },
  ready: { get_job: "ready", get_markdown: "Hello", "tasks/get": "completed" },
  failed: { get_job: "error", get_markdown: "not_ready", "tasks/get": "completed" },
  canceled: { get_job: "job_not_found", get_markdown: "gone", "tasks/get": "cancelled" },
  deleted: { get_job: "job_not_found", get_markdown: "gone", "tasks/get": "-32602" },
  expired: { get_job: "job_not_found", get_markdown: "gone", "tasks/get": "-32602" },
  "expired and swept": { get_job: "job_not_found", get_markdown: "gone", "tasks/get": "-32602" }
} satisfies Record<string, Told>

type State = keyof typeof states

const told = Effect.fnUntraced(function* (secret: string, jobId: string) {
  const { structuredContent: job } = yield* tool(secret, "get_job", { job_id: jobId })
  const { structuredContent: read } = yield* tool(secret, "get_markdown", { job_id: jobId })
  const { json: task } = yield* modern(secret, "tasks/get", { taskId: jobId }, { [tasks]: {} })
  return {
    get_job: job.status === 404 ? job.code : job.status,
    get_markdown: read.code ?? read.markdown.slice(0, 5),
    "tasks/get": task.result?.status ?? String(task.error.code)
  } satisfies Told
})

/** A job of the account in each state, while the clock stands. */
const inEachState = Effect.fnUntraced(function* (secret: string) {
  const make = (bytes: Uint8Array) =>
    Effect.map(upload(secret, bytes), ({ structuredContent }) => structuredContent.job_id as string)
  const swept = yield* readyJob(secret)
  yield* TestClock.adjust("8 days")
  const { expire } = yield* Effect.provide(Retention, RetentionSql.layer)
  yield* expire
  const expired = yield* readyJob(secret)
  yield* TestClock.adjust("8 days")
  const ready = yield* readyJob(secret)
  const failed = yield* make(Converter.pdf({ pages: ["x"], failure: "corrupt_pdf" }))
  yield* ended(secret, failed)
  const deleted = yield* readyJob(secret)
  yield* tool(secret, "delete_job", { job_id: deleted })
  const [processing, other] = [yield* make(slow), yield* make(slow)]
  // Both of the converters are taken.
  for (const jobId of [processing, other]) yield* until(secret, jobId, "processing")
  const queued = yield* make(slow)
  const canceled = yield* make(slow)
  yield* tool(secret, "delete_job", { job_id: canceled })
  return {
    jobs: {
      queued,
      processing,
      ready,
      failed,
      canceled,
      deleted,
      expired,
      "expired and swept": swept
    } satisfies Record<State, string>,
    stop: Effect.forEach([processing, other, queued], (job_id) => tool(secret, "delete_job", { job_id }))
  }
})

/** Everything that takes the id of a job. */
const asking: Readonly<
  Record<string, (secret: string, id: string) => Effect.Effect<Service.Answer, never, Service.Base>>
> = {
  ...Object.fromEntries(
    ways.flatMap(({ era, has, ask }) =>
      methods
        .filter((method) => has(method) && Object.keys(table[method].params("")).some((name) => /[iI]d$/.test(name)))
        .map((method) => [
          `${method} of ${era}`,
          (secret: string, id: string) => ask(secret, method, table[method].params(id))
        ])
    )
  ),
  "get_job that waits": (secret, job_id) => ways[0]!.ask(secret, "get_job", { job_id, wait_seconds: 50 }),
  "get_markdown from an offset": (secret, job_id) => ways[0]!.ask(secret, "get_markdown", { job_id, offset: 3 }),
  "get_markdown of pages": (secret, job_id) => ways[0]!.ask(secret, "get_markdown", { job_id, pages: "1-2" }),
  "the resource behind a resource_link": (secret, id) =>
    Service.plain(`/api/v2/jobs/${id}/download`, { headers: bearer(secret) })
}

/** An answer without what differs from request to request. */
const plainly = ({ status, json }: Service.Answer, id: string) => ({
  status,
  body: JSON.stringify(json)
    .replaceAll(id, "ID")
    .replaceAll(/request_id(\\?":\\?")[^"\\]*/g, "request_id$1")
})

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("A job of another account", (it) => {
  it.effect("is in every state, and to everything that takes an id, as if it had never been", () =>
    Effect.gen(function* () {
      const owner = yield* newPerson("business")
      const other = yield* newPerson("business")
      const { jobs, stop } = yield* inEachState(owner.key.secret)
      const seen = Effect.map(
        Effect.forEach(Object.entries(jobs), ([state, jobId]) =>
          Effect.map(told(owner.key.secret, jobId), (told) => [state, told] as const)
        ),
        (all) => Object.fromEntries(all)
      )
      assert.deepStrictEqual(yield* seen, states)
      const never = "01890000-0000-7000-8000-000000000000"
      for (const [name, ask] of Object.entries(asking)) {
        const unknown = plainly(yield* ask(other.key.secret, never), never)
        assert.match(unknown.body, /job_not_found|Task not found/, name)
        for (const [state, jobId] of Object.entries(jobs)) {
          assert.deepStrictEqual(
            plainly(yield* ask(other.key.secret, jobId), jobId),
            unknown,
            `${name}, of a job that is ${state}`
          )
        }
      }
      assert.deepStrictEqual(yield* seen, states)

      const { structuredContent: page } = yield* tool(owner.key.secret, "list_jobs", { limit: 1 })
      for (const args of [{}, { cursor: page.next_cursor }, ...JobStatus.literals.map((status) => ({ status }))]) {
        const { structuredContent } = yield* tool(other.key.secret, "list_jobs", args)
        assert.deepInclude(structuredContent, { items: [], next_cursor: null }, JSON.stringify(args))
      }
      yield* stop
    })
  )

  it.effect("does not answer to the same idempotency_key", () =>
    Effect.gen(function* () {
      const owner = yield* newPerson("business")
      const other = yield* newPerson("business")
      const first = yield* upload(owner.key.secret, hello, { idempotency_key: "k" })
      const second = yield* upload(other.key.secret, hello, { idempotency_key: "k" })
      assert.notStrictEqual(second.structuredContent.job_id, first.structuredContent.job_id)
    })
  )
})
