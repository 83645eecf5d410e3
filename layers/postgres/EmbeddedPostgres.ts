import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { Deferred, Effect, Schedule } from "effect"
import { makeFolder } from "../storage/Folder.ts"
import { type Binaries, binaries } from "./Binaries.ts"
import { give, type Owner, ownerOf } from "./Owner.ts"
import { answeringIn, keeperOf, lockOf, settle } from "./Recovery.ts"
import { establish, role, superuser } from "./Role.ts"
import { PostgresUnavailable } from "./Unavailable.ts"

/** How to reach a server: a Unix socket in a directory only its owner can enter, so it asks for no password. */
export interface Server {
  readonly host: string
  readonly port: 5432
  readonly username: typeof role
}

/** The address takes at most 103 bytes on the strictest platform, and `-k` gives commas and quotes a meaning. */
const fitsSocket = (directory: string) =>
  Buffer.byteLength(`${directory}/.s.PGSQL.5432`) <= 103 && /^[\w./-]+$/.test(directory)

/** Bytes of log kept from earlier runs. */
const logLimit = 1_000_000

/**
 * A server one of whose processes was killed ends and is started anew: one that stays and recovers by itself never ends
 * and never answers again if another is killed meanwhile.
 */
const settings = (durable: boolean) => [
  "restart_after_crash=off",
  ...["listen_addresses=", "unix_socket_permissions=0700", "max_connections=100", "shared_buffers=64MB"],
  ...["max_wal_size=256MB", "wal_level=minimal", "max_wal_senders=0", "jit=off", "log_checkpoints=off"],
  ...["timezone=UTC", "log_timezone=UTC"],
  ...(durable ? ["fsync=on", "synchronous_commit=on"] : ["fsync=off", "full_page_writes=off", "synchronous_commit=off"])
]

/**
 * Starts "$@" and stays its parent. It waits on our end of a pipe: however this process ends, the pipe closes and
 * the server is told to stop. `read` is in the background and `wait` in the foreground, so that a server which
 * fails to start takes the shell with it. The signal is repeated: one that comes before the server listens for
 * signals is lost.
 */
const keeper =
  'exec 3<&0 4>&1 >&2; "$@" </dev/null 3<&- 4>&- & p=$!; echo $p >&4; exec 4>&-; ' +
  "{ read x <&3; while kill -INT $p 2>/dev/null; do sleep 0.2; done; } & r=$!; wait $p; s=$?; kill $r 2>/dev/null; exit $s"

const unavailable = (message: string) => (cause: unknown) =>
  new PostgresUnavailable({ message: `${message}: ${cause instanceof Error ? cause.message : String(cause)}`, cause })

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Makes the data directory when there is none. It appears whole or not at all. */
const initialise = Effect.fnUntraced(function* (directory: string, bin: Binaries, owner: Owner, durable: boolean) {
  if (existsSync(join(directory, "PG_VERSION"))) return give(owner, directory)
  const unfinished = `${directory}.init-`
  const made = yield* Effect.sync(() => {
    for (const name of readdirSync(resolve(directory, ".."))) {
      const path = join(directory, "..", name)
      if (path.startsWith(unfinished) && !lives(Number(path.slice(unfinished.length)))) {
        rmSync(path, { recursive: true, force: true })
      }
    }
    makeFolder(`${unfinished}${process.pid}`, 0o700)
    give(owner, `${unfinished}${process.pid}`)
    return `${unfinished}${process.pid}`
  })
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
  const access = ["-U", superuser, "--auth-local=trust", "--auth-host=reject"]
  const [program = "", ...rest] = [...owner.prefix, bin.initdb, "-D", made, ...access, ...locale]
  yield* Effect.tryPromise({
    try: (signal) => promisify(execFile)(program, durable ? rest : [...rest, "--no-sync"], { ...owner.ids, signal }),
    catch: unavailable(`PostgreSQL cannot be set up in ${directory}`)
  })
  yield* Effect.try({
    try: () => renameSync(made, directory),
    catch: unavailable(`PostgreSQL cannot be set up in ${directory}`)
  })
})

/** Whose a socket's directory is, by the lock that a server keeps beside its socket. */
const dataDirectoryAt = (socketDirectory: string) => {
  const lock = join(socketDirectory, ".s.PGSQL.5432.lock")
  return existsSync(lock) ? readFileSync(lock, "utf8").split("\n")[1] : undefined
}

/**
 * The socket's directory: in DATA_DIR, else a fresh one under the temporary directory, recorded in DATA_DIR with whose
 * it is. What an earlier run left of it is removed; what a copy of another folder names is that folder's.
 */
const socketDirectory = (dataDirectory: string, owner: Owner) => {
  const directory = join(dataDirectory, "postgres")
  const record = join(dataDirectory, "postgres.socket")
  const [recorded = "", whose] = existsSync(record) ? readFileSync(record, "utf8").trim().split("\n") : []
  if (/\/pdf-service-[\w-]+$/.test(recorded) && (whose ?? dataDirectoryAt(recorded)) === directory) {
    rmSync(recorded, { recursive: true, force: true })
  }
  const near = join(dataDirectory, "socket")
  if (!fitsSocket(near)) {
    const far = realpathSync(mkdtempSync(join(tmpdir(), "pdf-service-")))
    writeFileSync(record, `${far}\n${directory}\n`)
    give(owner, far)
    return far
  }
  rmSync(record, { force: true })
  // A copy brings the lock of the original's socket, whose server may well be alive.
  rmSync(near, { recursive: true, force: true })
  makeFolder(near, 0o700)
  give(owner, near)
  return near
}

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

/** The last complaint in the log since it had this size. */
const complaint = (log: string, since: number) => {
  const lines = readFileSync(log).subarray(since).toString().trimEnd().split("\n")
  return lines.findLast((line) => /FATAL|PANIC|ERROR|denied|cannot/.test(line)) ?? (lines.at(-1) || "no reason given")
}

/** One run of the server: ready when acquired, stopped when the scope closes. Yields its last words, once it ends. */
const run = Effect.fnUntraced(function* (command: ReadonlyArray<string>, owner: Owner, directory: string, log: string) {
  const since = sizeOf(log)
  const kept = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const out = openSync(log, "a", 0o600)
      give(owner, log)
      const child = spawn("/bin/sh", ["-c", keeper, keeperOf(process.pid), ...owner.prefix, ...command], {
        ...owner.ids,
        detached: true,
        stdio: ["pipe", "pipe", out]
      })
      closeSync(out)
      const ended = once(child, "exit").catch(() => undefined)
      child.stdin?.on("error", () => undefined)
      return { child, ended, pid: once(child.stdout ?? child, "data").then(([data]) => Number(String(data))) }
    }),
    ({ child, ended }) =>
      Effect.promise(() => {
        child.stdin?.end("\n")
        return ended
      }).pipe(Effect.timeoutOrElse({ duration: "60 seconds", orElse: () => Effect.sync(() => child.kill("SIGKILL")) }))
  )
  const ended = Effect.promise(() => kept.ended)
  const ready = Effect.gen(function* () {
    const pid = yield* Effect.promise(() => kept.pid)
    yield* Effect.sync(() => lockOf(directory)).pipe(
      Effect.repeat({ until: (lock) => lock?.pid === pid && lock.ready, schedule: Schedule.spaced("5 millis") })
    )
  })
  const failed = Effect.flatMap(ended, () =>
    Effect.fail(new PostgresUnavailable({ message: `PostgreSQL did not start: ${complaint(log, since)} (see ${log})` }))
  )
  yield* Effect.raceFirst(ready, failed)
  return Effect.map(ended, () => complaint(log, since))
})

/** A server that somebody else runs in this DATA_DIR right now. */
export const running = (dataDirectory: string): Server | undefined => {
  const directory = resolve(dataDirectory, "postgres")
  const lock = existsSync(directory) ? answeringIn(realpathSync(directory)) : undefined
  return lock === undefined ? undefined : { host: lock.socketDirectory, port: 5432, username: role }
}

/**
 * PostgreSQL in a directory of its own under `dataDirectory`, made when it is new, for as long as the scope lives. It
 * never listens on TCP, ends when this process ends, however it ends, and is started again should it end alone.
 * `durable: false` is for tests: a power cut may lose everything.
 */
export const start = Effect.fn("EmbeddedPostgres.start")(function* (
  dataDirectory: string,
  { durable = true }: { readonly durable?: boolean } = {}
) {
  const bin = yield* binaries
  const home = yield* Effect.try({
    try: () => {
      makeFolder(dataDirectory)
      return realpathSync(dataDirectory)
    },
    catch: unavailable(`DATA_DIR ${dataDirectory} cannot be used`)
  })
  const directory = join(home, "postgres")
  const log = join(home, "postgres.log")
  const owner = yield* ownerOf(bin.postgres, home)
  yield* settle(directory)
  yield* initialise(directory, bin, owner, durable)
  const host = yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        if (sizeOf(log) > logLimit) truncateSync(log)
        return socketDirectory(home, owner)
      },
      catch: unavailable(`DATA_DIR ${home} cannot be used`)
    }),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const command = [
    bin.postgres,
    "-D",
    directory,
    "-k",
    host,
    ...settings(durable).flatMap((setting) => ["-c", setting])
  ]
  const ready = yield* Deferred.make<void, PostgresUnavailable>()
  yield* Effect.gen(function* () {
    yield* settle(directory)
    const ended = yield* run(command, owner, directory, log)
    yield* Deferred.succeed(ready, undefined)
    const last = yield* ended
    yield* Effect.logError(`PostgreSQL ended by itself and is started again. Its last words: ${last}`)
  }).pipe(
    Effect.scoped,
    Effect.tapCause((cause) => Deferred.failCause(ready, cause)),
    Effect.catchTag("PostgresUnavailable", (error) => Effect.logError(error.message)),
    Effect.repeat(Schedule.spaced("1 second")),
    Effect.forkScoped
  )
  yield* Deferred.await(ready)
  yield* establish(host)
  return { host, port: 5432, username: role } satisfies Server as Server
})
