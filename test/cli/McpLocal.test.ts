/** `pdf-to-markdown mcp`, spoken to by the official client over standard input and output. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert, describe, it, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Context, Effect, Layer } from "effect"
import { pdf } from "../../layers/fakes/Converter.ts"
import { localDefinitions } from "../../schema/mcp/LocalTools.ts"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { children, folder, until } from "../support/Children.ts"
import { prepareCommandLine } from "../support/DataFolder.ts"
import { chart, makePdf } from "../support/Pdf.ts"

const program = fileURLToPath(new URL("../../layers/main/pdf-to-markdown.js", import.meta.url))

/** A folder in which the program has been run before. */
const warm = Effect.tap(folder, (home) => Effect.promise(() => prepareCommandLine(home)))

/** A client of the program, and what a call of a tool answers. */
const connected = Effect.fnUntraced(function* (home: string) {
  const client = new Client({ name: "test", version: "1" })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp"],
    cwd: home,
    env: { TMPDIR: home, HOME: home, PATH: process.env["PATH"] ?? "" }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(transport as Parameters<Client["connect"]>[0])),
    () => Effect.promise(() => client.close())
  )
  // The client checks structured content against what `tools/list` says of it.
  yield* Effect.promise(() => client.listTools())
  const call = (name: string, args: Record<string, unknown> = {}) =>
    Effect.promise(async () => {
      const result = await client.callTool({ name: `${prefix}${name}`, arguments: args })
      // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
      return { isError: result.isError === true, ...(result.structuredContent as any) }
    })
  return { client, call }
})

/** One program for the tests that only talk to it, and the folder of its files. */
class Shared extends Context.Service<
  Shared,
  Effect.Success<ReturnType<typeof connected>> & { readonly home: string }
>()("svc/test/cli/McpLocal") {}

const shared = Layer.effect(
  Shared,
  Effect.gen(function* () {
    const home = yield* warm
    return Shared.of({ home, ...(yield* connected(home)) })
  })
)

layer(shared, { excludeTestServices: true })("pdf-to-markdown mcp", (it) => {
  it.effect("converts a file of this computer, and finds a phrase in it", () =>
    Effect.gen(function* () {
      const { home, client, call } = yield* Shared
      fs.writeFileSync(join(home, "a report.pdf"), pdf({ pages: ["Hello world", "The net profit was 4711 euros"] }))
      assert.strictEqual(client.getServerVersion()?.name, "pdf-to-markdown")
      assert.include(client.getInstructions() ?? "", "create_job_from_file")
      const made = yield* call("create_job_from_file", {
        path: "~/a report.pdf",
        options: { page_breaks: "comment" }
      })
      assert.strictEqual(made.path, join(home, "a report.pdf"))
      const job_id = made.job_id
      const job = yield* call("get_job", { job_id, wait_seconds: 50 })
      assert.deepInclude(job, { status: "ready", pages: 2, pages_done: 2, error: null, truncated: false })
      const read = yield* call("get_markdown", { job_id })
      assert.include(read.markdown, "Hello world")
      assert.isNull(read.next_offset)
      const second = yield* call("get_markdown", { job_id, pages: 2 })
      assert.notInclude(second.markdown, "Hello")
      const window = yield* call("get_markdown", { job_id, max_chars: 5 })
      assert.deepStrictEqual([window.markdown.length, window.next_offset], [5, 5])
      const found = yield* call("search_markdown", { job_id, query: "NET profit" })
      assert.deepStrictEqual([found.match, found.total, found.passages[0].pages], ["phrase", 1, [2]])
      const blocks = yield* call("get_blocks", { job_id, page: 2 })
      assert.strictEqual(blocks.items[0].id, found.passages[0].block_id)
      // The first test of this program: it has no other job.
      assert.deepStrictEqual(
        (yield* call("list_jobs")).items,
        [job].map(({ isError: _, ...own }) => own)
      )
      assert.isTrue((yield* call("delete_job", { job_id })).deleted)
      assert.strictEqual((yield* call("get_job", { job_id })).code, "job_not_found")
    })
  )

  it.effect("shows the figures of a file as images", () =>
    Effect.gen(function* () {
      const { home, client, call } = yield* Shared
      fs.writeFileSync(join(home, "chart.pdf"), makePdf({ pages: [chart] }))
      const { job_id } = yield* call("create_job_from_file", { path: "~/chart.pdf", options: { images: "files" } })
      yield* call("get_job", { job_id, wait_seconds: 50 })
      const { content } = yield* Effect.promise(() =>
        client.callTool({ name: `${prefix}get_blocks`, arguments: { job_id, type: "figure", images: true } })
      )
      const [, name, image] = content as ReadonlyArray<Record<string, string>>
      assert.strictEqual(name?.["text"], "images/p001-1.png")
      assert.deepStrictEqual([image?.["type"], image?.["mimeType"]], ["image", "image/png"])
      assert.strictEqual(Buffer.from(image?.["data"] ?? "", "base64").toString("latin1", 1, 4), "PNG")

      const plain = yield* call("create_job_from_file", { path: "~/chart.pdf" })
      yield* call("get_job", { job_id: plain.job_id, wait_seconds: 50 })
      const refused = yield* call("get_blocks", { job_id: plain.job_id, images: true })
      assert.deepStrictEqual([refused.isError, refused.code], [true, "image_not_found"])
    })
  )

  it.effect("says what is wrong with a file, an argument and a job that is not ready", () =>
    Effect.gen(function* () {
      const { home, call } = yield* Shared
      fs.writeFileSync(join(home, "locked.pdf"), pdf({ pages: ["x"], password: "secret" }))
      fs.writeFileSync(join(home, "text.pdf"), "This is text")
      const wrong = yield* call("create_job_from_file", { file: "x" })
      assert.deepStrictEqual([wrong.isError, wrong.code], [true, "invalid_request"])
      assert.include(wrong.message, "arguments.path: is missing")
      for (const path of ["missing.pdf", home, "https://example.com/a.pdf", "-"]) {
        const refused = yield* call("create_job_from_file", { path })
        assert.deepStrictEqual([refused.isError, refused.code], [true, "file_not_found"], path)
      }
      const ended = Effect.fnUntraced(function* (path: string, more: Record<string, unknown> = {}) {
        const { job_id } = yield* call("create_job_from_file", { path, ...more })
        return yield* call("get_job", { job_id, wait_seconds: 50 })
      })
      const locked = yield* ended("locked.pdf")
      assert.deepStrictEqual([locked.status, locked.error.code], ["error", "password_required"])
      assert.strictEqual((yield* call("get_markdown", { job_id: locked.job_id })).code, "not_ready")
      assert.strictEqual((yield* ended("locked.pdf", { password: "secret" })).status, "ready")
      assert.strictEqual((yield* ended("text.pdf")).error.code, "not_a_pdf")
    })
  )
})

describe("pdf-to-markdown mcp", () => {
  it.live("answers each line in either era, and ends with its input, and its converters with it", () =>
    Effect.gen(function* () {
      const home = yield* warm
      fs.writeFileSync(join(home, "a.pdf"), pdf({ pages: ["Hello"] }))
      const child = spawn(process.execPath, [program, "mcp"], {
        cwd: home,
        env: { TMPDIR: home, HOME: home },
        stdio: ["pipe", "pipe", "inherit"]
      })
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
      }
      const call = { name: `${prefix}create_job_from_file`, arguments: { path: "a.pdf" } }
      for (const line of [
        "{",
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta } }),
        JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
        JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { ...call, _meta } }),
        JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tasks/get", params: { taskId: "x", _meta } })
      ]) {
        child.stdin.write(`${line}\n`)
      }
      const out = text(child.stdout)
      yield* until(() => children(home).length > 0)
      child.stdin.end()
      const [answers, [code]] = yield* Effect.promise(() => Promise.all([out, once(child, "exit")]))
      const byId = new Map(
        answers
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
          .map((answer) => [answer.id, answer])
      )
      assert.strictEqual(code, 0)
      assert.strictEqual(byId.get(null)?.error.code, -32_700)
      assert.deepStrictEqual(byId.get(1)?.result.capabilities, { tools: {} })
      assert.strictEqual(byId.get(2)?.result.structuredContent.status, "processing")
      assert.strictEqual(byId.get(3)?.error.code, -32_601)
      yield* until(() => children(home).length === 0)
    }).pipe(Effect.scoped)
  )

  it.live("says how it is started, and takes no file: it waited for messages that nobody sends", () =>
    Effect.gen(function* () {
      const home = yield* warm
      const run = (...args: ReadonlyArray<string>) =>
        Effect.promise(async () => {
          const child = spawn(process.execPath, [program, "mcp", ...args], { cwd: home, env: { TMPDIR: home } })
          const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
          return { out, err, code }
        })
      const told = yield* run("--help")
      assert.deepStrictEqual([told.err, told.code], ["", 0])
      assert.match(told.out, /^Usage: pdf-to-markdown mcp\n/)
      assert.match((yield* run("--version")).out, /^\d+\.\d+\.\d+\n$/)
      const file = yield* run("a.pdf")
      assert.deepStrictEqual([file.out, file.code], ["", 2])
      assert.include(file.err, "mcp takes no arguments")
    }).pipe(Effect.scoped)
  )

  it("has tools that need no references, and cost few tokens to know", () => {
    const text = JSON.stringify(localDefinitions)
    assert.notInclude(text, "$ref")
    assert.notInclude(text, "slot_usage")
    const known = localDefinitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    assert.isBelow(JSON.stringify(known).length / 4, 2_000)
  })
})
