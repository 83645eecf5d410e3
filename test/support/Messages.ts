/** Bodies and headers of the MCP endpoint that nobody would send in good faith. */
import * as fc from "fast-check"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { toolNames } from "../../schema/Tools.ts"

/** Words of the protocol, so that what is made of them gets far. */
export const word = fc.oneof(
  fc.constantFrom(
    "2.0",
    "initialize",
    "ping",
    "tools/list",
    "tools/call",
    "server/discover",
    "tasks/get",
    "tasks/cancel",
    "2026-07-28",
    "2025-11-25",
    `${prefix}get_job`,
    `${prefix}get_limits`,
    "__proto__",
    "constructor",
    "toString"
  ),
  fc.string()
)

const names = fc.constantFrom(
  "jsonrpc",
  "id",
  "method",
  "params",
  "name",
  "arguments",
  "_meta",
  "taskId",
  "cursor",
  "protocolVersion",
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientCapabilities",
  "extensions",
  "io.modelcontextprotocol/tasks",
  "job_id",
  "__proto__"
)

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    word,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 8 })
  )
}))

const envelope = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, value),
    id: fc.oneof({ weight: 4, arbitrary: fc.integer() }, value),
    method: word,
    params: fc.oneof({ weight: 4, arbitrary: fc.dictionary(names, value) }, value)
  },
  { requiredKeys: [] }
)

const header = fc.option(word, { nil: undefined })

export const headers = fc.record({ version: header, method: header, name: header })

/** Any text, text of JSON, messages, and messages with a byte changed. */
export const body = fc.oneof(
  fc.string(),
  fc.json(),
  value.map((value) => JSON.stringify(value) ?? ""),
  envelope.map((message) => JSON.stringify(message)),
  fc.tuple(envelope, fc.nat(), fc.string({ maxLength: 2 })).map(([message, at, patch]) => {
    const text = JSON.stringify(message)
    return text.slice(0, at % text.length) + patch + text.slice((at % text.length) + 1)
  })
)

/** Mostly shallow: each level of the deep ones costs its time. */
const nested = fc
  .oneof({ weight: 49, arbitrary: fc.integer({ min: 1, max: 100 }) }, fc.integer({ min: 10_000, max: 30_000 }))
  .map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`)

/** Values as they are written, that programs stumble over. */
const written = fc.oneof(
  value.map((value) => JSON.stringify(value) ?? "null"),
  nested,
  fc.constantFrom(
    '"\\ud800"',
    '"\\udc00a"',
    '"\\u0000"',
    '"a\\u0000b"',
    "1e999",
    "-0",
    "9007199254740993",
    "123456789012345678901234567890",
    "1.0",
    "{}",
    "[]",
    `"${"x".repeat(1_000)}"`,
    '{"__proto__":{"a":1}}'
  )
)

const argumentNames = [
  "url",
  "content_base64",
  "file_name",
  "external_id",
  "tags",
  "options",
  "idempotency_key",
  "status",
  "limit",
  "cursor",
  "job_id",
  "wait_seconds",
  "offset",
  "max_chars",
  "pages",
  "unknown"
]

const argument = fc.tuple(
  fc.constantFrom(...argumentNames),
  fc.oneof(
    written,
    fc.constantFrom(
      '"https://nowhere.example/a.pdf"',
      '"JVBERi0xLjc="',
      '"=?base64?"',
      '["a","b"]',
      '{"page_breaks":"comment"}',
      '{"page_range":"9-1"}',
      '"01890000-0000-7000-8000-000000000000"',
      '"ready"',
      "0",
      "1"
    )
  )
)

const members = (pairs: ReadonlyArray<readonly [string, string]>) =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`

/** A call of a real tool, with arguments of any name and value, some of them twice. */
const call = fc
  .record({ tool: fc.constantFrom(...toolNames), given: fc.array(argument, { maxLength: 4 }), id: written })
  .map(({ tool, given, id }) =>
    members([
      ["jsonrpc", '"2.0"'],
      ["id", id],
      ["method", '"tools/call"'],
      [
        "params",
        members([
          ["name", JSON.stringify(`${prefix}${tool}`)],
          ["arguments", members(given)]
        ])
      ]
    ])
  )

/** A message whose members are written in any order, and more than once. */
const doubled = fc
  .array(fc.tuple(fc.constantFrom("jsonrpc", "id", "method", "params"), written), { maxLength: 8 })
  .map((pairs) => members([["jsonrpc", '"2.0"'], ...pairs, ["method", '"tools/call"']]))

const batch = fc
  .array(
    fc.oneof(
      call,
      envelope.map((message) => JSON.stringify(message))
    ),
    { maxLength: 4 }
  )
  .map((messages) => `[${messages.join(",")}]`)

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A body with some of its bytes replaced by any others: UTF-8 no more, or with a NUL. */
const patched = fc
  .tuple(fc.oneof(call, body), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }))
  .map(([text, patches]) => {
    const bytes = bytesOf(text)
    for (const [at, byte] of patches) if (bytes.length > 0) bytes[at % bytes.length] = byte
    return bytes
  })

export const rawBody: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 3, arbitrary: call.map(bytesOf) },
  body.map(bytesOf),
  doubled.map(bytesOf),
  batch.map(bytesOf),
  nested.map(bytesOf),
  patched,
  fc.uint8Array({ maxLength: 50 })
)

export const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json") },
  fc.constantFrom(
    "application/json; charset=utf-8",
    "application/json; charset=utf-16",
    "APPLICATION/JSON",
    "application/json-rpc",
    "text/plain",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    ";",
    "json"
  )
)

/** Headers of the modern era, as any client may send them. */
export const rawHeaders = headers.map(({ version, method, name }) =>
  Object.fromEntries(
    Object.entries({ "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name }).flatMap(
      ([header, value]) => (value === undefined ? [] : [[header, value.replace(/[^\x20-\x7e]/g, "").trim()]])
    )
  )
)
