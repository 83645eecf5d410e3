import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { CreateApiKey } from "../../schema/Account.ts"
import { Api } from "../../schema/Api.ts"
import { strict } from "../../schema/Issues.ts"
import { tools } from "../../schema/Tools.ts"
import { CreateJob } from "../../schema/v2/Creates.ts"
import { faultsOf } from "../../src/requests/Faults.ts"
import { pathsOf, wordsAt } from "../../src/requests/Words.ts"

const told = (schema: Schema.Codec<unknown, unknown>, value: unknown) => {
  const decoded = Schema.decodeUnknownResult(schema, strict)(value)
  return Result.isSuccess(decoded)
    ? []
    : faultsOf(decoded.failure, schema, strict).map(({ path, message }) => `${path.join(".")}: ${message}`)
}

const ofJob = (value: unknown) => told(CreateJob as Schema.Codec<unknown, unknown>, value)

const ofKey = (value: unknown) => told(CreateApiKey as unknown as Schema.Codec<unknown, unknown>, value)

describe("What is wrong with a request", () => {
  it("is told all at once, each with its place and what is allowed there", () => {
    assert.deepStrictEqual(
      ofJob({ page_range: "1", tags: ["", 5], options: { tables: "csv", page_range: "3-1" } }).sort(),
      [
        "options.page_range: must be pages and ascending ranges of pages, like 1-3,7",
        "options.tables: must be one of gfm, html, auto",
        "page_range: is not known here; did you mean options.page_range?",
        "tags.0: must be a text of 1 to 64 characters without control characters",
        "tags.1: must be a text of 1 to 64 characters without control characters",
        "url: is missing"
      ]
    )
  })

  it("is told once for each place, however much is wrong there", () => {
    assert.deepStrictEqual(ofKey({ name: "\u0000".repeat(65), expires_in_days: 1.5 }), [
      "name: must be a text of 1 to 64 characters without control characters",
      "expires_in_days: must be a whole number from 1 to 3650"
    ])
  })

  it("is not null where a field may be left out", () => {
    assert.deepStrictEqual(ofKey({ name: "n", scopes: null, expires_in_days: null, monthly_pages: null }), [])
    assert.deepStrictEqual(ofJob({ url: "x", tags: null, options: { tables: null, page_range: null } }), [])
  })

  it("is its first fault alone where it holds so many values that looking for all would hold up everybody", () => {
    const wrong = "tags.0: must be a text of 1 to 64 characters without control characters"
    const tags = Array.from({ length: 80_000 }, () => 5)
    assert.deepStrictEqual(ofJob({ url: "x", tags }), [wrong])
    assert.deepStrictEqual(ofJob({ url: "x", tags, options: { tables: "csv" }, items: 1 }).length, 1)
    assert.strictEqual(ofJob({ url: "x", tags: tags.slice(0, 15) }).length, 15)
  })

  it("is a value of another kind", () => assert.deepStrictEqual(ofJob([]), [": must be an object"]))
})

/** What a schema library says by itself. */
const foreign = /RegExp|Expected|\bexpected\b|[\\^$]|kind/

const inWords = (name: string, schema: Schema.Top) => {
  for (const path of pathsOf(schema, [])) {
    const words = wordsAt(schema, path) ?? ""
    assert.notMatch(words, foreign, `${name} ${path.join(".")}`)
  }
}

describe("What is allowed", () => {
  it("is said in words of every field and parameter of v2, and of every argument of the tools", () => {
    let count = 0
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        if (!group.identifier.startsWith("v2.")) return
        const name = `${group.identifier}.${endpoint.identifier}`
        const schemas = [endpoint.query, ...[...endpoint.payload.values()].flatMap(({ schemas }) => schemas)]
        for (const schema of schemas) {
          if (schema === undefined) continue
          count++
          inWords(name, schema as Schema.Top)
        }
      }
    })
    for (const [name, { input }] of Object.entries(tools)) inWords(name, input)
    assert.isAbove(count, 10)
  })
})
