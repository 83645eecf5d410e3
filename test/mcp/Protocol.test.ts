import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { definitions, scopeOf, toolNames } from "../../schema/Tools.ts"
import { type Message, read } from "../../src/mcp/Protocol.ts"
import type { Headers } from "../../src/mcp/Revisions.ts"
import { body, headers, word } from "../support/Messages.ts"

const server = { name: "test", title: "Test", version: "1" }

const none: Headers = { version: undefined, method: undefined, name: undefined }

const statuses = new Set([200, 400, 403, 404])

const isSound = (message: Message): boolean => {
  if (message._tag !== "Reply") return true
  const { status, body } = message.reply
  const error = body["error"] as { readonly code: number; readonly message: string } | undefined
  return (
    statuses.has(status) &&
    body["jsonrpc"] === "2.0" &&
    (error === undefined) !== (body["result"] === undefined) &&
    (error === undefined || (Number.isInteger(error.code) && error.code <= -32_020 && error.message !== "")) &&
    JSON.stringify(body) !== ""
  )
}

describe("Reading a message", () => {
  it("has an answer to 10,000 bodies, whatever they are", () => {
    fc.assert(
      fc.property(body, headers, (text, headers) => isSound(read(text, headers, server))),
      { numRuns: 10_000 }
    )
  })

  it("answers 200 to whatever says no version", () => {
    fc.assert(
      fc.property(body, (text) => {
        const message = read(text, none, server)
        return (
          message._tag !== "Reply" ||
          message.reply.status === 200 ||
          /"io\.modelcontextprotocol\/protocolVersion"/.test(text)
        )
      }),
      { numRuns: 2_000 }
    )
  })

  it("gives every answer the id of its request", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.string()), word, (id, method) => {
        const message = read(JSON.stringify({ jsonrpc: "2.0", id, method }), none, server)
        return message._tag !== "Reply" || message.reply.body["id"] === id
      })
    )
  })

  it("never acts on a notification", () => {
    for (const method of ["tools/call", "tasks/cancel", "initialize", "x"]) {
      const params = { name: `${prefix}delete_job`, arguments: { job_id: "x" } }
      assert.strictEqual(read(JSON.stringify({ jsonrpc: "2.0", method, params }), none, server)._tag, "Notification")
    }
  })

  it("does not answer an answer: it had an error with the id of a request that was never made", () => {
    for (const outcome of [{ result: {} }, { error: { code: -32_603, message: "no" } }]) {
      const message = read(JSON.stringify({ jsonrpc: "2.0", id: 1, ...outcome }), none, server)
      assert.deepStrictEqual(message, { _tag: "Notification" })
    }
    for (const body of [{ id: 1 }, { id: 1, result: {}, error: {} }, { result: {} }]) {
      assert.strictEqual(read(JSON.stringify({ jsonrpc: "2.0", ...body }), none, server)._tag, "Reply")
    }
  })

  it("survives nesting as deep as a body allows", () => {
    for (const text of [
      "[".repeat(200_000),
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":${"[".repeat(90_000)}${"]".repeat(90_000)}}}`
    ])
      assert.isTrue(isSound(read(text, none, server)))
  })
})

describe("The tools", () => {
  it("need the scopes of the specification", () =>
    assert.deepStrictEqual(Object.fromEntries(toolNames.map((name) => [name, scopeOf(name) ?? null])), {
      create_job_from_url: "jobs:create",
      create_job_from_upload: "jobs:create",
      create_upload: "jobs:create",
      list_jobs: "jobs:read",
      get_job: "jobs:read",
      get_markdown: "jobs:download",
      search_markdown: "jobs:download",
      get_blocks: "jobs:download",
      delete_job: "jobs:delete",
      get_limits: null
    }))

  it("cost an agent few tokens to know", () => {
    const known = definitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    assert.isBelow(JSON.stringify(known).length / 4, 3_000)
  })

  it("need no references to be read, and say which arguments there are", () => {
    assert.notInclude(JSON.stringify(definitions), "$ref")
    for (const { inputSchema } of definitions) {
      assert.deepInclude(inputSchema as object, { type: "object", additionalProperties: false })
    }
  })

  it("have patterns that are the same in every language, and no bounds that say nothing", () => {
    const text = JSON.stringify(definitions)
    // Python has no classes of Unicode characters, Go no escapes with u and no looking around.
    for (const part of text.match(/"pattern":"(?:[^"\\]|\\.)*"/g) ?? []) assert.notMatch(part, /\\[pPu]|\(\?/)
    assert.notInclude(text, String(Number.MAX_SAFE_INTEGER))
  })
})
