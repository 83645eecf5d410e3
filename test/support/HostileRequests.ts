/** Requests to every route that nobody would send in good faith. */
import * as fc from "fast-check"
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
  return [...own, ...own, ...(isName(path) ? [] : any)].map((method) => ({ method, path }))
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

const body = fc.oneof(
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
