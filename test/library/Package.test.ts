/**
 * The package, used from a project of somebody else's: as `npm pack` makes it in `.ci/run`, and from its sources in every other
 * run of the tests. And the bundle for desktop clients, started as they do.
 */
import { execFile } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Context, Effect, Layer } from "effect"
import { chromium } from "playwright-core"
import { rolldown } from "rolldown"
import { pdf } from "../../layers/fakes/Converter.ts"
import manifest from "../../package.json" with { type: "json" }
import { folder } from "../support/Children.ts"
import * as Chromium from "../support/Chromium.ts"
import * as TestDatabase from "../support/Database.ts"
import { prepareCommandLine } from "../support/DataFolder.ts"
import { long } from "../support/Long.ts"
import { chart, lines, makePdf } from "../support/Pdf.ts"
import { admin, dev } from "../support/Process.ts"

Chromium.sayIfMissing("the packed client in a browser")

const root = join(import.meta.dirname, "../..")
const run = promisify(execFile)

const isPacked = long(1, 0) === 1
if (!isPacked)
  console.warn("SKIPPED: the packed package and the bundle for MCP clients. They are packed where LONG_TESTS is 1.")

/** A project in a folder with a space in its name, in which the package is installed, its dependencies those of this checkout. */
class Project extends Context.Service<Project, { readonly home: string; readonly command: string }>()(
  "svc/test/library/Project"
) {}

/** The package as it is published. */
const pack = async (home: string, place: string) => {
  await run("npm", ["pack", "--silent", "--pack-destination", home], { cwd: root })
  const [archive = ""] = fs.readdirSync(home).filter((name) => name.endsWith(".tgz"))
  await run("tar", ["-xzf", join(home, archive), "-C", home])
  fs.renameSync(join(home, "package"), place)
  fs.symlinkSync(fs.realpathSync(join(root, "node_modules")), join(place, "node_modules"))
  return manifest.bin["pdf-to-markdown"]
}

/** Its sources at the same names, on a machine on which the command has been run before. */
const stand = async (home: string, place: string) => {
  fs.mkdirSync(place)
  for (const part of ["layers", "src"]) fs.symlinkSync(join(root, part), join(place, part))
  const sourceOf = (compiled: string) => compiled.replace(/^\.\/dist/, ".").replace(/\.js$/, ".ts")
  const exports = Object.entries(manifest.exports).map(([name, { default: file }]) => [name, sourceOf(file)])
  const { name, type } = manifest
  fs.writeFileSync(join(place, "package.json"), JSON.stringify({ name, type, exports: Object.fromEntries(exports) }))
  await prepareCommandLine(home)
  return manifest.bin["pdf-to-markdown"].replace(/^dist\//, "")
}

const installed = Effect.gen(function* () {
  const home = join(yield* folder, "some project")
  const place = join(home, "node_modules", manifest.name)
  fs.mkdirSync(join(place, ".."), { recursive: true })
  const bin = yield* Effect.promise(() => (isPacked ? pack : stand)(home, place))
  fs.writeFileSync(join(home, "package.json"), '{ "type": "module" }')
  fs.writeFileSync(join(home, "file.pdf"), pdf({ pages: ["Hello there", "And goodbye"], title: "Greetings" }))
  fs.writeFileSync(join(home, "chart.pdf"), makePdf({ pages: [chart] }))
  return Project.of({ home, command: join("node_modules", manifest.name, bin) })
})

const example = `
import { convert, start } from "pdf-to-markdown-service"
import { connect } from "pdf-to-markdown-service/client"

const { markdown, blocks, pages, title, truncated } = await convert("file.pdf", { page_breaks: "comment" })
const conversion = start(await (await import("node:fs/promises")).readFile("file.pdf"))
const seen = []
for await (const { page } of conversion.pages()) seen.push(page)
const refusals = []
for (const name of ["none.pdf", "package.json"]) await convert(name).catch(({ code }) => refusals.push(code))
await convert("file.pdf", { signal: AbortSignal.abort(new Error("enough")) }).catch(({ message }) => refusals.push(message))
const figures = await convert("chart.pdf", { images: "files" })
const [picture] = figures.images
const signature = [...picture.bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join("")
const drawn = { names: figures.images.map(({ name }) => name), block: picture.block, page: picture.page, signature,
  isNamed: figures.markdown.includes("](images/" + picture.name + ")"), isCut: figures.figuresCut, others: (await convert("chart.pdf")).images }
const types = blocks.map(({ type }) => type)
console.log(JSON.stringify({ markdown, types, pages: pages.length, title, truncated, seen, refusals, drawn, client: typeof connect }))
`

const mistakes = `
import { convert } from "pdf-to-markdown-service"

const found = []
for (const options of [{ pageBreaks: "comment" }, { tables: "x" }, { tables: null, math: undefined, page_range: null }, { page_range: "9" }]) {
  found.push(await convert("file.pdf", options).then(({ markdown }) => markdown, ({ code, message }) => [code, message]))
}
found.push(await convert(null).catch(({ name, message }) => [name, message]))
console.log(JSON.stringify(found))
`

/** What is no file: a link, one that is broken, a folder, and bytes of something else. */
const links = `
import { createServer } from "node:http"
import { readdirSync, readFileSync } from "node:fs"
import { convert } from "pdf-to-markdown-service"

const server = createServer(({ url }, answer) =>
  url === "/file.pdf" ? answer.end(readFileSync("folder/file.pdf")) : answer.writeHead(404).end()
).listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const base = "http://127.0.0.1:" + server.address().port
const { markdown } = await convert(base + "/file.pdf")
const refusals = []
for (const input of [base + "/none.pdf", "folder", new TextEncoder().encode("hello")]) {
  await convert(input).catch(({ code, message }) => refusals.push([code, message]))
}
server.close()
console.log(JSON.stringify({ markdown, refusals, left: readdirSync(".").toSorted() }))
`

/** What a page of somebody else's does with the PDF that its visitor chose: five lines from upload to blocks. */
const ofAPage = `
import { connect, register } from "pdf-to-markdown-service/client"

globalThis.withKey = async (file, baseUrl, apiKey) => {
  const client = connect({ baseUrl, credential: { apiKey } })
  const { job, markdown } = await client.convert(file)
  const blocks = await Array.fromAsync(client.blocks(job.job_id))
  const states = await Array.fromAsync(client.progress(job.job_id))
  const answer = await client.send("/api/v2/jobs/" + job.job_id)
  await client.remove(job.job_id)
  const gone = await client.get(job.job_id).catch(({ code, requestId }) => ({ code, isNamed: requestId !== null }))
  const exposed = ["x-request-id", "ratelimit", "ratelimit-policy"].filter((name) => answer.headers.has(name))
  return { name: job.file_name, markdown, blocks: blocks.map(({ type, text }) => [type, text]), last: states.at(-1).status, exposed, gone }
}

globalThis.asDevice = async (file, baseUrl) => {
  const client = connect({ baseUrl, credential: { device: await register(baseUrl) } })
  const { job, markdown } = await client.convert(file)
  const blocks = await Array.fromAsync(client.blocks(job.job_id))
  return { markdown, blocks: blocks.length, jobs: (await client.list()).length }
}

globalThis.withCookies = (baseUrl) =>
  fetch(baseUrl + "/api/v2/me", { credentials: "include" }).then(({ status }) => status, () => "refused by the browser")
`

layer(Layer.effect(Project, installed), { excludeTestServices: true })("The package", (it) => {
  it.effect("is a library and a command in a project that installs it, wherever that is", () =>
    Effect.gen(function* () {
      const { home, command } = yield* Project
      fs.writeFileSync(join(home, "example.js"), example)
      const env = { PATH: process.env["PATH"] ?? "", TMPDIR: home }
      const { stdout } = yield* Effect.promise(() => run(process.execPath, ["example.js"], { cwd: home, env }))
      const { markdown, ...rest } = JSON.parse(stdout)
      assert.include(markdown, "Hello there")
      assert.include(markdown, "<!-- page 2 -->")
      assert.deepStrictEqual(rest, {
        types: ["paragraph", "paragraph"],
        pages: 2,
        title: "Greetings",
        truncated: false,
        seen: [1, 2],
        refusals: ["file_not_found", "not_a_pdf", "enough"],
        drawn: {
          ...{ names: ["p001-1.png"], block: "p1-2", page: 1, signature: "PNG" },
          ...{ isNamed: true, isCut: false, others: [] }
        },
        client: "function"
      })

      const converted = yield* Effect.promise(() => run(process.execPath, [command, "file.pdf"], { cwd: home, env }))
      assert.include(converted.stdout, "And goodbye")
      assert.strictEqual(converted.stderr, "")

      const server = run(process.execPath, [command, "mcp"], { cwd: home, env })
      server.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
      assert.deepStrictEqual(JSON.parse((yield* Effect.promise(() => server)).stdout), {
        ...{ jsonrpc: "2.0", id: 1, result: {} }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("refuses an option that is not known, or not so: it was passed over in silence", () =>
    Effect.gen(function* () {
      const { home } = yield* Project
      fs.writeFileSync(join(home, "mistakes.js"), mistakes)
      const env = { PATH: process.env["PATH"] ?? "", TMPDIR: home }
      const { stdout } = yield* Effect.promise(() => run(process.execPath, ["mistakes.js"], { cwd: home, env }))
      assert.deepStrictEqual(JSON.parse(stdout), [
        ["invalid_setting", "pageBreaks: is not known here; did you mean page_breaks?"],
        ["invalid_setting", "tables: must be one of gfm, html, auto"],
        "Hello there\n\nAnd goodbye\n",
        ["invalid_page_range", "The page range names no page of the document, which has 2"],
        ["TypeError", "A document is given as its path, a link or its bytes"]
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves nothing where the program stands: what a link gave stayed there as input-0.pdf", () =>
    Effect.gen(function* () {
      const { home } = yield* Project
      const here = join(home, "here")
      fs.mkdirSync(join(here, "folder"), { recursive: true })
      fs.copyFileSync(join(home, "file.pdf"), join(here, "folder", "file.pdf"))
      fs.writeFileSync(join(here, "links.js"), links)
      const env = { PATH: process.env["PATH"] ?? "", TMPDIR: home }
      const { stdout } = yield* Effect.promise(() => run(process.execPath, ["links.js"], { cwd: here, env }))
      const { markdown, refusals, left } = JSON.parse(stdout)
      assert.include(markdown, "Hello there")
      assert.deepStrictEqual(refusals, [
        ["broken_link", "It answers 404"],
        ["file_not_found", "folder is a folder"],
        ["not_a_pdf", "The document does not begin as a PDF does"]
      ])
      assert.deepStrictEqual(left, ["folder", "links.js"])
    }).pipe(Effect.scoped)
  )

  it.effect.runIf(Chromium.isInstalled)(
    "is a client in a page of another origin, bundled as that page's own code is",
    () =>
      Effect.gen(function* () {
        const { home } = yield* Project
        fs.writeFileSync(join(home, "page.js"), ofAPage)
        const code = yield* Effect.promise(async () => {
          const bundle = await rolldown({ input: join(home, "page.js"), cwd: home, platform: "browser" })
          const { output } = await bundle.generate({ format: "esm" })
          assert.strictEqual(output.length, 1)
          return output[0].code
        })
        assert.notMatch(code, /node:/)

        const html =
          '<!doctype html><meta charset="utf-8"><input type="file"><script type="module" src="page.js"></script>'
        const site = createServer(({ url }, response) => {
          const isCode = url === "/page.js"
          response
            .writeHead(200, { "content-type": isCode ? "text/javascript" : "text/html" })
            .end(isCode ? code : html)
        }).listen(0, "127.0.0.1")
        yield* Effect.promise(() => once(site, "listening"))
        yield* Effect.addFinalizer(() => Effect.sync(() => site.close()))
        const data = join(yield* folder, "data")
        const variables = { DATA_DIR: data, DATABASE_URL: yield* TestDatabase.url }
        const { base } = yield* dev(data, variables)
        const made = yield* admin(["create-key", "page@example.com", "--tier", "business"], variables)
        const browser = yield* Effect.acquireRelease(
          Effect.promise(() => chromium.launch({ ...Chromium.launchOptions, args: ["--no-sandbox"] })),
          (browser) => Effect.promise(() => browser.close())
        )
        yield* Effect.promise(async () => {
          const page = await browser.newPage()
          const told: Array<string> = []
          page.on("pageerror", ({ message }) => told.push(message))
          await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
          const sheet = makePdf({
            pages: [{ items: lines(["A sentence of the page.", "And another."], { x: 72, y: 90 }) }]
          })
          await page.setInputFiles("input", {
            name: "a page.pdf",
            mimeType: "application/pdf",
            buffer: Buffer.from(sheet)
          })
          const run = (name: string, ...args: ReadonlyArray<string>) =>
            page.evaluate(`${name}(...[document.querySelector("input").files[0], ...${JSON.stringify(args)}])`)
          const text = "A sentence of the page. And another."
          assert.deepStrictEqual(await run("withKey", base, made.out.trim()), {
            ...{ name: "a page.pdf", markdown: `${text}\n`, blocks: [["paragraph", text]], last: "ready" },
            exposed: ["x-request-id", "ratelimit", "ratelimit-policy"],
            gone: { code: "job_not_found", isNamed: true }
          })
          assert.deepStrictEqual(await run("asDevice", base), { markdown: `${text}\n`, blocks: 1, jobs: 1 })
          assert.strictEqual(await page.evaluate(`withCookies(${JSON.stringify(base)})`), "refused by the browser")
          assert.deepStrictEqual(told, [])
        })
      }).pipe(Effect.scoped)
  )

  // In this file, because both are made from the same compiled folder. What the server does, `cli/McpLocal` says of the sources.
  it.effect.runIf(isPacked)(
    "is a local MCP server in a bundle, which says what it is, and converts a file with nothing but what is in it",
    () =>
      Effect.gen(function* () {
        const home = yield* folder
        yield* Effect.promise(() =>
          run("npm", ["run", "--silent", "mcpb", "--", join(home, "made"), "--stage", "--built"], { cwd: root })
        )
        const bundle = join(home, "made/bundle")
        const manifest = JSON.parse(fs.readFileSync(join(bundle, "manifest.json"), "utf8"))
        const { command, args } = manifest.server.mcp_config
        assert.strictEqual(command, "node")
        const client = new Client({ name: "test", version: "1" })
        const transport = new StdioClientTransport({
          command: process.execPath,
          args: args.map((argument: string) => argument.replace(/^\$\{__dirname\}/, bundle)),
          cwd: home,
          env: { TMPDIR: home, HOME: home, PATH: "" }
        })
        yield* Effect.acquireRelease(
          Effect.promise(() => client.connect(transport as Parameters<Client["connect"]>[0])),
          () => Effect.promise(() => client.close())
        )
        fs.writeFileSync(join(home, "a.pdf"), pdf({ pages: ["Hello there"] }))
        yield* Effect.promise(async () => {
          const { tools } = await client.listTools()
          const told = manifest.tools.map(({ name }: { readonly name: string }) => name)
          assert.deepStrictEqual(
            told,
            tools.map(({ name }) => name)
          )
          const call = async (name: string, args: Record<string, unknown>) => {
            const { structuredContent } = await client.callTool({ name: `pdf_to_markdown_${name}`, arguments: args })
            return structuredContent as Record<string, unknown>
          }
          const { job_id } = await call("create_job_from_file", { path: join(home, "a.pdf") })
          assert.deepInclude(await call("get_job", { job_id, wait_seconds: 50 }), { status: "ready", error: null })
          assert.include((await call("get_markdown", { job_id }))["markdown"], "Hello there")
        })
      }).pipe(Effect.scoped),
    240_000
  )
})
