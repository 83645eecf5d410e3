/** Requests to every route that nobody would send in good faith. */
import * as fc from "fast-check"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { tools } from "../../schema/Tools.ts"
import { openApi } from "../../src/http/docs/Docs.ts"
import { contentType, rawBody, rawHeaders } from "./Messages.ts"

export interface Hostile {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | null
}

const routes = openApi["paths"] as Record<string, object>

/** Names where another route has an id: another method there goes to that route. */
const isName = (path: string) => /^\/api\/v2\/(?:jobs|webhooks)\/[\w-]+$/.test(path)

const any = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

/** Routes with their methods and others. */
const targets = Object.entries(routes).flatMap(([path, operations]) => {
  const own = Object.keys(operations).map((method) => method.toUpperCase())
  return [...Array.from({ length: 6 }, () => own).flat(), ...(isName(path) ? [] : any)].map((method) => ({
    method,
    path
  }))
})

const id = fc.constantFrom(
  "01890000-0000-7000-8000-000000000000",
  "01890000-0000-7000-8000-00000000000",
  "x".repeat(3_000),
  "%00",
  "%2e%2e",
  "%ff",
  "null",
  "-1",
  "'--",
  "{}"
)

const query = fc.constantFrom(
  ...["", "", "", "?", "?limit=0", "?limit=1e9", "?cursor=x", "?cursor[]=1", "?wait=51", "?wait=-1", "?status=none"],
  ...["?%", "?a=%00", "?format=zip", "?max_chars=1", "?state=a&state=b&code=c", `?ticket=${"t".repeat(2_000)}`]
)

const boundary = "b0undary"

/** Forms that end early, name files oddly, or have too many parts. */
const form = fc
  .tuple(
    fc.constantFrom("file", "url", "", 'a"b', "file\u0000", "options", "tags"),
    fc.constantFrom("a.pdf", "../../a", "a\u0000.pdf", "é".repeat(300), ""),
    fc.constantFrom("%PDF-1.4\n", "", "x", "[", '{"page_range":"9-1"}', "\u0000".repeat(2_000)),
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}`, "", "--other--\r\n")
  )
  .map(([name, file, content, times, end]) => {
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${content}\r\n`
    return new TextEncoder().encode(part.repeat(times) + end)
  })

/** Every name that a field of a request or an argument of a tool has. */
const names = [
  ...new Set([
    ...[...JSON.stringify(openApi["components"]).matchAll(/"([a-z_]{2,30})":\{/g)].map(([, name]) => name ?? ""),
    ...Object.values(tools).flatMap(({ input }) => Object.keys(input.fields)),
    ...["redirect_uris", "client_name", "grant_type", "refresh_token", "__proto__", "constructor"]
  ])
]

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, "", " ", "a", "1", "[]", "jobs:read", [], {}, [[]]),
  fc.constantFrom(
    "a\u0000b",
    "\ud800",
    "\u202e",
    "\b",
    "é".repeat(300),
    "x".repeat(5_000),
    "'--",
    "%00",
    "../..",
    "{{1}}"
  ),
  fc.constantFrom("https://a.b/c", "http://127.0.0.1/", "https://[::1]/", "javascript:1", "2026-11-22T00:00:00.000Z"),
  fc.constantFrom("eng", "auto", "gfm", "1-2", "job.ready", "01890000-0000-7000-8000-000000000000", "JVBERi0xLjQK")
)

/** Known names, each with what another one might have. */
const fields: fc.Arbitrary<unknown> = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(
    { weight: 6, arbitrary: value },
    fc.array(value, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), value)
  ),
  { maxKeys: 6 }
)

const call = fc.tuple(fc.constantFrom(...Object.keys(tools)), fields).map(([name, args]) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: prefix + name, arguments: args }
}))

const body = fc.oneof(
  fc
    .oneof(
      { weight: 3, arbitrary: fields },
      fields.map((item) => ({ items: [item] })),
      call
    )
    .map((json) => ({ bytes: new TextEncoder().encode(JSON.stringify(json)), type: "application/json" })),
  form.map((bytes) => ({ bytes, type: `multipart/form-data; boundary=${boundary}` })),
  fc.tuple(rawBody, contentType).map(([bytes, type]) => ({ bytes: new Uint8Array(bytes), type })),
  fc
    .constantFrom("{", "[]", "null", '{"url":1}', '{"url":"https://a.b/c","x":1}', '{"__proto__":{}}', '{"items":[]}')
    .map((text) => ({ bytes: new TextEncoder().encode(text), type: "application/json" }))
)

/** `credentials`: headers of callers whom the service knows, some of which may be beside a request. */
export const hostileRequest = (credentials: ReadonlyArray<Readonly<Record<string, string>>>): fc.Arbitrary<Hostile> =>
  fc
    .tuple(
      fc
        .tuple(fc.constantFrom(...targets), id)
        .map(([{ method, path }, id]) => ({ method, path: path.replace(/\{\w+\}/g, id) })),
      query,
      fc.constantFrom({}, ...credentials),
      fc.oneof(fc.constant({}), rawHeaders),
      body
    )
    .map(([{ method, path }, query, credential, headers, { bytes, type }]) => ({
      method,
      path: path + query,
      headers: {
        ...headers,
        ...credential,
        ...(method === "GET" || method === "HEAD"
          ? {}
          : { "content-type": type, "content-length": String(bytes.length) })
      },
      body: method === "GET" || method === "HEAD" ? null : bytes
    }))
