/** Data folders of services under test, which begin with a database that is set up and programs that are linked already. */
import { execFile, execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { ConfigProvider, Effect, Layer } from "effect"
import { rolldown } from "rolldown"
import * as Database from "../../layers/postgres/Database.ts"
import { makePdf } from "./Pdf.ts"

/** Where this run of tests keeps what its services have in common; outside of such a run each service begins with nothing. */
export const sharedFolder = "TEST_SHARED_FOLDER"

/** A folder that is filled for all, by the first of the run's processes that asks. */
const once = async (folder: string, fill: (folder: string) => Promise<unknown>) => {
  const filled = `${folder}.filled`
  for (; !existsSync(filled); await setTimeout(20)) {
    try {
      mkdirSync(folder, { mode: 0o711 })
    } catch {
      continue
    }
    try {
      await fill(folder)
      writeFileSync(filled, "")
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
  }
}

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

/** The linked programs, and what V8 compiled of them for the command line and for a service. */
const linked = async (shared: string) => {
  const home = join(shared, "linked")
  const code = join(home, own, "code")
  await once(home, async () => {
    const file = join(home, "a.pdf")
    writeFileSync(file, makePdf({ pages: [{ items: [{ text: "A page", x: 72, y: 72, size: 12 }] }] }))
    await promisify(execFile)(process.execPath, [commandLine, file], { env: { TMPDIR: home } })
  })
  return code
}

const copy = (from: string, to: string) => {
  mkdirSync(to, { recursive: true, mode: 0o711 })
  execFileSync("cp", ["-a", from, to])
}

/**
 * Gives a data folder linked programs, and a migrated database where it is to have one and has none: making them takes
 * several times as long as all else that a start does.
 */
export const prepare = async (dataDirectory: string, hasDatabase = true) => {
  const shared = process.env[sharedFolder]
  if (shared === undefined) return
  if (hasDatabase && !existsSync(join(dataDirectory, "postgres"))) copy(await migrated(shared), dataDirectory)
  if (!existsSync(join(dataDirectory, "code"))) copy(await linked(shared), dataDirectory)
}

/** Gives a temporary directory what the command line links and compiles when it is run for the first time. */
export const prepareCommandLine = async (home: string) => {
  const shared = process.env[sharedFolder]
  if (shared !== undefined) copy(await linked(shared), join(home, own))
}

/** Linked programs for the converters of a run's tests. */
export const code = async (): Promise<string> => {
  const shared = process.env[sharedFolder]
  if (shared === undefined) throw new Error("This is no run of the tests")
  return linked(shared)
}

const misbehavingChild = fileURLToPath(new URL("misbehavingChild.ts", import.meta.url))

const linkedChild = (shared: string) => join(shared, "misbehavingChild.mjs")

/** Its modules as one script of JavaScript: most of the time that such a child takes to start is that of its compiler. */
export const linkMisbehaving = async (shared: string) => {
  const at = JSON.stringify(pathToFileURL(misbehavingChild).href)
  const places = { name: "places", transform: (code: string) => code.replaceAll("import.meta.url", at) }
  const bundle = await rolldown({ input: misbehavingChild, platform: "node", plugins: [places], logLevel: "silent" })
  await bundle.write({ file: linkedChild(shared) })
  await bundle.close()
}

/** The program of a child that does as its input says. */
export const misbehaving = () => {
  const shared = process.env[sharedFolder]
  return shared === undefined ? misbehavingChild : linkedChild(shared)
}

/** What Node compiled of the program, for all services of a run. */
export const compiled = (): Record<string, string> => {
  const shared = process.env[sharedFolder]
  return shared === undefined ? {} : { NODE_COMPILE_CACHE: join(shared, "compiled") }
}
