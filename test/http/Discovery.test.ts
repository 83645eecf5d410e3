/** The documents for agents: they name nothing that is not there, and say nothing that the contract does not. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { toolNames } from "../../schema/Tools.ts"
import { errorTable, openApi } from "../../src/http/docs/Docs.ts"
import * as Service from "../support/Service.ts"

const origin = "http://localhost:8080"

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly schema: { readonly maximum?: number } }>
  readonly responses: Record<string, unknown>
  readonly requestBody?: { readonly content: Record<string, unknown> }
  readonly security: unknown
}

interface Document {
  readonly openapi: string
  readonly servers: unknown
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, unknown>
    readonly headers: Record<string, unknown>
    readonly securitySchemes: Record<string, unknown>
  }
}

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("For agents", (it) => {
  it.effect("/llms.txt has a title, a summary and lists of links that all lead somewhere", () =>
    Effect.gen(function* () {
      const { status, text, headers } = yield* Service.plain("/llms.txt")
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/plain/)
      assert.match(text, /^# .+\n\n> .+\n\n/)
      for (const name of toolNames) assert.include(text, `\`pdf_to_markdown_${name}\``)
      const links = [...text.matchAll(/^- \[.+?\]\((.+?)\): .+$/gm)].map(([, href]) => href ?? "")
      assert.isAtLeast(links.length, 5)
      for (const href of links) {
        assert.isTrue(href.startsWith(origin), href)
        assert.strictEqual((yield* Service.plain(href.slice(origin.length))).status, 200, href)
      }
      for (const [, code = ""] of text.matchAll(/`([a-z]+_[a-z]+)` \(\d{3}\)/g)) {
        assert.isTrue(
          errorTable.some((entry) => entry.code === code),
          code
        )
      }
    })
  )

  it.effect("/openapi-actions.json is create, status and fetch of the whole contract, and needs nothing else", () =>
    Effect.gen(function* () {
      const { status, json } = yield* Service.plain("/openapi-actions.json")
      assert.strictEqual(status, 200)
      const reduced = json as Document
      const whole = JSON.parse(JSON.stringify(openApi)) as Document
      assert.strictEqual(reduced.openapi, whole.openapi)
      assert.deepStrictEqual(reduced.servers, [{ url: origin }])
      const operations = Object.entries(reduced.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
      )
      assert.deepStrictEqual(
        operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`).sort(),
        [
          "createJob post /api/v2/jobs",
          "getJob get /api/v2/jobs/{jobId}",
          "getMarkdown get /api/v2/jobs/{jobId}/download"
        ]
      )
      for (const { path, method, operation } of operations) {
        assert.deepStrictEqual(operation.responses, whole.paths[path]?.[method]?.responses)
        assert.deepStrictEqual(operation.security, [{ ApiKey: [] }])
        // The bounds of those who read it: ChatGPT takes 300 characters, sends no file, and waits 45 seconds.
        for (const words of [operation.summary ?? "", operation.description ?? ""]) assert.isAtMost(words.length, 300)
        const asked = (operation.parameters ?? []).map(({ name }) => name)
        assert.notInclude(asked, "file_name", "a name in the query is refused where a link is sent")
        for (const { name, schema } of operation.parameters ?? [])
          if (name === "wait") assert.isBelow(schema.maximum ?? Number.POSITIVE_INFINITY, 45)
        if (operation.requestBody !== undefined) {
          assert.deepStrictEqual(Object.keys(operation.requestBody.content), ["application/json"])
        }
      }
      const named = new Set(
        [...JSON.stringify(reduced).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? "")
      )
      assert.deepStrictEqual([...named].sort(), Object.keys(reduced.components.schemas).sort())
      for (const name of named) assert.deepStrictEqual(reduced.components.schemas[name], whole.components.schemas[name])
      const carried = [...JSON.stringify(reduced).matchAll(/"#\/components\/headers\/([^"]+)"/g)].map(
        ([, name]) => name
      )
      assert.sameMembers([...new Set(carried)], Object.keys(reduced.components.headers))
      assert.deepStrictEqual(Object.keys(reduced.components.securitySchemes), ["ApiKey"])
      assert.notInclude(JSON.stringify(reduced), "multipart")
    })
  )

  it.effect("the documents have twins in Markdown", () =>
    Effect.gen(function* () {
      const guide = yield* Service.plain("/docs.md")
      assert.match(guide.headers.get("content-type") ?? "", /^text\/markdown/)
      assert.include(guide.text, "SVC1-ES256")
      const { text } = yield* Service.plain("/docs/errors.md")
      for (const { code, status } of errorTable) assert.include(text, `### ${code}\n\n${status} · `)
    })
  )
})
