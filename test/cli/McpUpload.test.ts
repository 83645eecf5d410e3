/** A large upload over MCP through the service as its users start it. */
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { startPath } from "../../schema/v2/Auth.ts"
import { type Browser, newBrowser } from "../support/Browser.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { admin, dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import * as Service from "../support/Service.ts"

const mebibyte = 1_024 ** 2

/** Of the upload; a plan that takes 100 MB takes it. */
const size = 90 * mebibyte

/** What the service may take while it arrives: chunks on their way, and garbage until it is collected. */
const most = 64 * mebibyte

/** An upload before it, after which the process has the size that it works at. */
const first = 12 * mebibyte

/** The most memory that the process had since the last `forget`. */
const peak = (pid: number) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024

const forget = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, "5")

/** A key of a person who signs in with a browser. */
const newKey = async (browser: Browser, base: string, email: string): Promise<string> => {
  const form = await browser.go(new URL(startPath, base))
  await browser.go(form.url, { method: "POST", body: new URLSearchParams({ email }) })
  const made = await browser.step(new URL("/api/v2/api-keys", base), {
    method: "POST",
    headers: { origin: base, "content-type": "application/json" },
    body: JSON.stringify({ name: "uploads" })
  })
  return JSON.parse(made.text).secret
}

/** What it begins with. */
const head = scripted({ pages: 1 }, 30)

/** Three bytes are four characters of Base64: parts of this size need no padding. */
const part = Buffer.alloc(3 * mebibyte, " ").toString("base64")

const upload = async (base: string, secret: string, size: number) => {
  const message = request(`${base}/api/v2/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" }
  })
  const answered = once(message, "response")
  const send = async (text: string) => {
    if (!message.write(text)) await once(message, "drain")
  }
  const params = `{"name":"${prefix}create_job_from_upload","arguments":{"content_base64":"`
  await send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}`)
  await send(Buffer.from(head).toString("base64"))
  for (let sent = 0; sent < size; sent += 3 * mebibyte) await send(part)
  message.end('"}}}')
  const [response] = await answered
  return (await json(response)) as { readonly result: { readonly structuredContent: Record<string, unknown> } }
}

const isMeasurable = existsSync("/proc/self/clear_refs")
if (!isMeasurable) console.warn("SKIPPED: an upload of 90 MB over MCP. Nothing on this machine tells a peak of memory.")

describe.skipIf(!isMeasurable)("An upload of 90 MB over MCP", () => {
  it.live(
    "is in the service's memory in parts only",
    () =>
      Effect.gen(function* () {
        const data = join(yield* folder, "data")
        const variables = { DATA_DIR: data, DATABASE_URL: yield* TestDatabase.url }
        const { base, child } = yield* dev(data, variables, "scripted")
        yield* admin(["set-tier", "ada@example.com", "pro"], variables)
        const browser = yield* Effect.provideService(newBrowser, Service.Base, base)
        const secret = yield* Effect.promise(() => newKey(browser, base, "ada@example.com"))
        const pid = child.pid!
        yield* Effect.promise(() => upload(base, secret, first))
        forget(pid)
        const before = peak(pid)
        const { result } = yield* Effect.promise(() => upload(base, secret, size))
        const grown = peak(pid) - before
        assert.deepInclude(result.structuredContent, { status: "queued", input_size: size + head.length })
        assert.isBelow(grown, most, `${Math.round(grown / mebibyte)} MiB more`)
      }).pipe(Effect.scoped),
    240_000
  )
})
