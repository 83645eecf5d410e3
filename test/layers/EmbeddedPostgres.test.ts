import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"
import { superuser } from "../../layers/postgres/Role.ts"
import { serversOf } from "../crash/Scene.ts"
import { found, until } from "../support/Children.ts"
import { compiled, prepare } from "../support/DataFolder.ts"
import { postgresHolder } from "../support/Linked.ts"
import { patience } from "../support/Patience.ts"

class Directory extends Context.Service<Directory, string>()("test/Directory") {}

const directory = Layer.effect(
  Directory,
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "embedded-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
)

const start = Effect.flatMap(Directory, (path) => EmbeddedPostgres.start(path, { durable: false }))

/** A server on a folder that one was set up in already, which takes longer than a start. */
const startIn = (path: string) =>
  Effect.andThen(
    Effect.promise(() => prepare(path)),
    EmbeddedPostgres.start(path, { durable: false })
  )

const ask = (server: Omit<EmbeddedPostgres.Server, "username"> & { readonly username: string }, statement: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe<{ readonly answer: string }>(statement)).pipe(
    Effect.map(([row]) => row?.answer),
    Effect.provide(
      Database.layerClient.pipe(
        Layer.provide(Layer.succeed(Database.Connection, { ...server, database: "postgres" })),
        Layer.fresh
      )
    )
  )

const pidOf = (path: string) => Number(readFileSync(join(path, "postgres/postmaster.pid"), "utf8").split("\n")[0])

/** Another process that runs a server in our directory. */
const holder = Effect.gen(function* () {
  const child = spawn(process.execPath, [yield* Effect.promise(postgresHolder), yield* Directory], {
    env: { ...process.env, ...compiled() },
    stdio: ["ignore", "pipe", "inherit"]
  })
  yield* Effect.promise(() => once(child.stdout, "data"))
  return child
})

/** What a process calls itself. */
const nameOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1")
  } catch {
    return ""
  }
}

const kill = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended meanwhile.
  }
}

/** Adopts whatever its child leaves behind; says the child's pid once that does its work. */
const sessionManager = `
import ctypes, subprocess, sys, time
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(600)`

layer(directory, { excludeTestServices: true })("EmbeddedPostgres", (it) => {
  it.effect("runs while its scope lives, on a socket of ours alone, and leaves signals to us", () =>
    Effect.gen(function* () {
      const listeners = process.listenerCount("SIGTERM") + process.listenerCount("SIGINT")
      const path = yield* Directory
      const server = yield* Effect.scoped(
        Effect.tap(start, (server) =>
          Effect.gen(function* () {
            assert.strictEqual(yield* ask(server, "SELECT current_setting('listen_addresses') AS answer"), "")
            assert.strictEqual(yield* ask(server, "SELECT current_setting('TimeZone') AS answer"), "UTC")
            assert.strictEqual(process.listenerCount("SIGTERM") + process.listenerCount("SIGINT"), listeners)
            assert.deepStrictEqual(EmbeddedPostgres.running(path), server)
            yield* ask(server, "CREATE TABLE kept AS SELECT 'still here' AS answer")
          })
        )
      )
      assert.isUndefined(EmbeddedPostgres.running(path))
      assert.isFalse(existsSync(server.host))
    })
  )

  it.effect(
    "is refused a directory that is in use, told by whom, and starts at once after that process was killed",
    () =>
      Effect.gen(function* () {
        const child = yield* holder
        const refused = yield* Effect.flip(start)
        assert.strictEqual(refused.message, `DATA_DIR is in use by pid ${child.pid}`)
        child.kill("SIGKILL")
        assert.strictEqual(yield* ask(yield* start, "SELECT answer FROM kept"), "still here")
      })
  )

  it.effect("stops an orphan that nobody keeps, and starts", (test) =>
    Effect.gen(function* () {
      // Only /proc tells who keeps a server.
      if (process.platform !== "linux") test.skip("skipped: there is no /proc on this platform")
      const path = yield* Directory
      const child = yield* holder
      const orphan = pidOf(path)
      const keeper = Number(readFileSync(`/proc/${orphan}/stat`, "utf8").split(") ")[1]?.split(" ")[1])
      const watchers = readFileSync(`/proc/${keeper}/task/${keeper}/children`, "utf8").trim().split(" ").map(Number)
      for (const pid of [keeper, ...watchers.filter((pid) => pid !== orphan)]) process.kill(pid, "SIGKILL")
      child.kill("SIGKILL")
      const server = yield* start
      assert.notStrictEqual(pidOf(path), orphan)
      assert.strictEqual(yield* ask(server, "SELECT answer FROM kept"), "still here")
    })
  )

  it.effect(
    "starts after a kill where orphans are adopted by a session manager, however slowly the old server stops",
    (test) =>
      Effect.gen(function* () {
        if (process.platform !== "linux") test.skip("skipped: only Linux has such managers")
        if (spawnSync("python3", ["--version"]).status !== 0) test.skip("skipped: there is no python3 to be one")
        const path = yield* Directory
        const program = yield* Effect.promise(postgresHolder)
        const manager = spawn("python3", ["-c", sessionManager, process.execPath, program, path], {
          env: { ...process.env, ...compiled() },
          stdio: ["ignore", "pipe", "inherit"]
        })
        const heldBy = Number(String((yield* Effect.promise(() => once(manager.stdout, "data")))[0]).split(" ")[0])
        const stopping = pidOf(path)
        process.kill(stopping, "SIGSTOP")
        process.kill(heldBy, "SIGKILL")
        yield* Effect.forkScoped(
          Effect.delay(
            Effect.sync(() => process.kill(stopping, "SIGCONT")),
            "4 seconds"
          )
        )
        assert.strictEqual(yield* ask(yield* start, "SELECT answer FROM kept"), "still here")
        assert.notStrictEqual(pidOf(path), stopping)
        manager.kill("SIGKILL")
      })
  )

  it.effect("is not fooled by a lock whose pid is somebody else's now", () =>
    Effect.gen(function* () {
      const path = yield* Directory
      const stale = [process.pid, join(path, "postgres"), 1, 5432, join(path, "socket"), "", "0 0", "ready   ", ""]
      mkdirSync(join(path, "socket"), { recursive: true, mode: 0o700 })
      writeFileSync(join(path, "socket/.s.PGSQL.5432.lock"), stale.join("\n"))
      writeFileSync(join(path, "postgres/postmaster.pid"), stale.join("\n"))
      assert.strictEqual(yield* ask(yield* start, "SELECT answer FROM kept"), "still here")
    })
  )

  it.effect("comes back when the server is killed under us", () =>
    Effect.gen(function* () {
      const path = yield* Directory
      const server = yield* start
      const killed = pidOf(path)
      process.kill(killed, "SIGKILL")
      const answer = yield* ask(server, "SELECT answer FROM kept").pipe(
        Effect.retry(Schedule.spaced("50 millis")),
        Effect.timeout(patience)
      )
      assert.strictEqual(answer, "still here")
      assert.notStrictEqual(pidOf(path), killed)
    })
  )

  it.effect("comes back when its processes are killed while it recovers from a kill", (test) =>
    Effect.gen(function* () {
      // Only /proc tells which processes belong to a server.
      if (process.platform !== "linux") test.skip("skipped: there is no /proc on this platform")
      const path = join(yield* Directory, "recovering")
      const server = yield* startIn(path)
      // So much to do again that recovery is seen, on any disk.
      yield* ask(server, "CREATE TABLE much (n int)")
      yield* ask(server, "INSERT INTO much SELECT generate_series(1, 400000)")
      const named = (name: string) => serversOf(path).filter((pid) => nameOf(pid).startsWith(`postgres: ${name}`))
      for (const pid of named("io worker").slice(0, 1)) kill(pid)
      const recovering = yield* found(() => named("startup")[0])
      const writers = named("background writer")
      for (const pid of writers) kill(pid)
      yield* until(() => writers.every((pid) => !existsSync(`/proc/${pid}`)))
      kill(recovering)
      const answer = yield* ask(server, "SELECT 'here' AS answer").pipe(
        Effect.retry(Schedule.spaced("50 millis")),
        Effect.timeout(patience)
      )
      assert.strictEqual(answer, "here")
    })
  )

  it.effect("runs in a directory whose path is too long for a socket, below one only we can enter", () =>
    Effect.gen(function* () {
      const path = join(yield* Directory, "closed", "long".repeat(30))
      mkdirSync(path, { recursive: true })
      chmodSync(join(yield* Directory, "closed"), 0o700)
      const server = yield* startIn(path)
      assert.strictEqual(yield* ask(server, "SELECT 'yes' AS answer"), "yes")
      assert.deepStrictEqual(readFileSync(join(path, "postgres.socket"), "utf8").split("\n"), [
        server.host,
        join(path, "postgres"),
        ""
      ])
    })
  )

  it.effect("takes over what an earlier version made as the superuser, and works on it as a plain role", () =>
    Effect.gen(function* () {
      const path = join(yield* Directory, "earlier")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* startIn(path)
          for (const statement of [
            "CREATE TABLE old (id bigserial PRIMARY KEY, at text NOT NULL)",
            "CREATE SEQUENCE alone",
            "CREATE SCHEMA old",
            "CREATE TYPE old.state AS ENUM ('one')",
            "CREATE TABLE old.part (state old.state) PARTITION BY LIST (state)",
            "CREATE FUNCTION old.two(x int) RETURNS int LANGUAGE sql AS 'SELECT x + 2'",
            "INSERT INTO old (at) VALUES ('kept')"
          ]) {
            yield* ask({ ...server, username: superuser }, statement)
          }
        })
      )
      const server = yield* EmbeddedPostgres.start(path, { durable: false })
      for (const statement of [
        "ALTER TABLE old ADD COLUMN more text",
        "ALTER SEQUENCE alone RESTART",
        "ALTER TABLE old.part ADD COLUMN more text",
        "ALTER TYPE old.state ADD VALUE 'two'",
        "CREATE OR REPLACE FUNCTION old.two(x int) RETURNS int LANGUAGE sql AS 'SELECT x * 2'",
        "INSERT INTO old (at) VALUES ('new')"
      ]) {
        yield* ask(server, statement)
      }
      assert.strictEqual(yield* ask(server, "SELECT string_agg(at, ' ' ORDER BY id) AS answer FROM old"), "kept new")
      assert.strictEqual(
        yield* ask(server, "SELECT rolsuper::text AS answer FROM pg_roles WHERE rolname = user"),
        "false"
      )
    })
  )

  for (const [where, name] of [
    ["in the folder", ""],
    ["below the temporary directory", "long".repeat(30)]
  ] as const) {
    it.effect(`leaves a running server alone whose folder it is a copy of, with the socket ${where}`, () =>
      Effect.gen(function* () {
        const home = join(yield* Directory, "copied", name)
        const [original, copy] = [join(home, "a"), join(home, "b")]
        mkdirSync(home, { recursive: true })
        const server = yield* startIn(original)
        yield* ask(server, "CREATE TABLE kept AS SELECT 'of both' AS answer")
        yield* ask({ ...server, username: superuser }, "CHECKPOINT")
        cpSync(original, copy, { recursive: true, filter: (path) => !statSync(path).isSocket() })
        const second = yield* Effect.scoped(
          Effect.tap(EmbeddedPostgres.start(copy, { durable: false }), (server) =>
            Effect.gen(function* () {
              yield* ask(server, "INSERT INTO kept VALUES ('of the copy')")
              assert.strictEqual(yield* ask(server, "SELECT count(*)::text AS answer FROM kept"), "2")
            })
          )
        )
        assert.notStrictEqual(second.host, server.host)
        // Over a connection of its own, which needs the socket.
        assert.strictEqual(yield* ask(server, "SELECT string_agg(answer, ', ') AS answer FROM kept"), "of both")
        assert.deepStrictEqual(EmbeddedPostgres.running(original), server)
      })
    )
  }

  it.effect("leaves a service's folder to its user when root starts it", (test) =>
    Effect.gen(function* () {
      if (process.getuid?.() !== 0) test.skip("skipped: only root may start it for another user")
      const path = yield* Directory
      const nobody = 65_534
      chownSync(path, nobody, nobody)
      const server = yield* start
      assert.strictEqual(yield* ask(server, "SELECT 'served' AS answer"), "served")
      const others = readdirSync(path, { recursive: true, encoding: "utf8" }).filter(
        (name) => lstatSync(join(path, name)).uid !== nobody
      )
      assert.deepStrictEqual(others, [])
    }).pipe(Effect.scoped, Effect.provide(Layer.fresh(directory)))
  )

  it.effect("says what is wrong with a directory it cannot use", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(EmbeddedPostgres.start("/dev/null/data"))
      assert.match(refused.message, /^DATA_DIR \/dev\/null\/data cannot be used: /)
    })
  )
})
