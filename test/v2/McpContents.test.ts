/** Agents with files that they cannot type, and documents that they cannot read whole. */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { newKey, newPerson, withSession } from "../support/Account.ts"
import { ended, tool, upload } from "../support/Mcp.ts"
import * as Service from "../support/Service.ts"

const bytesOf = (script: Converter.Script) => Buffer.from(Converter.pdf(script))

/** Long enough that nobody would type it. */
const large = (megabytes: number) =>
  Buffer.concat([bytesOf({ pages: ["Large"] }), Buffer.alloc(megabytes * 1_048_576, "\n%")])

const run = promisify(execFile)

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An agent with a shell", (it) => {
  const folder = Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "mcp-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )

  it.effect("uploads 40 MB with the line that create_upload gives, and reads what became of it", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const base = yield* Service.Base
      const path = join(yield* folder, "it's; a, file.pdf")
      yield* Effect.promise(() => writeFile(path, large(40)))
      const { structuredContent: given } = yield* tool(key.secret, "create_upload", { file_path: path })
      assert.strictEqual(given.max_bytes, 104_857_600)
      const line = String(given.curl).replace("http://localhost:8080", base)
      const { stdout } = yield* Effect.promise(() => run("sh", ["-c", line]))
      const job = JSON.parse(stdout)
      assert.deepStrictEqual([job.file_name, job.tier, job.input_size > 40_000_000], ["it's; a, file.pdf", "pro", true])
      yield* ended(key.secret, job.job_id)
      const read = yield* tool(key.secret, "get_markdown", { job_id: job.job_id })
      assert.strictEqual(read.structuredContent.markdown, "Large\n")
      const again = yield* Effect.promise(() => run("sh", ["-c", line]))
      assert.strictEqual(JSON.parse(again.stdout).code, "invalid_upload_ticket")
    }).pipe(Effect.scoped)
  )

  it.effect("has no use of a ticket after 10 minutes, or when its key is revoked", () =>
    Effect.gen(function* () {
      const { session, key } = yield* newPerson("free")
      const spend = Effect.fnUntraced(function* (ticket: string) {
        const body = new FormData()
        body.append("file", new Blob([bytesOf({ pages: ["x"] })]), "x.pdf")
        return yield* Service.plain("/api/v2/jobs/upload", {
          method: "POST",
          headers: { "upload-ticket": ticket },
          body
        })
      })
      const ticketOf = (secret: string) =>
        Effect.map(tool(secret, "create_upload"), ({ structuredContent }) => structuredContent.ticket as string)
      const late = yield* ticketOf(key.secret)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* spend(late)).status, 401)
      const other = yield* newKey(session)
      const revoked = yield* ticketOf(other.secret)
      yield* withSession(session, `/api/v2/api-keys/${other.key_id}`, { method: "DELETE" })
      assert.strictEqual((yield* spend(revoked)).status, 401)
      const made = yield* spend(yield* ticketOf(key.secret))
      assert.strictEqual(made.status, 201)
    })
  )

  it.effect("is told at once when there is no slot", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const slow = bytesOf({ pages: ["one", "two"], pageTime: "1 minute" })
      for (let i = 0; i < 3; i++) yield* upload(key.secret, slow)
      const { isError, structuredContent } = yield* tool(key.secret, "create_upload")
      assert.deepStrictEqual([isError, structuredContent.code], [true, "slots_full"])
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A long document", (it) => {
  const pages = Array.from({ length: 300 }, (_, i) => `Page ${i + 1} says ${"something of no interest, ".repeat(20)}.`)
  pages[216] = `${"Much comes before. ".repeat(60)}The Net  Profit of the year was 4 711 euros. ${"Much comes after. ".repeat(60)}`

  it.effect("of 300 pages gives a phrase with its page in two calls", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("business")
      const made = yield* upload(key.secret, bytesOf({ pages }))
      const { job_id } = yield* ended(key.secret, made.structuredContent.job_id)
      const { structuredContent: found } = yield* tool(key.secret, "search_markdown", {
        job_id,
        query: "net profit of the year"
      })
      assert.deepStrictEqual([found.match, found.total, found.passages[0].pages], ["phrase", 1, [217]])
      assert.include(found.passages[0].text, "4 711 euros")
      const { structuredContent: page } = yield* tool(key.secret, "get_blocks", { job_id, page: 217 })
      assert.deepStrictEqual(
        page.items.map(({ id, pages }: { id: string; pages: unknown }) => [id, pages]),
        [[found.passages[0].block_id, [217]]]
      )
      const words = yield* tool(key.secret, "search_markdown", { job_id, query: "euros profit" })
      assert.deepStrictEqual([words.structuredContent.match, words.structuredContent.total], ["words", 1])
      const none = yield* tool(key.secret, "search_markdown", { job_id, query: "unicorn" })
      assert.deepStrictEqual([none.structuredContent.total, none.structuredContent.passages], [0, []])
    })
  )

  it.effect("is read by pages of passages and blocks that fit a result, none of them twice", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("business")
      const made = yield* upload(key.secret, bytesOf({ pages }))
      const { job_id } = yield* ended(key.secret, made.structuredContent.job_id)
      const all = Effect.fnUntraced(function* (
        name: "search_markdown" | "get_blocks",
        args: Record<string, unknown>,
        of: string
      ) {
        const seen: Array<number> = []
        let cursor: string | null = null
        do {
          // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
          const answer: { structuredContent: Record<string, any>; content: unknown } = yield* tool(key.secret, name, {
            job_id,
            ...args,
            ...(cursor === null ? {} : { cursor })
          })
          const { structuredContent, content } = answer
          assert.isBelow(JSON.stringify(content).length / 4, 12_000)
          for (const { pages } of structuredContent[of]) seen.push(pages[0])
          cursor = structuredContent.next_cursor
        } while (cursor !== null)
        return seen
      })
      const passages = yield* all("search_markdown", { query: "no interest", limit: 50 }, "passages")
      assert.deepStrictEqual(
        passages,
        [...Array(300).keys()].map((i) => i + 1).filter((page) => page !== 217)
      )
      assert.deepStrictEqual(
        yield* all("get_blocks", { limit: 200 }, "items"),
        [...Array(300).keys()].map((i) => i + 1)
      )
      const strange = yield* tool(key.secret, "get_blocks", { job_id, cursor: "x" })
      assert.strictEqual(strange.structuredContent.code, "invalid_cursor")
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An agent that can see", (it) => {
  const figures = Array.from({ length: 8 }, (_, i) => `![Figure ${i + 1}: A house]()`)

  const made = Effect.fnUntraced(function* (options: Record<string, unknown>) {
    const { key } = yield* newPerson("pro")
    const bytes = bytesOf({ pages: ["# Houses", ...figures] })
    const { structuredContent } = yield* upload(key.secret, bytes, { options })
    const { job_id } = yield* ended(key.secret, structuredContent.job_id)
    return (args: Record<string, unknown> = {}) => tool(key.secret, "get_blocks", { job_id, images: true, ...args })
  })

  /** The pictures of an answer, by the names that stand before them. */
  const seen = ({ content }: { readonly content: ReadonlyArray<Record<string, string>> }) =>
    content.flatMap(({ type, data, mimeType }, i) =>
      type === "image" ? [[content[i - 1]?.["text"], mimeType, Buffer.from(data ?? "", "base64").toString()]] : []
    )

  it.effect("is shown figures as images, six in one answer, with their names and blocks", () =>
    Effect.gen(function* () {
      const see = yield* made({ images: "files" })
      const first = yield* see()
      const expected = [2, 3, 4, 5, 6, 7].map((page) => [
        `images/p00${page}-1.png`,
        "image/png",
        `the picture on page ${page}`
      ])
      assert.deepStrictEqual(seen(first), expected)
      const { items, pictures, next_cursor } = first.structuredContent
      assert.deepStrictEqual(
        pictures,
        items.flatMap(({ image }: { readonly image?: string }) => image ?? [])
      )
      const rest = yield* see({ cursor: next_cursor })
      assert.deepStrictEqual(rest.structuredContent.pictures, ["p008-1.png", "p009-1.png"])
      assert.isNull(rest.structuredContent.next_cursor)
      const page = yield* see({ page: 4, type: "figure" })
      assert.deepStrictEqual(seen(page), expected.slice(2, 3))
      const blind = yield* see({ images: false })
      assert.deepStrictEqual([seen(blind), blind.structuredContent.items.length], [[], 9])
    })
  )

  it.effect("is told to ask for pictures when the job is made, where there are none", () =>
    Effect.gen(function* () {
      const { isError, structuredContent } = yield* (yield* made({ images: "alt" }))()
      assert.deepStrictEqual(
        [isError, structuredContent.code, structuredContent.status],
        [true, "image_not_found", 404]
      )
      assert.include(structuredContent.message, '{"images": "files"}')
    })
  )
})
