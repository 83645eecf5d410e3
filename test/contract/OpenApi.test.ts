import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { openApi } from "../../src/http/docs/Docs.ts"
import * as Service from "../support/Service.ts"
import frozen from "./golden/v1.json" with { type: "json" }

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly description?: string
    readonly schema: unknown
  }>
  readonly responses: Record<string, unknown>
}

const document = openApi as unknown as {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, unknown> }
}

/** The statuses that the specification gives each v1 endpoint. */
const specified: ReadonlyArray<readonly [string, string, string]> = [
  ["post", "/register", "200 400 429"],
  ["get", "/config", "200"],
  ["post", "/jobs", "201 400 401 403 409 413 429"],
  ["get", "/jobs", "200 401 403 409 429"],
  ["get", "/jobs/{jobId}", "200 401 404"],
  ["delete", "/jobs/{jobId}", "200 401 403 404 409 429"],
  ["get", "/jobs/{jobId}/download", "200 401 403 404 409 410 429"],
  ["get", "/settings", "200 401 403 409"],
  ["put", "/settings", "200 400 401 403 409"]
]

/** And each endpoint of v2 jobs; batch, 200 besides, for a repeat. */
const specifiedV2Jobs: ReadonlyArray<readonly [string, string, string]> = [
  ["post", "/api/v2/jobs", "200 201 400 401 403 409 413 429"],
  ["post", "/api/v2/jobs/file", "200 201 400 401 403 409 413 429"],
  ["post", "/api/v2/jobs/batch", "200 201 401 409 429"],
  ["post", "/api/v2/jobs/upload-ticket", "200 401 429"],
  ["post", "/api/v2/jobs/upload", "200 201 400 401 409 413"],
  ["get", "/api/v2/jobs", "200 401"],
  ["get", "/api/v2/jobs/{jobId}", "200 401 404"],
  ["delete", "/api/v2/jobs/{jobId}", "200 401 404"],
  ["get", "/api/v2/jobs/{jobId}/download", "200 401 404 409 410"]
]

describe("The OpenAPI document", () => {
  it("is OpenAPI 3.1 of version 2.1.1", () => {
    assert.match(document.openapi, /^3\.1\./)
    assert.strictEqual(document.info.version, "2.1.1")
  })

  it("gives every v1 endpoint at least the statuses of the specification", () => {
    for (const [method, path, statuses] of specified) {
      const responses = Object.keys(document.paths[path]?.[method]?.responses ?? {})
      for (const status of statuses.split(" ")) assert.include(responses, status, `${method} ${path}`)
    }
  })

  it("gives every route of v2 jobs at least the statuses of the specification", () => {
    for (const [method, path, statuses] of specifiedV2Jobs) {
      const responses = Object.keys(document.paths[path]?.[method]?.responses ?? {})
      for (const status of statuses.split(" ")) assert.include(responses, status, `${method} ${path}`)
    }
  })

  it("calls ids strings, and each body by one name, so that generated clients can", () => {
    const { job_id } = (document.components.schemas["V2Job"] as { properties: Record<string, unknown> }).properties
    const { description: _, ...type } = job_id as Record<string, unknown>
    assert.deepStrictEqual(type, { type: "string", format: "uuid" })
    const twice = Object.keys(document.components.schemas).filter((name) => /_\d$/.test(name))
    assert.deepStrictEqual(twice, [])
    assert.notInclude(JSON.stringify(document), "x-effect")
  })

  it("opens objects that may hold anything, so that generated clients can give a tool its arguments", () => {
    const closed: Array<string> = []
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return
      if ("type" in node && node.type === "object" && !("properties" in node) && !("additionalProperties" in node)) {
        closed.push(path)
      }
      for (const [key, below] of Object.entries(node)) walk(below, `${path}/${key}`)
    }
    walk(document, "")
    assert.deepStrictEqual(closed, [])
  })

  it("has no pattern that the regular expressions of other languages do not know", () => {
    const patterns = new Set<string>()
    const walk = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return
      if ("pattern" in node && typeof node.pattern === "string") patterns.add(node.pattern)
      for (const below of Object.values(node)) walk(below)
    }
    walk(document)
    assert.isAbove(patterns.size, 1)
    // Properties of Unicode (Python, JavaScript without the flag) and looking around (Go, Rust).
    for (const pattern of patterns) assert.notMatch(pattern, /\\[pPu]|\(\?[=!<]/)
  })

  it("says what the events of a job carry", () => {
    const { content } = document.paths["/api/v2/jobs/{jobId}/events"]!["get"]!.responses["200"] as {
      content: Record<string, unknown>
    }
    assert.deepStrictEqual(content["text/event-stream"], { schema: { $ref: "#/components/schemas/V2JobEvent" } })
  })

  it("summarises every operation", () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { summary }] of Object.entries(operations)) {
        assert.isNotEmpty(summary, `${method} ${path}`)
      }
    }
  })
})

/** Of a field itself, or of the schema that it refers to. */
const isTold = (field: { readonly description?: string; readonly $ref?: string }): boolean =>
  field.description !== undefined ||
  (field.$ref !== undefined && isTold(document.components.schemas[field.$ref.split("/").at(-1)!] as object))

/** The paths of all fields that a schema names without saying what they mean. */
const untold = (schema: unknown, at: string): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  const { properties = {}, examples: _, ...rest } = schema as Record<string, object>
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(isTold(field) ? [] : [`${at}.${name}`]),
      ...untold(field, `${at}.${name}`)
    ]),
    ...Object.values(rest).flatMap((below) => untold(below, at))
  ]
}

/** What v1 takes is frozen to the letter, and so are objects of its answers that may be null; the rest is RFC 8414 and 9728, and forms of our own pages. */
const untellable =
  /^(?:RegisterRequest|PublicKey|CreateFromLink|CreateFromFile|SettingsPatch|JobResource\.error|Config\.announcement|AuthorizationServerMetadata|ProtectedResourceMetadata|\/link|\/link\/undo|\/oauth\/consent\/\{uid\})\./

describe("The schemas of the OpenAPI document", () => {
  it("say of every field what it means", () => {
    const described = { ...document.components.schemas, ...document.paths }
    const fields = Object.entries(described).flatMap(([name, schema]) => untold(schema, name))
    assert.deepStrictEqual(
      fields.filter((field) => !untellable.test(field)),
      []
    )
  })
})

/** `current` says all that `golden` says; it may say more in objects, and in lists that only grow. */
const contains = (golden: unknown, current: unknown, at: string): void => {
  if (Array.isArray(golden)) {
    for (const item of golden) {
      assert.isTrue(
        Array.isArray(current) && current.some((other) => JSON.stringify(other) === JSON.stringify(item)),
        `${at}: ${JSON.stringify(item)}`
      )
    }
  } else if (typeof golden === "object" && golden !== null) {
    for (const [key, value] of Object.entries(golden)) {
      contains(value, (current as Record<string, unknown> | undefined)?.[key], `${at}/${key}`)
    }
  } else assert.deepStrictEqual(current, golden, at)
}

/** What clients send: it may neither ask for more nor take less than it did. */
const requests = ["RegisterRequest", "PublicKey", "CreateFromLink", "CreateFromFile", "SettingsPatch"] as const

describe("v1", () => {
  it("asks for exactly what it asked for when it was frozen", () => {
    for (const name of requests) {
      assert.deepStrictEqual<unknown>(document.components.schemas[name], frozen.openapi.components.schemas[name], name)
    }
    for (const [path, operations] of Object.entries(frozen.openapi.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const { parameters } = operation as { parameters: unknown }
        const now = document.paths[path]?.[method] as unknown as { parameters: unknown }
        assert.deepStrictEqual(now.parameters, parameters, `${method} ${path}`)
      }
    }
  })

  it("says what each parameter of v2 is for, and which of them are numbers, with their bounds", () => {
    const parameters = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ parameters = [] }) =>
        path in frozen.openapi.paths ? [] : parameters.map((one) => ({ path, ...one }))
      )
    )
    // `uid` is of pages that a browser is led to.
    for (const { path, name, description } of parameters)
      if (name !== "uid") assert.isString(description, `${name} of ${path}`)
    const schemaOf = (path: string, name: string) =>
      parameters.find((one) => one.path === path && one.name === name)?.schema
    const limit = { type: "integer", minimum: 1, maximum: 100, default: 50 }
    assert.deepStrictEqual(schemaOf("/api/v2/jobs", "limit"), limit)
    const wait = { type: "integer", minimum: 0, maximum: 50, default: 0 }
    assert.deepStrictEqual(schemaOf("/api/v2/jobs/{jobId}", "wait"), wait)
  })

  it("still says all that it said when it was frozen", () => contains(frozen.openapi, document, "openapi"))
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("The running service", (it) => {
  it.effect("serves the document and answers every route in it", () =>
    Effect.gen(function* () {
      const served = yield* Service.plain("/openapi.json")
      assert.deepStrictEqual(served.json, JSON.parse(JSON.stringify(openApi)))
      for (const [path, operations] of Object.entries(document.paths)) {
        for (const [method, { responses }] of Object.entries(operations)) {
          const { status, json } = yield* Service.plain(path.replace(/\{\w+\}/g, "x"), { method: method.toUpperCase() })
          assert.notStrictEqual(json?.code, "not_found", `${method} ${path}`)
          assert.property(responses, String(status), `${method} ${path}`)
        }
      }
    })
  )

  it.effect("says of every list what is in it: linters and generators refuse one that does not", () =>
    Effect.gen(function* () {
      const served = yield* Service.plain("/openapi.json")
      const lists = (node: unknown, at: string): ReadonlyArray<string> =>
        typeof node !== "object" || node === null
          ? []
          : [
              ...("type" in node && node.type === "array" && !("items" in node) && !("prefixItems" in node)
                ? [at]
                : []),
              ...Object.entries(node).flatMap(([key, below]) => lists(below, `${at}/${key}`))
            ]
      assert.deepStrictEqual(lists(served.json, ""), [])
    })
  )

  it.effect("names each header of an answer once, whatever its case", () =>
    Effect.gen(function* () {
      for (const name of ["/openapi.json", "/openapi-actions.json"]) {
        const { paths } = (yield* Service.plain(name)).json as unknown as typeof document
        const answers = Object.values(paths).flatMap((operations) =>
          Object.values(operations).flatMap(({ operationId, responses }) =>
            Object.entries(responses).map(([status, response]) => ({ operationId, status, response }))
          )
        )
        for (const { operationId, status, response } of answers) {
          const names = Object.keys((response as { headers?: object }).headers ?? {}).map((header) =>
            header.toLowerCase()
          )
          assert.deepStrictEqual(names, [...new Set(names)], `${operationId} ${status}`)
        }
      }
    })
  )

  it.effect("serves the reference and the error page", () =>
    Effect.gen(function* () {
      const reference = yield* Service.plain("/docs")
      assert.match(reference.headers.get("content-type") ?? "", /^text\/html/)
      assert.include(reference.text, "SVC1-ES256")
      const errors = yield* Service.plain("/docs/errors")
      assert.include(errors.text, 'id="slots_full"')
    })
  )
})
