import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const routes = resolve(import.meta.dirname, "../../src/http")

/**
 * The routes that read their body by themselves: an upload as it streams in, a message with one in it, a batch once its
 * caller has room for it, or what the OAuth library reads.
 */
const streamed = [
  "oauth/Server.ts revoke",
  "oauth/Server.ts token",
  "v1/Jobs.ts create",
  "v2/Jobs.ts batch",
  "v2/Jobs.ts create",
  "v2/Jobs.ts createFromFile",
  "v2/Jobs.ts estimate",
  "v2/Mcp.ts call",
  "v2/Mcp.ts call",
  "v2/Uploads.ts create"
]

describe("Routes", () => {
  it("read the payload that their schema declares, uploads aside", () => {
    const raw = readdirSync(routes, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) =>
        [...readFileSync(join(routes, file), "utf8").matchAll(/handleRaw\(\s*"(\w+)"/g)].map(
          ([, name]) => `${file} ${name}`
        )
      )
    assert.deepStrictEqual(raw.sort(), streamed)
  })

  it("capture no context to provide it again: what a route needs is taken once, when its group is made", () => {
    const src = resolve(routes, "..")
    const captured = readdirSync(src, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => /Effect\.context</.test(readFileSync(join(src, file), "utf8")))
    assert.deepStrictEqual(captured, [])
  })
})
