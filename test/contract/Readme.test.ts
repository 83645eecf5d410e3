import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { webhookVectors } from "../../schema/docs/WebhookVectors.ts"
import { signingVectors } from "../../schema/v1/SigningVectors.ts"

const root = resolve(import.meta.dirname, "../..")
const readme = readFileSync(join(root, "README.md"), "utf8")

const sources = ["src", "layers"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
)

/** What is read before the configuration is there. */
const atStart = [...readFileSync(join(root, "layers/main/serve.ts"), "utf8").matchAll(/env\["([A-Z_]+)"\]/g)].map(
  ([, name]) => name
)

/** Variables stand in the code as capitals in quotes, handed to something that reads the configuration. */
const read = new Set([
  ...atStart,
  ...sources.flatMap((source) =>
    [...source.matchAll(/(?:Config\.\w+|serviceSecret|list|networks|wholeNumber|positive)\("([A-Z][A-Z0-9_]+)"/g)].map(
      ([, name]) => name
    )
  )
])

const configuration = readFileSync(join(root, "docs/configuration.md"), "utf8")

const documented = new Set([...configuration.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name))

const manual = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => readFileSync(join(root, "docs", name), "utf8"))

describe("docs/configuration.md", () =>
  it("documents every variable that the service reads, and no other", () =>
    assert.deepStrictEqual([...documented].sort(), [...read].sort())))

describe("docs/", () => {
  it("names only scripts that there are", () => {
    for (const page of manual) {
      for (const [, script] of page.matchAll(/npm run ([a-z]+)/g)) assert.property(manifest.scripts, script ?? "")
    }
  })

  it("gives vectors for signatures that are those of the tests", () => {
    const text = manual.join("\n")
    const { signing_string, signature } = signingVectors.requests[2]
    for (const part of [signing_string, signature, signingVectors.private_key.d]) assert.include(text, part)
    const [{ body, secrets, headers }] = webhookVectors
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    for (const part of [body, secrets[0], lines.join("\n")]) assert.include(text, part)
  })
})

describe("README", () => {
  it("gives every dependency a reason", () => {
    const patterns = [...readme.matchAll(/`([@a-z][\w@./*-]*)`/g)].map(
      ([, name]) => new RegExp(`^${(name ?? "").replaceAll(".", "\\.").replaceAll("*", ".+")}$`)
    )
    const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    for (const name of Object.keys(named))
      assert.isTrue(
        patterns.some((pattern) => pattern.test(name)),
        name
      )
  })

  it("names only scripts that there are", () => {
    for (const [, script] of readme.matchAll(/npm run ([a-z]+)/g)) assert.property(manifest.scripts, script ?? "")
  })
})

describe("The engine's README", () => {
  const engine = readFileSync(join(root, "src/convert/README.md"), "utf8")
  const rows = [...engine.matchAll(/^\| `.*\|$/gm)].map(([row]) => row.split("|").map((cell) => cell.trim()))

  it("names stages and tests that are there", () => {
    const missing = rows.flatMap(([, files = "", , , tests = ""]) => {
      const named = [...files.matchAll(/`([^`]+\.ts)`/g)].map(([, name = ""]) => name)
      const folder = named[0]?.split("/")[0] ?? ""
      const sources = named.map((name) => `src/convert/${name.includes("/") ? name : `${folder}/${name}`}`)
      const first = /`([^`]+)`/.exec(tests)?.[1] ?? ""
      return [...sources, `test/convert/${first}.test.ts`].filter((path) => !existsSync(join(root, path)))
    })
    assert.isAbove(rows.length, 15)
    assert.deepStrictEqual(missing, [])
  })
})
