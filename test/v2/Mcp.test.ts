/** The hosted MCP endpoint over real HTTP: the official client for the legacy era, plain requests for the rest. */
import { assert, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Clock, Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { type ToolName, toolNames } from "../../schema/Tools.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { bearer, newKey, newPerson } from "../support/Account.ts"
import {
  base64,
  ended,
  legacy,
  modern,
  modernHeaders,
  modernMeta,
  path,
  post,
  tasks,
  tool,
  until,
  upload
} from "../support/Mcp.ts"
import { until as eventually } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const bytesOf = (script: Converter.Script) => Buffer.from(Converter.pdf(script))

const hello = bytesOf({ pages: ["Hello", "World"] })

/** A document that is not done while the clock stands still. */
const slow = bytesOf({ pages: ["one", "two"], pageTime: "1 minute" })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("The MCP endpoint", (it) => {
  it.effect("serves the official client: initialize, ping, tools/list, and from a PDF to its Markdown", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const base = yield* Service.Base
      yield* Effect.promise(async () => {
        const client = new Client({ name: "test", version: "1" })
        const transport = new StreamableHTTPClientTransport(new URL(`${base}${path}`), {
          requestInit: { headers: bearer(key.secret) }
        })
        await client.connect(transport as Parameters<typeof client.connect>[0])
        assert.strictEqual(client.getServerVersion()?.name, "pdf-to-markdown")
        assert.include(client.getInstructions() ?? "", "next_offset")
        await client.ping()
        const { tools } = await client.listTools()
        assert.deepStrictEqual(
          tools.map(({ name }) => name),
          toolNames.map((name) => `${prefix}${name}`)
        )
        for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
          assert.isNotEmpty(title)
          assert.isNotEmpty(description)
          assert.strictEqual(inputSchema.type, "object")
          assert.strictEqual(outputSchema?.type, "object")
          assert.isBoolean(annotations?.readOnlyHint)
        }
        const call = async (name: ToolName, args: Record<string, unknown>) => {
          // The client checks structured content against the output schema.
          const result = await client.callTool({ name: `${prefix}${name}`, arguments: args })
          const [text] = result.content as ReadonlyArray<{ text: string }>
          assert.deepStrictEqual(JSON.parse(text?.text ?? ""), result.structuredContent)
          // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
          return result as any
        }
        const made = await call("create_job_from_upload", { content_base64: base64(hello), file_name: "a.pdf" })
        const job = made.structuredContent
        assert.strictEqual(job.file_name, "a.pdf")
        assert.strictEqual(job.tier, "pro")
        assert.strictEqual(job.slot_usage.limit, 10)
        let seen = job
        while (seen.status !== "ready") {
          seen = (await call("get_job", { job_id: job.job_id })).structuredContent
        }
        const read = await call("get_markdown", { job_id: job.job_id })
        assert.deepInclude(read.structuredContent, {
          markdown: "Hello\n\nWorld\n",
          offset: 0,
          total_chars: 13,
          next_offset: null,
          tier: "pro"
        })
        assert.deepInclude(read.content[1], {
          type: "resource_link",
          uri: `http://localhost:8080/api/v2/jobs/${job.job_id}/download`,
          name: "a.md",
          mimeType: "text/markdown",
          size: 13
        })
        const listed = await call("list_jobs", { status: "ready" })
        assert.strictEqual(listed.structuredContent.items[0].job_id, job.job_id)
        assert.strictEqual(listed.structuredContent.next_cursor, null)
        const limits = await call("get_limits", {})
        assert.deepInclude(limits.structuredContent, { max_file_size: 104_857_600, tier: "pro" })
        const deleted = await call("delete_job", { job_id: job.job_id })
        assert.strictEqual(deleted.structuredContent.status, "deleted")
        const gone = await call("get_markdown", { job_id: job.job_id })
        assert.isTrue(gone.isError)
        assert.deepInclude(gone.structuredContent, { code: "gone", status: 410, reason: "deleted", tier: "pro" })
        await client.close()
      })
    })
  )

  it.effect("is for keys, by the bearer's challenge; pages of other origins are kept out; only POST is taken", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson()
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }
      const nobody = yield* Service.plain(path, init)
      assert.deepStrictEqual([nobody.status, nobody.json.code], [401, "missing_credentials"])
      assert.strictEqual(nobody.headers.get("www-authenticate"), "Bearer")
      const wrong = yield* post("svc_no", {})
      assert.deepStrictEqual([wrong.status, wrong.json.code], [401, "invalid_api_key"])
      const person = yield* Service.plain(path, { ...init, headers: { ...init.headers, ...session } })
      assert.deepStrictEqual([person.status, person.json.code], [401, "missing_credentials"])
      assert.strictEqual(person.headers.get("www-authenticate"), "Bearer")
      const page = yield* post(key.secret, {}, { origin: "https://evil.example" })
      assert.deepStrictEqual([page.status, page.json.code], [403, "origin_not_allowed"])
      const ping = { jsonrpc: "2.0", id: 1, method: "ping" }
      assert.strictEqual((yield* post(key.secret, ping, { origin: "http://localhost:8080" })).status, 200)
      for (const method of ["GET", "DELETE"]) {
        const answer = yield* Service.plain(path, { method, headers: bearer(key.secret) })
        assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "POST"])
      }
    })
  )

  it.effect("answers what is wrong with a legacy message with 200 and the code of JSON-RPC", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson()
      const cases: ReadonlyArray<readonly [unknown, number, unknown]> = [
        ["{", -32_700, null],
        ["", -32_700, null],
        [[], -32_600, null],
        [[{ jsonrpc: "2.0", id: 1, method: "ping" }], -32_600, null],
        [7, -32_600, null],
        [{ id: 1, method: "ping" }, -32_600, 1],
        [{ jsonrpc: "2.0", id: null, method: "ping" }, -32_600, null],
        [{ jsonrpc: "2.0", id: 1, method: 2 }, -32_600, 1],
        [{ jsonrpc: "2.0", id: 1, method: "ping", params: [] }, -32_600, 1],
        [{ jsonrpc: "2.0", id: "x", method: "resources/list" }, -32_601, "x"],
        [{ jsonrpc: "2.0", id: 1, method: "server/discover" }, -32_601, 1],
        [{ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { taskId: "x" } }, -32_601, 1],
        [{ jsonrpc: "2.0", id: 1, method: "initialize" }, -32_602, 1],
        [{ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "x" } }, -32_602, 1],
        [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_job" } }, -32_602, 1]
      ]
      for (const [body, code, id] of cases) {
        const { status, json } = yield* post(key.secret, body)
        assert.deepStrictEqual([status, json.error?.code, json.id], [200, code, id], JSON.stringify(body))
      }
      const badArguments: ReadonlyArray<readonly [ToolName, Record<string, unknown>, string]> = [
        ["get_job", {}, "arguments.job_id"],
        ["get_job", { job_id: "x", wait_seconds: 51 }, "arguments.wait_seconds"],
        ["list_jobs", { limit: 0 }, "arguments.limit"],
        ["get_limits", { verbose: true }, "arguments"],
        ["get_markdown", { job_id: "x", pages: "9-" }, "arguments.pages"],
        ["create_job_from_url", { url: "https://e.example", options: { tables: "csv" } }, "arguments.options.tables"],
        ["create_job_from_upload", { content_base64: 7 }, "arguments.content_base64"]
      ]
      for (const [name, args, at] of badArguments) {
        const { isError, content, structuredContent } = yield* tool(key.secret, name, args)
        assert.deepStrictEqual(
          [isError, structuredContent.code, structuredContent.status],
          [true, "invalid_request", 400]
        )
        assert.isTrue(structuredContent.message.startsWith(`Invalid arguments: ${at}: `), content[0].text)
        assert.include(
          structuredContent.issues.map(({ path }: { path: string }) => path),
          at
        )
      }
      const short = yield* legacy(key.secret, "tools/call", { name: "get_job" })
      assert.include(short.error.message, prefix)
      const text = yield* Service.plain(path, { method: "POST", headers: bearer(key.secret), body: "{}" })
      assert.deepStrictEqual([text.status, text.json.code], [400, "invalid_request"])
      const old = yield* post(key.secret, { jsonrpc: "2.0", id: 1, method: "ping" }, { "mcp-protocol-version": "1999" })
      assert.deepStrictEqual([old.status, old.json.error.code], [400, -32_022])
    })
  )

  it.effect("negotiates the legacy revision, and takes notifications with 202 and no body", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson()
      for (const [asked, given] of [
        ["2025-06-18", "2025-06-18"],
        ["2025-03-26", "2025-03-26"],
        ["2024-11-05", "2025-11-25"],
        ["2026-07-28", "2025-11-25"]
      ]) {
        const { result } = yield* legacy(key.secret, "initialize", { protocolVersion: asked, capabilities: {} })
        assert.strictEqual(result.protocolVersion, given)
        assert.deepStrictEqual(result.serverInfo.version, "2.1.1")
      }
      for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call", "anything"]) {
        const { status, text } = yield* post(key.secret, { jsonrpc: "2.0", method })
        assert.deepStrictEqual([status, text], [202, ""], method)
      }
    })
  )

  it.effect(
    "gives the link to the Markdown to all but clients that say a revision without links: they refuse the whole result for it",
    () =>
      Effect.gen(function* () {
        const { key } = yield* newPerson()
        const { job_id } = (yield* upload(key.secret, hello)).structuredContent
        yield* until(key.secret, job_id, "ready")
        const call = { name: `${prefix}get_markdown`, arguments: { job_id } }
        for (const [version, kinds] of [
          [undefined, ["text", "resource_link"]],
          ["2025-03-26", ["text"]],
          ["2025-06-18", ["text", "resource_link"]],
          ["2025-11-25", ["text", "resource_link"]]
        ] as const) {
          const headers = version === undefined ? {} : { "mcp-protocol-version": version }
          const { json } = yield* post(
            key.secret,
            { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
            headers
          )
          assert.deepStrictEqual(
            json.result.content.map(({ type }: { type: string }) => type),
            kinds,
            version
          )
        }
      })
  )

  it.effect(
    "gives no link to clients of 2025-03-26, which say no revision: they repeat their session; it refused them get_markdown",
    () =>
      Effect.gen(function* () {
        const { key } = yield* newPerson()
        const { job_id } = (yield* upload(key.secret, hello)).structuredContent
        yield* until(key.secret, job_id, "ready")
        const begin = (protocolVersion: string) =>
          post(key.secret, {
            jsonrpc: "2.0",
            id: 1,
            method: "initialize",
            params: { protocolVersion, capabilities: {} }
          })
        const session = (yield* begin("2025-03-26")).headers.get("mcp-session-id") ?? ""
        assert.match(session, /^[!-~]+$/)
        assert.notStrictEqual((yield* begin("2025-03-26")).headers.get("mcp-session-id"), session)
        const call = { name: `${prefix}get_markdown`, arguments: { job_id } }
        for (const [id, kinds] of [
          [session, ["text"]],
          ["of-somebody-else", ["text", "resource_link"]]
        ] as const) {
          const { json } = yield* post(
            key.secret,
            { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
            { "mcp-session-id": id }
          )
          assert.deepStrictEqual(
            json.result.content.map(({ type }: { type: string }) => type),
            kinds
          )
        }
        for (const version of ["2025-06-18", "2025-11-25"]) {
          assert.isNull((yield* begin(version)).headers.get("mcp-session-id"), version)
        }
      })
  )

  it.effect("describes tools by formats of JSON Schema alone: validators of older clients refuse others", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson()
      const { result } = yield* legacy(key.secret, "tools/list")
      const told = JSON.stringify(result.tools)
      const formats = new Set([...told.matchAll(/"format":"([^"]*)"/g)].map(([, format]) => format))
      assert.deepStrictEqual([...formats].sort(), ["date-time", "uuid"])
    })
  )

  it.effect("tells every refusal of a create as the service words it, and keeps no file of it", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("free")
      const blobs = yield* Blobs
      const before = new Set(yield* Stream.runCollect(blobs.keys))
      const added = Effect.map(Stream.runCollect(blobs.keys), (keys) => keys.filter((key) => !before.has(key)))
      const code = (result: { structuredContent: { code: string; status: number } }) => [
        result.structuredContent.code,
        result.structuredContent.status
      ]
      const text = new TextEncoder().encode("no PDF".repeat(400))
      assert.deepStrictEqual(code(yield* upload(key.secret, text)), ["not_a_pdf", 400])
      assert.deepStrictEqual(code(yield* upload(key.secret, new Uint8Array(0))), ["not_a_pdf", 400])
      const garbled = yield* tool(key.secret, "create_job_from_upload", { content_base64: "%PDF-" })
      assert.deepStrictEqual(code(garbled), ["invalid_request", 400])
      const twice = yield* post(
        key.secret,
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${prefix}create_job_from_upload","arguments":{"content_base64":"${base64(hello)}","content_base64":"${base64(hello)}"}}}`
      )
      // It was said to be no Base64.
      assert.deepStrictEqual(code(twice.json.result), ["invalid_request", 400])
      assert.match(twice.json.result.structuredContent.message, /more than once/)
      const large = Buffer.concat([hello, new Uint8Array(10_485_760)])
      const tooLarge = yield* upload(key.secret, large)
      assert.deepInclude(tooLarge.structuredContent, { code: "file_too_large", status: 413, limit: 10_485_760 })
      const huge = yield* post(key.secret, {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { arguments: { content_base64: base64(Buffer.concat([large, new Uint8Array(2_000_000)])) } }
      })
      assert.deepStrictEqual([huge.status, huge.json.code, huge.json.limit], [413, "file_too_large", 10_485_760])
      const wide = yield* legacy(key.secret, "ping", { a: "x".repeat(300_000) })
      assert.strictEqual(wide.code, "payload_too_large")
      const link = yield* tool(key.secret, "create_job_from_url", { url: "ftp://files.example/a.pdf" })
      assert.deepStrictEqual(code(link), ["broken_link", 400])
      const badKey = yield* upload(key.secret, hello, { idempotency_key: "ä" })
      assert.deepStrictEqual(code(badKey), ["idempotency_key_invalid", 400])
      assert.deepStrictEqual(yield* added, [])

      const first = yield* upload(key.secret, hello, { idempotency_key: "k" })
      const again = yield* upload(key.secret, hello, { idempotency_key: "k" })
      assert.strictEqual(again.structuredContent.job_id, first.structuredContent.job_id)
      const reused = yield* upload(key.secret, slow, { idempotency_key: "k" })
      assert.deepStrictEqual(code(reused), ["idempotency_key_reused", 400])
      yield* ended(key.secret, first.structuredContent.job_id)
      // The Markdown and the blocks: the input goes a moment after the job has ended.
      yield* eventually(added, (keys) => keys.length === 2)

      const limited = yield* newKey(session, { monthly_pages: 1 })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE usage SET key_id = ${limited.key_id} WHERE key_id = ${key.key_id}`
      const spent = yield* upload(limited.secret, hello)
      assert.deepInclude(spent.structuredContent, { code: "quota_exceeded", status: 409, used: 2, limit: 1 })
      const slots = yield* Effect.forEach([1, 2, 3], () => upload(key.secret, slow))
      const full = yield* upload(key.secret, slow)
      assert.deepInclude(full.structuredContent, { code: "slots_full", status: 409, used: 3, limit: 3 })
      assert.deepInclude(full.structuredContent, { slot_usage: { used: 3, limit: 3 }, retryable: true })
      const repeat = yield* upload(key.secret, hello, { idempotency_key: "k" })
      assert.strictEqual(repeat.structuredContent.job_id, first.structuredContent.job_id)
      const [waiting] = slots
      const early = yield* tool(key.secret, "get_markdown", { job_id: waiting.structuredContent.job_id })
      assert.deepInclude(early.structuredContent, { code: "not_ready", status: 409, retryable: true })
      for (const { structuredContent } of slots) {
        const { structuredContent: gone } = yield* tool(key.secret, "delete_job", { job_id: structuredContent.job_id })
        assert.strictEqual(gone.status, "canceled")
      }
      yield* eventually(added, (keys) => keys.length === 2)
    })
  )

  it.effect("waits for a job's end with wait_seconds, and not longer than that", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { structuredContent: job } = yield* upload(key.secret, bytesOf({ pages: ["Slow"], pageTime: "1 hour" }))
      yield* until(key.secret, job.job_id, "processing")
      const from = yield* Clock.currentTimeMillis
      const waiting = yield* Effect.forkChild(tool(key.secret, "get_job", { job_id: job.job_id, wait_seconds: 50 }))
      // When the request arrives is its own affair: the clock goes on until it is answered.
      const tick = Effect.andThen(TestClock.adjust("5 seconds"), until(key.secret, job.job_id, "processing"))
      yield* Effect.repeat(tick, { until: () => waiting.pollUnsafe() !== undefined })
      assert.strictEqual((yield* Fiber.join(waiting)).structuredContent.status, "processing")
      assert.isAtLeast((yield* Clock.currentTimeMillis) - from, 50_000)
      const longer = yield* Effect.forkChild(tool(key.secret, "get_job", { job_id: job.job_id, wait_seconds: 50 }))
      yield* tool(key.secret, "delete_job", { job_id: job.job_id })
      assert.strictEqual((yield* Fiber.join(longer)).structuredContent.code, "job_not_found")
    })
  )

  it.effect("reads a long Markdown by windows of 40,000 characters, and marked pages by their numbers", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const page = "word ".repeat(10_000)
      const { structuredContent: job } = yield* upload(key.secret, bytesOf({ pages: [page, "<!-- page 2 -->", "end"] }))
      yield* ended(key.secret, job.job_id)
      const read = (args: Record<string, unknown>) =>
        Effect.map(tool(key.secret, "get_markdown", { job_id: job.job_id, ...args }), (result) => {
          assert.isBelow(JSON.stringify(result).length / 4, 21_000)
          return result.structuredContent
        })
      let text = ""
      let offset: number | null = 0
      const sizes: Array<number> = []
      while (offset !== null) {
        const window: { markdown: string; next_offset: number | null } = yield* read({ offset })
        sizes.push(window.markdown.length)
        text += window.markdown
        offset = window.next_offset
      }
      assert.strictEqual(text, `${page}\n\n<!-- page 2 -->\n\nend\n`)
      assert.strictEqual(sizes[0], 40_000)
      assert.deepInclude(yield* read({ offset: 5, max_chars: 4 }), { markdown: "word", offset: 5, next_offset: 9 })
      assert.deepInclude(yield* read({ offset: 10 ** 9 }), { markdown: "", next_offset: null })
      assert.deepInclude(yield* read({ max_chars: 10 ** 9 }), { next_offset: 40_000 })
      for (const pages of ["2", 2]) {
        assert.strictEqual((yield* read({ pages })).markdown, "<!-- page 2 -->\n\nend\n")
      }
      assert.deepInclude(yield* read({ pages: "3-9" }), { code: "invalid_page_range", status: 400 })
    })
  )

  it.effect("lists by pages that fit a result, each job once", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("business")
      const external_id = "ä".repeat(255)
      const tags = Array.from({ length: 20 }, (_, n) => `${n}${"ö".repeat(62)}`)
      const made: Array<string> = []
      for (let n = 0; n < 9; n++) {
        made.unshift((yield* upload(key.secret, slow, { external_id, tags })).structuredContent.job_id)
      }
      const seen: Array<string> = []
      let cursor: string | null = null
      do {
        const args: Record<string, unknown> = cursor === null ? {} : { cursor }
        const result: { structuredContent: { items: ReadonlyArray<{ job_id: string }>; next_cursor: string | null } } =
          yield* tool(key.secret, "list_jobs", args)
        assert.isAtLeast(result.structuredContent.items.length, 1)
        seen.push(...result.structuredContent.items.map(({ job_id }) => job_id))
        cursor = result.structuredContent.next_cursor
      } while (cursor !== null)
      assert.deepStrictEqual(seen, made)
      const bad = yield* tool(key.secret, "list_jobs", { cursor: "x" })
      assert.deepInclude(bad.structuredContent, { code: "invalid_cursor", status: 400 })
      for (const job_id of made) yield* tool(key.secret, "delete_job", { job_id })
    })
  )

  it.effect("speaks 2026-07-28: discovery, results with their type, its own status codes", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const discovered = yield* modern(key.secret, "server/discover")
      assert.strictEqual(discovered.status, 200)
      const { result } = discovered.json
      assert.deepInclude(result, { resultType: "complete", cacheScope: "private" })
      assert.include(result.supportedVersions, "2026-07-28")
      assert.deepStrictEqual(result.capabilities.extensions, { [tasks]: {} })
      assert.strictEqual(result._meta["io.modelcontextprotocol/serverInfo"].name, "pdf-to-markdown")
      const list = yield* modern(key.secret, "tools/list")
      assert.deepInclude(list.json.result, { resultType: "complete", ttlMs: 300_000 })
      const name = `${prefix}get_limits`
      const limits = yield* modern(key.secret, "tools/call", { name })
      assert.deepInclude(limits.json.result.structuredContent, { tier: "pro" })
      const encoded = `=?base64?${Buffer.from(name).toString("base64")}?=`
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, _meta: modernMeta() } }
      const send = (headers: Record<string, string>, changes = {}) =>
        Effect.map(post(key.secret, { ...body, ...changes }, headers), ({ status, json }) => [status, json.error?.code])
      assert.deepStrictEqual(yield* send(modernHeaders("tools/call", encoded)), [200, undefined])
      assert.deepStrictEqual(yield* send(modernHeaders("tools/call")), [400, -32_020])
      assert.deepStrictEqual(yield* send(modernHeaders("tools/list", name)), [400, -32_020])
      assert.deepStrictEqual(yield* send({ "mcp-method": "tools/call", "mcp-name": name }), [400, -32_020])
      const legacyHeader = { ...modernHeaders("tools/call", name), "mcp-protocol-version": "2025-11-25" }
      assert.deepStrictEqual(yield* send(legacyHeader), [400, -32_020])
      const bare = { params: { name, _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } }
      assert.deepStrictEqual(yield* send(modernHeaders("tools/call", name), bare), [400, -32_602])
      for (const params of [{ name }, { name, _meta: {} }]) {
        assert.deepStrictEqual(yield* send(modernHeaders("tools/call", name), { params }), [400, -32_602])
      }
      for (const method of ["ping", "tasks/result", "tasks/list"]) {
        const unknown = { method, params: { taskId: "x", _meta: modernMeta() } }
        assert.deepStrictEqual(yield* send(modernHeaders(method), unknown), [404, -32_601], method)
      }
      assert.deepStrictEqual(yield* send(modernHeaders("x", name), { jsonrpc: "1.0" }), [400, -32_600])
      const future = { params: { name, _meta: { "io.modelcontextprotocol/protocolVersion": "2030-01-01" } } }
      const later = yield* post(
        key.secret,
        { ...body, ...future },
        { ...modernHeaders("tools/call", name), "mcp-protocol-version": "2030-01-01" }
      )
      assert.deepStrictEqual([later.status, later.json.error.code], [400, -32_022])
      assert.include(later.json.error.data.supported, "2026-07-28")
      const broken = yield* post(key.secret, "{", modernHeaders("tools/list"))
      assert.deepStrictEqual(
        [broken.status, broken.json],
        [400, { jsonrpc: "2.0", error: { code: -32_700, message: "The body is not JSON" } }]
      )
      const notice = { jsonrpc: "2.0", method: "notifications/cancelled", params: { _meta: modernMeta() } }
      assert.strictEqual((yield* post(key.secret, notice, modernHeaders("notifications/cancelled"))).status, 202)
    })
  )

  it.effect("makes a job a task for clients that take tasks, from working to its result", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const create = (bytes: Uint8Array, extensions = {}, secret = key.secret) =>
        Effect.map(
          modern(
            secret,
            "tools/call",
            { name: `${prefix}create_job_from_upload`, arguments: { content_base64: base64(bytes) } },
            extensions
          ),
          ({ json }) => json.result
        )
      const get = (taskId: string, secret = key.secret) => modern(secret, "tasks/get", { taskId }, { [tasks]: {} })
      const plain = yield* create(hello)
      assert.strictEqual(plain.resultType, "complete")
      const task = yield* create(hello, { [tasks]: {} })
      assert.deepInclude(task, { resultType: "task", status: "working", ttlMs: null, pollIntervalMs: 2_000 })
      yield* ended(key.secret, task.taskId)
      const done = (yield* get(task.taskId)).json.result
      assert.deepInclude(done, { resultType: "complete", status: "completed" })
      assert.isAbove(done.ttlMs, 0)
      assert.deepInclude(done.result.structuredContent, { job_id: task.taskId, status: "ready" })
      const acknowledged = yield* modern(key.secret, "tasks/cancel", { taskId: task.taskId }, { [tasks]: {} })
      assert.strictEqual(acknowledged.json.result.resultType, "complete")
      assert.strictEqual((yield* get(task.taskId)).json.result.status, "completed")

      const failing = yield* create(bytesOf({ pages: ["x"], failure: "corrupt_pdf" }), { [tasks]: {} })
      yield* ended(key.secret, failing.taskId)
      const failed = (yield* get(failing.taskId)).json.result
      assert.strictEqual(failed.status, "completed")
      assert.deepInclude(failed.result, { isError: true })
      assert.strictEqual(failed.result.structuredContent.error.code, "corrupt_pdf")

      const endless = yield* create(slow, { [tasks]: {} })
      assert.strictEqual((yield* get(endless.taskId)).json.result.status, "working")
      const update = yield* modern(key.secret, "tasks/update", { taskId: endless.taskId }, { [tasks]: {} })
      assert.strictEqual(update.json.result.resultType, "complete")
      const reader = yield* newKey(session, { scopes: ["jobs:read"] })
      const denied = yield* modern(reader.secret, "tasks/cancel", { taskId: endless.taskId }, { [tasks]: {} })
      assert.deepStrictEqual([denied.status, denied.json.error.data.code], [403, "missing_scope"])
      yield* modern(key.secret, "tasks/cancel", { taskId: endless.taskId }, { [tasks]: {} })
      assert.strictEqual((yield* get(endless.taskId)).json.result.status, "cancelled")

      const creator = yield* newKey(session, { scopes: ["jobs:create"] })
      assert.strictEqual((yield* create(hello, { [tasks]: {} }, creator.secret)).resultType, "complete")
      const undeclared = yield* modern(key.secret, "tasks/get", { taskId: task.taskId })
      assert.deepStrictEqual([undeclared.status, undeclared.json.error.code], [400, -32_021])
      assert.strictEqual((yield* get("nonsense")).json.error.code, -32_602)
      yield* tool(key.secret, "delete_job", { job_id: task.taskId })
      assert.strictEqual((yield* get(task.taskId)).json.error.code, -32_602)
    })
  )
})

layer(Service.layer())("A key's creates over MCP", (it) => {
  it.effect("count with those over REST", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      for (let n = 0; n < 20; n++) yield* tool(key.secret, "create_job_from_url", { url: "ftp://no.example" })
      const { structuredContent } = yield* tool(key.secret, "create_job_from_url", { url: "ftp://no.example" })
      assert.deepInclude(structuredContent, { code: "rate_limited", status: 429 })
      assert.isAbove(structuredContent.retry_after, 0)
      const rest = yield* Service.plain("/api/v2/jobs", { method: "POST", headers: bearer(key.secret) })
      assert.strictEqual(rest.status, 429)
    })
  )

  it.effect("count with uploads by ticket when the ticket is spent, however early it was drawn", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const tickets: Array<string> = []
      for (let n = 0; n < 21; n++) tickets.push((yield* tool(key.secret, "create_upload")).structuredContent.ticket)
      yield* TestClock.adjust("1 minute")
      const create = (headers: Record<string, string>, path = "") =>
        Effect.map(
          Service.plain(`/api/v2/jobs${path}`, { method: "POST", headers, body: new FormData() }),
          ({ status }) => status
        )
      for (let n = 0; n < 10; n++) {
        assert.strictEqual(yield* create(bearer(key.secret)), 400)
        assert.strictEqual(yield* create({ "upload-ticket": tickets.pop()! }, "/upload"), 400)
      }
      assert.strictEqual(yield* create({ "upload-ticket": tickets.pop()! }, "/upload"), 429)
      assert.strictEqual(yield* create(bearer(key.secret)), 429)
    })
  )
})
