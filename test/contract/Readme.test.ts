import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }

const root = resolve(import.meta.dirname, "../..")
const readme = readFileSync(join(root, "README.md"), "utf8")

const sources = ["src", "layers"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
)

/** Variables stand in the code as capitals in quotes, handed to something that reads the configuration. */
const read = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/(?:Config\.\w+|serviceSecret|list|networks|wholeNumber|positive)\("([A-Z][A-Z0-9_]+)"/g)].map(
      ([, name]) => name
    )
  )
)

const documented = new Set([...readme.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name))

describe("README", () => {
  it("documents every variable that the service reads, and no other", () =>
    assert.deepStrictEqual([...documented].sort(), [...read].sort()))

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
