/** Data folders of services under test, which begin with a database that is set up and programs that are linked already. */
import { execFile, execFileSync } from "node:child_process"
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { crc32 } from "node:zlib"
import { ConfigProvider, Effect, Layer } from "effect"
import { type Manifest, manifestName } from "../../layers/converter/Linked.ts"
import * as Database from "../../layers/postgres/Database.ts"
import { children } from "./Children.ts"
import { freezeScripted } from "./Linked.ts"
import { makePdf } from "./Pdf.ts"
import { once, sharedFolder } from "./RunFolder.ts"

/** The migrated database, without a row. */
const migrated = async (shared: string) => {
  const data = join(shared, "migrated")
  await once(data, () =>
    Layer.build(Database.layer).pipe(
      Effect.scoped,
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: data }))),
      Effect.runPromise
    )
  )
  return join(data, "postgres")
}

/** Where the command line keeps what it links, below its temporary directory. */
const own = `pdf-to-markdown-${userInfo().uid}`

const commandLine = fileURLToPath(new URL("../../layers/main/pdf-to-markdown.js", import.meta.url))

/** What the command line printed when it was run for the first time, and what it left beside the programs it linked. */
export interface FirstRun {
  readonly out: string
  readonly err: string
  readonly left: { readonly processes: ReadonlyArray<number>; readonly files: ReadonlyArray<string> }
}

const firstRunOf = (home: string) => join(home, "first-run.json")

const page = (text: string) => ({ items: [{ text, x: 72, y: 72, size: 12 }] })

/** The linked programs, and what V8 compiled of them for the command line and for a service. */
const linked = async (shared: string) => {
  const home = join(shared, "linked")
  const code = join(home, own, "code")
  await once(home, async () => {
    const file = join(home, "a.pdf")
    writeFileSync(file, makePdf({ pages: [page("Hello there"), page("And goodbye")] }))
    const { stdout: out, stderr: err } = await promisify(execFile)(
      process.execPath,
      [commandLine, file, "--page-range", "2"],
      { env: { TMPDIR: home } }
    )
    const files = readdirSync(join(home, own)).filter((name) => name !== "code")
    const run: FirstRun = { out, err, left: { processes: children(home), files } }
    writeFileSync(firstRunOf(home), JSON.stringify(run))
  })
  return code
}

/** The first run of the command line on a machine, of two pages of which it is asked for the second. */
export const firstRun = async (): Promise<FirstRun> => {
  const home = join(await code(), "../..")
  return JSON.parse(readFileSync(firstRunOf(home), "utf8"))
}

const copy = (from: string, to: string) => {
  mkdirSync(to, { recursive: true, mode: 0o711 })
  execFileSync("cp", ["-a", from, to])
}

/** As a copy, of files that nobody writes to: who makes one anew puts it in the place of the old one. */
const share = (from: string, to: string) => {
  mkdirSync(to, { recursive: true, mode: 0o755 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) share(source, target)
    // On another disk there is no other way than to copy.
    else if (statSync(to).dev === statSync(source).dev) linkSync(source, target)
    else copy(source, to)
  }
}

/** Which converters a service has: the real ones, or those that do as documents say (`Scripted.ts`). */
export type Converters = "real" | "scripted"

/** Linked programs, with a snapshot of the scripted converter in place of the real one's. */
const scripted = async (shared: string) => {
  const code = join(shared, "scripted")
  await once(code, async () => {
    share(await linked(shared), code)
    const found = readdirSync(code, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(manifestName))
    const manifest = join(code, found ?? manifestName)
    const snapshot = join(dirname(manifest), "scripted.snapshot")
    await freezeScripted(dirname(manifest), snapshot)
    const told: Manifest = JSON.parse(readFileSync(manifest, "utf8"))
    const made = { name: basename(snapshot), sum: crc32(readFileSync(snapshot)) }
    rmSync(manifest)
    writeFileSync(manifest, JSON.stringify({ ...told, snapshot: made }))
  })
  return code
}

/**
 * Gives a data folder linked programs, and a migrated database where it is to have one and has none: making them takes
 * several times as long as all else that a start does.
 */
export const prepare = async (dataDirectory: string, hasDatabase = true, converters: Converters = "real") => {
  const shared = process.env[sharedFolder]
  if (shared === undefined) return
  if (hasDatabase && !existsSync(join(dataDirectory, "postgres"))) copy(await migrated(shared), dataDirectory)
  const code = join(dataDirectory, "code")
  if (existsSync(code)) return
  mkdirSync(dataDirectory, { recursive: true, mode: 0o711 })
  share(await (converters === "real" ? linked(shared) : scripted(shared)), code)
}

/**
 * Gives a temporary directory what the command line links and compiles when it is run for the first time. Yields its folder
 * there.
 */
export const prepareCommandLine = async (home: string): Promise<string> => {
  const folder = join(home, own)
  mkdirSync(folder, { mode: 0o711 })
  const shared = process.env[sharedFolder]
  if (shared !== undefined) share(await linked(shared), join(folder, "code"))
  return folder
}

/** Linked programs for the converters of a run's tests. */
export const code = async (): Promise<string> => {
  const shared = process.env[sharedFolder]
  if (shared === undefined) throw new Error("This is no run of the tests")
  return linked(shared)
}

/** What Node compiled of the program, for all services of a run. */
export const compiled = (): Record<string, string> => {
  const shared = process.env[sharedFolder]
  return shared === undefined ? {} : { NODE_COMPILE_CACHE: join(shared, "compiled") }
}
