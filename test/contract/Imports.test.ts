import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = resolve(import.meta.dirname, "../..")

interface Import {
  readonly file: string
  /** A path inside the repository, or a package with its subpath. */
  readonly target: string
}

const files = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const pattern =
  /^\s*(?:import|export)\s+(?:type\s)?[^"';]*?from\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm

const imports = (folder: string): ReadonlyArray<Import> =>
  files(folder).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(([, from, bare, dynamic]) => {
      const specifier = from ?? bare ?? dynamic ?? ""
      return {
        file,
        target: specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : specifier
      }
    })
  )

const isPackage = ({ target }: Import) => !/\.(tsx?|json)$/.test(target)

const offences = (found: ReadonlyArray<Import>, isAllowed: (one: Import) => boolean) =>
  found.filter((one) => !isAllowed(one)).map(({ file, target }) => `${file} imports ${target}`)

const under =
  (...folders: ReadonlyArray<string>) =>
  (target: string) =>
    folders.some((folder) => target.startsWith(`${folder}/`))

/** effect itself, and neither its SQL nor its platform packages. */
const isCore = (target: string) => /^effect(\/|$)/.test(target) && !target.startsWith("effect/sql")

/** Leaves that others name: where the database is, what it announces, how jobs are queued beside their rows, where their files are, how rows are read, how folders are made. */
const foundations = [
  "layers/postgres/Database.ts",
  "layers/postgres/Enqueuing.ts",
  "layers/postgres/Notifications.ts",
  "layers/postgres/EmbeddedPostgres.ts",
  "layers/postgres/Unavailable.ts",
  "layers/sql/GoodKey.ts",
  "layers/sql/JobFiles.ts",
  "layers/sql/Rows.ts",
  "layers/sql/Signed.ts",
  "layers/storage/Folder.ts"
]

/** The files that put layers together. */
const compositions = /^layers\/(App|Live|Test)\.ts$|^layers\/main\//

/** The room of a file of `layers/`: its folder, down to the domain for SQL. */
const roomOf = (file: string) => dirname(file)

/** The rooms of the engine, in the order in which a page passes through them: a room knows those before it. */
const rooms = [
  ...["model", "glyphs", "lines", "figures", "ocr", "formulas", "tables", "blocks", "tagged", "document"],
  ...["markdown", "json", "text", "chunks"]
]

/** `src/convert/tables/Tables.ts` is in the seventh room, `src/convert/Converter.ts`, a port, before all of them. */
const floorOf = (file: string) => rooms.indexOf(file.split("/")[2] ?? "")

/** The domains of `src/`, in the order in which they may know each other. */
const domains = [
  "requests",
  "config",
  "process",
  "net",
  "auth",
  "logs",
  "accounts",
  "oauth",
  "billing",
  "webhooks",
  "convert",
  "jobs"
]

const domainOf = (file: string) => (file.startsWith("src/") ? domains.indexOf(file.split("/")[1] ?? "") : -1)

describe("The dependency rule", () => {
  it("schema/ imports effect and itself", () =>
    assert.deepStrictEqual(
      offences(imports("schema"), (one) => (isPackage(one) ? isCore(one.target) : under("schema")(one.target))),
      []
    ))

  it("src/ imports effect, schema/ and itself: no vendor, no SQL, no node", () =>
    assert.deepStrictEqual(
      offences(
        imports("src").filter(({ file }) => !file.startsWith("src/web/")),
        (one) => (isPackage(one) ? isCore(one.target) : under("schema", "src")(one.target))
      ),
      []
    ))

  it("src/client and src/web are clients: they import schema/ and the two rules of signing", () =>
    assert.deepStrictEqual(
      offences(
        imports("src").filter(
          ({ file, ...one }) => under("src/client", "src/web")(file) && !isPackage({ file, ...one })
        ),
        ({ target }) =>
          under("schema", "src/client", "src/web")(target) || /^src\/auth\/(Signature|Secrets)\.ts$/.test(target)
      ),
      []
    ))

  it("src/convert imports nothing of the service", () =>
    assert.deepStrictEqual(
      offences(
        imports("src").filter(({ file, ...one }) => file.startsWith("src/convert/") && !isPackage({ file, ...one })),
        ({ target }) => under("src/convert")(target)
      ),
      []
    ))

  it("a room of the engine knows only the rooms before it, and the ports only the model", () =>
    assert.deepStrictEqual(
      offences(
        imports("src/convert").filter((one) => one.file !== "src/convert/Convert.ts" && !isPackage(one)),
        ({ file, target }) => floorOf(target) <= Math.max(0, floorOf(file))
      ),
      []
    ))

  it("every room of the engine has its place in the order", () =>
    assert.deepStrictEqual(
      files("src/convert").filter((file) => file.split("/").length > 3 && floorOf(file) < 0),
      []
    ))

  it("no folder holds more than 20 files", () => {
    const counts = Map.groupBy(["schema", "src", "layers"].flatMap(files), (file) => dirname(file))
    assert.deepStrictEqual(
      [...counts].filter(([, found]) => found.length > 20).map(([folder]) => folder),
      []
    )
  })

  it("src/ domains do not import routes", () =>
    assert.deepStrictEqual(
      offences(
        imports("src").filter(({ file }) => !under("src/http", "src/mcp")(file)),
        ({ target }) => !under("src/http", "src/mcp")(target)
      ),
      []
    ))

  it("a domain of src/ knows only the domains before it", () =>
    assert.deepStrictEqual(
      offences(
        imports("src").filter(({ file, target }) => domainOf(file) >= 0 && domainOf(target) >= 0),
        ({ file, target }) => domainOf(target) <= domainOf(file)
      ),
      []
    ))

  it("src/mcp is called by a route, and knows none", () =>
    assert.deepStrictEqual(
      offences(imports("src/mcp"), ({ target }) => !under("src/http")(target)),
      []
    ))

  it("layers meet only where they are put together", () =>
    assert.deepStrictEqual(
      offences(
        imports("layers").filter(({ file, target }) => !compositions.test(file) && target.startsWith("layers/")),
        ({ file, target }) => foundations.includes(target) || roomOf(file) === roomOf(target)
      ),
      []
    ))

  it("migrations import effect, and only the database imports them", () => {
    assert.deepStrictEqual(
      offences(imports("migrations"), (one) => /^effect(\/sql)?$/.test(one.target)),
      []
    )
    assert.deepStrictEqual(
      offences(
        ["schema", "src", "layers"].flatMap(imports).filter(({ target }) => under("migrations")(target)),
        ({ file }) => file === "layers/postgres/Database.ts"
      ),
      []
    )
  })

  it("nothing imports itself by a detour", () => {
    const graph = new Map<string, Array<string>>()
    for (const { file, target } of ["schema", "src", "layers"].flatMap(imports)) {
      if (/\.tsx?$/.test(target)) graph.set(file, [...(graph.get(file) ?? []), target])
    }
    const done = new Set<string>()
    const cycles: Array<string> = []
    const visit = (file: string, path: ReadonlyArray<string>) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" → "))
      if (done.has(file)) return
      done.add(file)
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    }
    for (const file of graph.keys()) visit(file, [])
    assert.deepStrictEqual(cycles, [])
  })
})
