import { execFile } from "node:child_process"
import * as fs from "node:fs"
import { builtinModules } from "node:module"
import { getPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Child from "../../layers/converter/Child.ts"
import { closedFolder, confinement } from "../../layers/converter/Confinement.ts"
import { folder } from "../support/Children.ts"
import { code } from "../support/DataFolder.ts"
import { modules } from "./Modules.ts"

/** What takes capabilities from a child. */
const hasSetpriv = process.platform === "linux" && fs.existsSync("/usr/bin/setpriv")

const hostile = fileURLToPath(new URL("hostileParent.ts", import.meta.url))

interface Told {
  readonly outcomes: Readonly<Record<string, string>>
  readonly builtinModules: ReadonlyArray<string>
  readonly status: string
  readonly user: number | null
  readonly after: {
    readonly files: ReadonlyArray<string>
    readonly secret: string
    readonly priority: number
    readonly connections: number
  }
}

/** Whoever runs the tests, and where that is root, a plain user. */
const users: ReadonlyArray<readonly [string, number | undefined]> =
  process.getuid?.() === 0
    ? [
        ["root", undefined],
        ["a plain user", 54_321]
      ]
    : [["a plain user", undefined]]

const attack = async (user: number | undefined, how: ReadonlyArray<"frozen">): Promise<Told> => {
  const path = fs.mkdtempSync(join(tmpdir(), "hostile-"))
  try {
    fs.chmodSync(path, 0o711)
    if (user !== undefined) fs.chownSync(path, user, user)
    const { stdout } = await promisify(execFile)(process.execPath, [hostile, path, ...how], {
      env: {},
      ...(user === undefined ? {} : { uid: user, gid: user })
    })
    return JSON.parse(stdout)
  } finally {
    fs.rmSync(path, { recursive: true })
  }
}

const attacks = new Map<string, Promise<Told>>()

/** What a hostile child of this user's service says that it reached: it says all of it at once. */
const attacked = (user: number | undefined, ...how: ReadonlyArray<"frozen">) =>
  Effect.promise(() => {
    const key = `${user} ${how}`
    const told = attacks.get(key) ?? attack(user, how)
    attacks.set(key, told)
    return told
  })

/** What nothing stops: whether a file is there can be told by looking for a module of its name. */
const known = ["module: resolve elsewhere", "module: find a package"]

const isRoot = process.getuid?.() === 0

/** Whether this system lets root give a child a user of its own. */
const gives = () => confinement(["/"]).user() !== null

describe.each(users)("A child of %s's service that somebody has got hold of", (_, user) => {
  const ways = [
    ["loaded its program", []],
    ["woke from a snapshot", ["frozen"]]
  ] as const
  it.live.each(ways)("finds none of a hundred ways out, node:sqlite among them, where it %s", ([, how]) =>
    Effect.gen(function* () {
      const { outcomes, after } = yield* attacked(user, ...how)
      assert.isAtLeast(Object.keys(outcomes).length, 100)
      const reached = Object.entries(outcomes).filter(([, outcome]) => outcome.startsWith("REACHED"))
      assert.deepStrictEqual(
        reached.filter(([what]) => !known.includes(what)),
        []
      )
      assert.deepStrictEqual(after.files, ["secret", "socket"])
      assert.strictEqual(after.secret, "a secret")
      assert.strictEqual(after.priority, getPriority())
      assert.strictEqual(after.connections, 0)
    })
  )

  it.live.each(ways)(
    "knows no module of Node of which is not written what it reaches and what stops it, where it %s",
    ([, how]) =>
      Effect.gen(function* () {
        const told = yield* attacked(user, ...how)
        const all = new Set([...builtinModules, ...told.builtinModules])
        assert.deepStrictEqual(
          [...all].filter((name) => !(name in modules) && !name.startsWith("internal/")),
          []
        )
        for (const [name, [, guards]] of Object.entries(modules)) {
          if (guards.includes("absent")) assert.notInclude(told.builtinModules, name)
        }
      })
  )

  it.live.runIf(hasSetpriv)("has no capabilities and gains none", () =>
    Effect.gen(function* () {
      const { status, user: own } = yield* attacked(user)
      assert.match(status, /^CapEff:\s+0+$/m)
      assert.match(status, /^CapPrm:\s+0+$/m)
      assert.match(status, /^NoNewPrivs:\s+1$/m)
      if (isRoot && user === undefined && gives()) {
        assert.match(status, /^CapBnd:\s+0+$/m)
        assert.match(status, new RegExp(`^Uid:\\s+${own}\\s+${own}\\s+${own}\\s+${own}$`, "m"))
        assert.match(status, new RegExp(`^Gid:\\s+${own}\\s+${own}\\s+${own}\\s+${own}$`, "m"))
        assert.match(status, /^Groups:\s*$/m)
      }
    })
  )
})

if (!hasSetpriv) console.warn("SKIPPED: what a child may do in the system. There is no setpriv of util-linux here.")
if (!(isRoot && gives())) console.warn("SKIPPED: children of root. Only root may give each child a user of its own.")

describe.runIf(isRoot && gives())("Children of root", () => {
  const start = Effect.fnUntraced(function* (spool: string, entry: string, native = false) {
    const linked = yield* Effect.promise(code)
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => Child.fork({ entry, spool, code: linked, heap: 256, native, pictures: native })),
      (child) => {
        child.kill()
        return Effect.promise(() => child.gone)
      }
    )
    assert.isTrue(yield* Effect.promise(() => child.ready))
    return child
  })

  it.live("have a user each, who owns nothing and alone can read its folder", () =>
    Effect.gen(function* () {
      const spool = join(yield* folder, "spool")
      const [one, other] = [yield* start(spool, Child.entry), yield* start(spool, Child.entry)]
      assert.notStrictEqual(one.user, other.user)
      const { uid, gid, mode } = fs.statSync(one.folder)
      assert.deepStrictEqual([uid, gid, mode & 0o777], [0, one.user, 0o750])
    }).pipe(Effect.scoped)
  )

  it.live("draw as such a user too, within limits, and without a network where the system allows", () =>
    Effect.gen(function* () {
      const child = yield* start(join(yield* folder, "spool"), Child.drawer, true)
      const of = (name: string) => fs.readFileSync(`/proc/${child.pid}/${name}`, "utf8")
      assert.match(of("status"), new RegExp(`^Uid:\\s+${child.user}\\b`, "m"))
      assert.match(of("status"), /^CapEff:\s+0+$/m)
      const bounds = of("limits")
      assert.match(bounds, /^Max core file size\s+0\s/m)
      assert.match(bounds, /^Max file size\s+67108864\s/m)
      assert.match(bounds, /^Max open files\s+64\s/m)
      assert.match(bounds, /^Max processes\s+48\s/m)
      assert.match(bounds, /^Max address space\s+\d+\s/m)
      const command = confinement(["/"]).command({ file: "true", args: [] }, 1)
      if (command.file.endsWith("unshare")) {
        assert.notStrictEqual(fs.readlinkSync(`/proc/${child.pid}/ns/net`), fs.readlinkSync("/proc/self/ns/net"))
      }
    }).pipe(Effect.scoped)
  )

  it.live("run as root, without its capabilities, where others cannot enter the folder, and it is said which", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const closed = join(path, "closed")
      fs.mkdirSync(closed, { mode: 0o700 })
      assert.strictEqual(closedFolder(join(closed, "spool")), closed)
      const { obstacle, user } = confinement([closed])
      assert.include(obstacle, closed)
      assert.isNull(user())
      const child = yield* start(join(closed, "spool"), Child.entry)
      assert.match(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"), /^CapEff:\s+0+$/m)
    }).pipe(Effect.scoped)
  )
})
