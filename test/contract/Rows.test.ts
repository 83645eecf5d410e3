import { readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = resolve(import.meta.dirname, "../..")

/** A statement that is told the type of its rows believes it: `sql<Row>`, `sql.unsafe<Row>`. */
const asserted = /\bsql(?:\.unsafe)?</

const statementsOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      return readFileSync(path, "utf8")
        .split("\n")
        .map((line, at) => ({ place: `${relative(root, path)}:${at + 1}`, line }))
    })

describe("Rows", () => {
  it("are decoded by a schema, never asserted by a type", () =>
    assert.deepStrictEqual(
      ["layers", "migrations", "src"]
        .flatMap(statementsOf)
        .filter(({ line }) => asserted.test(line))
        .map(({ place }) => place),
      []
    ))
})
