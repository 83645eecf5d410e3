import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { join, relative } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Child from "../../layers/converter/Child.ts"
import {
  link,
  linkBeside,
  type Manifest,
  manifestName,
  scriptOf,
  snapshotOf,
  startOf
} from "../../layers/converter/Linked.ts"
import { children, folder } from "../support/Children.ts"
import { code as shared } from "../support/DataFolder.ts"
import { long } from "../support/Long.ts"

/** Scripts that were made before. */
const copied = (code: string) => Effect.promise(async () => execFileSync("cp", ["-a", await shared(), code]))

/** As if they had been made there. */
const moved = (manifest: Manifest, from: string, to: string): Manifest => ({
  ...manifest,
  files: Object.fromEntries(Object.entries(manifest.files).map(([path, stamp]) => [path.replace(from, to), stamp]))
})

/** A folder with scripts in it, and one of them. */
const linked = Effect.gen(function* () {
  const code = join(yield* folder, "code")
  yield* copied(code)
  const [name] = fs.readdirSync(code)
  const home = join(code, name!)
  const manifest = moved(manifestIn(home), yield* Effect.promise(shared), code)
  fs.writeFileSync(join(home, manifestName), JSON.stringify(manifest))
  const script = scriptOf("converter", code)
  assert.isNotNull(script)
  return { code, script, home }
})

const manifestIn = (home: string): Manifest => JSON.parse(fs.readFileSync(join(home, manifestName), "utf8"))

describe("The script of a program", () => {
  it.effect("is there until a file of it changes", () =>
    Effect.gen(function* () {
      const { code, home } = yield* linked
      const manifest = manifestIn(home)
      const [file] = Object.keys(manifest.files)
      const changed = { ...manifest, files: { ...manifest.files, [file!]: "1 1" } }
      fs.writeFileSync(join(home, manifestName), JSON.stringify(changed))
      assert.isNull(scriptOf("converter", code))
    }).pipe(Effect.scoped)
  )

  // Every run of the tests makes the scripts for itself, where there are none.
  const isRemade = long(1, 0) === 1
  if (!isRemade)
    console.warn("SKIPPED: scripts that are made anew where a file has changed. That is tried where LONG_TESTS is 1.")
  it.live.runIf(isRemade)(
    "is made anew, once, where a file of it has changed and it was cut short; what was before is removed",
    () =>
      Effect.gen(function* () {
        const { code, script, home } = yield* linked
        const manifest = manifestIn(home)
        const [file] = Object.keys(manifest.files)
        const changed = { ...manifest, files: { ...manifest.files, [file!]: "1 1" } }
        fs.writeFileSync(join(home, manifestName), JSON.stringify(changed))
        fs.truncateSync(script)
        const old = join(home, "converter-0123456789abcdef.js")
        fs.writeFileSync(old, "")
        const linking = Effect.promise((signal) => linkBeside(code, signal))
        yield* linking
        assert.strictEqual(scriptOf("converter", code), script)
        assert.isAbove(fs.statSync(script).size, 0)
        assert.strictEqual(manifestIn(home).files[file!], manifest.files[file!])
        assert.isFalse(fs.existsSync(old))

        const made = fs.statSync(script).ino
        yield* linking
        assert.strictEqual(fs.statSync(script).ino, made)
      }).pipe(Effect.scoped)
  )

  it.effect("is not there when it was removed or cut short, or is another checkout's", () =>
    Effect.gen(function* () {
      for (const harm of [
        ({ home }) =>
          fs.writeFileSync(join(home, manifestName), JSON.stringify({ ...manifestIn(home), root: "/elsewhere/" })),
        ({ script }) => fs.truncateSync(script),
        ({ script }) => fs.rmSync(script)
      ] satisfies ReadonlyArray<(of: { readonly home: string; readonly script: string }) => void>) {
        const { code, script, home } = yield* linked
        harm({ home, script })
        assert.isNull(scriptOf("converter", code))
      }
    }).pipe(Effect.scoped)
  )

  it.live("is made beside other work, which ends with whoever asked for it", () =>
    Effect.gen(function* () {
      const { code, script } = yield* linked
      fs.rmSync(script)
      const exit = yield* Effect.tryPromise(() => linkBeside(code, AbortSignal.abort())).pipe(Effect.exit)
      assert.isTrue(Exit.isFailure(exit))
      assert.isNull(scriptOf("converter", code))
    }).pipe(Effect.scoped)
  )

  it.effect("cannot be made where nobody can write", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      fs.writeFileSync(file, "")
      assert.throws(() => link(file), /ENOTDIR/)
      assert.isNull(scriptOf("converter", file))
    }).pipe(Effect.scoped)
  )
})

describe("A converter child", () => {
  const start = (path: string) =>
    Effect.promise(async () => {
      const options = { entry: Child.entry, spool: join(path, "spool"), code: join(path, "code"), heap: 256 }
      const child = Child.fork(options)
      assert.isTrue(await child.ready)
      const [pid] = children(path)
      const commandLine = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
      child.kill()
      await child.gone
      return commandLine
    })

  /** What it wakes from, as its command line says. */
  const wokeFrom = (commandLine: ReadonlyArray<string>) => {
    const at = commandLine.indexOf("--snapshot-blob")
    return at < 0 ? null : commandLine[at + 1]
  }

  it.live("wakes from the snapshot, which is newer than any change", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const code = join(path, "code")
      yield* copied(code)
      assert.isNotNull(snapshotOf(code))
      assert.strictEqual(wokeFrom(yield* start(path)), snapshotOf(code))
      // DATA_DIR may be a folder below the one in which the service was started
      assert.strictEqual(snapshotOf(relative(process.cwd(), code)), snapshotOf(code))
    }).pipe(Effect.scoped)
  )

  it.live(
    "loads its program where the snapshot came to harm on the disk, is another Node's, is gone, or never was",
    () =>
      Effect.gen(function* () {
        const path = yield* folder
        const code = join(path, "code")
        yield* copied(code)
        const home = join(code, fs.readdirSync(code)[0]!)
        const file = snapshotOf(code)!
        const contents = fs.readFileSync(file)
        const damaged = Buffer.from(contents)
        damaged[damaged.length >> 1]! ^= 1
        const other = join(path, "other")
        execFileSync("cp", ["-a", code, other])
        const harmed = file.replace(code, other)
        fs.writeFileSync(harmed, damaged)
        assert.isNull(snapshotOf(other))

        const manifest = manifestIn(home)
        fs.writeFileSync(join(home, manifestName), JSON.stringify({ ...manifest, node: "v1.2.3 linux x64" }))
        assert.isNull(snapshotOf(code))
        fs.writeFileSync(join(home, manifestName), JSON.stringify(manifest))
        assert.strictEqual(snapshotOf(code), file)
        fs.rmSync(file)
        assert.isNull(snapshotOf(code))
        const commandLine = yield* start(path)
        assert.include(commandLine, Child.entry)
        assert.isNull(wokeFrom(commandLine))
        assert.isNull(snapshotOf(join(path, "nothing")))
      }).pipe(Effect.scoped)
  )

  it.live("loads its program after one that could not wake", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const snapshot = join(path, "none.snapshot")
      fs.writeFileSync(snapshot, "nothing of the kind")
      const forked = () => Child.fork({ entry: Child.entry, spool: join(path, "spool"), heap: 256, snapshot })
      const ready = (child: Child.Child) =>
        Effect.promise(async () => {
          const isReady = await child.ready
          child.kill()
          await child.gone
          return isReady
        })
      assert.isFalse(yield* ready(forked()))
      assert.isTrue(yield* ready(forked()))
    }).pipe(Effect.scoped)
  )

  it.live("that draws or recognises starts from its script, and from its modules where there is none", () =>
    Effect.gen(function* () {
      const { code, script } = yield* linked
      const entries = [Child.drawer, Child.recogniser]
      assert.deepStrictEqual(
        entries.map((entry) => startOf(entry, code)),
        [scriptOf("drawer", code), scriptOf("recogniser", code)]
      )
      assert.deepStrictEqual(
        entries.map((entry) => startOf(entry, undefined)),
        entries
      )
      assert.strictEqual(startOf(Child.entry, code), Child.entry)
      fs.rmSync(script)
      assert.deepStrictEqual(
        entries.map((entry) => startOf(entry, code)),
        entries
      )
    }).pipe(Effect.scoped)
  )
})
