import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Child from "../../layers/converter/Child.ts"
import { link, linkBeside, type Manifest, manifestName, scriptOf } from "../../layers/converter/Linked.ts"
import { children, folder, until } from "../support/Children.ts"
import { code as shared } from "../support/DataFolder.ts"

/** What children compiled, of the scripts in this folder. */
const compiled = (code: string) =>
  fs
    .globSync(join(code, "*", "converter-*.js.*"))
    .map((path) => [path, fs.readFileSync(path).toString("latin1"), fs.statSync(path).ino] as const)

/** Scripts that were made before, and nothing compiled of them. */
const copied = (code: string) =>
  Effect.promise(async () => {
    execFileSync("cp", ["-a", await shared(), code])
    for (const [path] of compiled(code)) fs.rmSync(path)
  })

/** A folder with scripts in it, and one of them. */
const linked = Effect.gen(function* () {
  const code = join(yield* folder, "code")
  yield* copied(code)
  const script = scriptOf("converter", code)
  assert.isNotNull(script)
  const [name] = fs.readdirSync(code)
  return { code, script, home: join(code, name!) }
})

const manifestIn = (home: string): Manifest => JSON.parse(fs.readFileSync(join(home, manifestName), "utf8"))

describe("The script of a program", () => {
  it.effect("is there until a file of it changes, and is made anew then; what was there before is removed", () =>
    Effect.gen(function* () {
      const { code, script, home } = yield* linked
      const manifest = manifestIn(home)
      const [file] = Object.keys(manifest.files)
      const changed = { ...manifest, files: { ...manifest.files, [file!]: "1 1" } }
      fs.writeFileSync(join(home, manifestName), JSON.stringify(changed))
      assert.isNull(scriptOf("converter", code))
      const old = join(home, "converter-0123456789abcdef.js")
      fs.writeFileSync(old, "")
      link(code)
      assert.strictEqual(scriptOf("converter", code), script)
      assert.strictEqual(manifestIn(home).files[file!], manifest.files[file!])
      assert.isFalse(fs.existsSync(old))
    }).pipe(Effect.scoped)
  )

  it.effect("is not there when it was removed or cut short, or is another checkout's", () =>
    Effect.gen(function* () {
      const { code, script, home } = yield* linked
      fs.writeFileSync(join(home, manifestName), JSON.stringify({ ...manifestIn(home), root: "/elsewhere/" }))
      assert.isNull(scriptOf("converter", code))
      link(code)
      fs.truncateSync(script)
      assert.isNull(scriptOf("converter", code))
      link(code)
      assert.isAbove(fs.statSync(script).size, 0)
      fs.rmSync(script)
      assert.isNull(scriptOf("converter", code))
    }).pipe(Effect.scoped)
  )

  it.live("is made once beside other work, which ends with whoever asked for it", () =>
    Effect.gen(function* () {
      const code = yield* folder
      yield* Effect.promise((signal) => linkBeside(code, signal))
      const script = scriptOf("converter", code)
      assert.isNotNull(script)
      const made = fs.statSync(script).ino
      yield* Effect.promise((signal) => linkBeside(code, signal))
      assert.strictEqual(fs.statSync(script).ino, made)

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

  it.live("starts from the script, with what the one before it compiled", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const code = join(path, "code")
      yield* copied(code)
      assert.include(yield* start(path), scriptOf("converter", code))
      yield* until(() => children(path).length === 0 && compiled(code).length === 1)
      const first = compiled(code)
      yield* start(path)
      assert.deepStrictEqual(compiled(code), first)
    }).pipe(Effect.scoped)
  )

  it.live("compiles anew what came to harm on the disk", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const code = join(path, "code")
      yield* copied(code)
      yield* start(path)
      yield* until(() => children(path).length === 0 && compiled(code).length === 1)
      const [file, contents] = compiled(code)[0]!
      const damages = [
        contents.slice(0, contents.length / 2),
        contents.slice(0, -1) + (contents.endsWith("\0") ? "\x01" : "\0"),
        ""
      ]
      for (const damaged of damages) {
        fs.writeFileSync(file, damaged, "latin1")
        yield* start(path)
        yield* until(() => children(path).length === 0)
        assert.isAbove(compiled(code)[0]![1].length, contents.length / 2)
        assert.notStrictEqual(compiled(code)[0]![1], damaged)
      }
    }).pipe(Effect.scoped)
  )

  it.live("starts from its modules when somebody removes the script before it is read", () =>
    Effect.promise(async () => {
      const program = fileURLToPath(new URL("../../layers/main/child.ts", import.meta.url))
      const child = spawn(process.execPath, [program, join(import.meta.dirname, "removed.js")], {
        stdio: ["pipe", "ignore", "ignore", "pipe"]
      })
      const [said] = await once(child.stdio[3]!, "data")
      assert.include(said.toString(), "Ready")
      child.kill("SIGKILL")
    })
  )

  it.live("starts from its modules where there is no script", () =>
    Effect.gen(function* () {
      assert.include(yield* start(yield* folder), Child.entry)
    }).pipe(Effect.scoped)
  )
})
