import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Duration, Effect, Schedule } from "effect"
import { PostgresUnavailable } from "./Unavailable.ts"

/** What a server writes into its data directory while it runs. */
export interface Lock {
  readonly pid: number
  /** Where the server was started: another folder when this one is a copy of it. */
  readonly directory: string
  readonly socketDirectory: string
  readonly ready: boolean
}

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/** The lock of a data directory, whichever process left it there. */
export const lockOf = (directory: string): Lock | undefined => {
  const lines = textOf(join(directory, "postmaster.pid"))?.split("\n")
  return lines?.[0] === undefined || !/^\d+$/.test(lines[0])
    ? undefined
    : {
        pid: Number(lines[0]),
        directory: lines[1] ?? "",
        socketDirectory: lines[4] ?? "",
        ready: lines[7]?.trim() === "ready"
      }
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly arguments: ReadonlyArray<string>
}

/** A process that runs: not a zombie, nor one that is becoming one, whose memory and arguments are gone already. */
const processOf = (pid: number): Process | undefined => {
  if (process.platform !== "linux") {
    const [state, parent, ...words] = spawnSync("ps", ["-o", "stat=,ppid=,command=", "-p", String(pid)])
      .stdout.toString()
      .trim()
      .split(/\s+/)
    return !state || state.startsWith("Z") ? undefined : { pid, parent: Number(parent), arguments: words }
  }
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const line = textOf(`/proc/${pid}/cmdline`)
  return state === "Z" || state === "X" || !line
    ? undefined
    : { pid, parent: Number(parent), arguments: line.split("\0") }
}

/** A server and all its backends have the data directory as their working directory. */
const worksIn = (pid: number | string, directory: string) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory
  } catch {
    return false
  }
}

/** What a keeper is called, so that everybody sees who started it: whoever has adopted it since holds no server. */
export const keeperOf = (pid: number) => `keeper-of-${pid}`

const isAbandoned = (pid: number) => {
  const keeper = processOf(pid)
  return keeper === undefined || !keeper.arguments.includes(keeperOf(keeper.parent))
}

/** The pid alone proves nothing: it may have been given to somebody else since. */
const concerns = (it: Process, directory: string) => it.arguments.includes(directory) || worksIn(it.pid, directory)

/** The lock of a server that is answering in this directory right now. */
export const answeringIn = (directory: string): Lock | undefined => {
  const lock = lockOf(directory)
  const server = lock?.ready ? processOf(lock.pid) : undefined
  return server !== undefined && concerns(server, directory) ? lock : undefined
}

/** Backends may outlive a killed postmaster for a moment; a second server beside them would destroy the data. */
const nobodyWorksIn = (directory: string) =>
  process.platform !== "linux" || !readdirSync("/proc").some((pid) => /^\d+$/.test(pid) && worksIn(pid, directory))

const holdsWithin = (condition: () => boolean, limit: Duration.Input) =>
  Effect.sync(condition).pipe(
    Effect.repeat({ until: (holds) => holds, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOption(limit),
    Effect.map((holds) => holds._tag === "Some")
  )

const inUse = (pid: number) => new PostgresUnavailable({ message: `DATA_DIR is in use by pid ${pid}` })

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Leaves no server behind in a data directory and none of the files that would stop the next one: an orphan is
 * asked to stop and waited for, a stale lock is removed. Fails when a living process uses the directory. In a copy of a
 * running folder the lock names the original's socket, which stays.
 */
export const settle = Effect.fnUntraced(function* (directory: string) {
  const lock = lockOf(directory)
  if (lock === undefined) return
  const server = processOf(lock.pid)
  if (server !== undefined && concerns(server, directory)) {
    const keeper = processOf(server.parent)
    if (keeper !== undefined && keeper.pid !== 1 && !concerns(keeper, directory)) return yield* inUse(keeper.pid)
    const isOrphan = () => keeper === undefined || keeper.pid === 1 || processOf(keeper.pid) === undefined
    let isAsked = false
    /** An orphan, whose keeper may have died at this very moment, is asked to stop. */
    const isEnded = () => {
      if (!isAsked && isOrphan()) {
        isAsked = true
        signal(server.pid, "SIGINT")
      }
      return processOf(server.pid) === undefined
    }
    // A keeper whose own process has died, or is dying, is stopping its server at this moment: it gets the time to do so.
    const isFree = yield* holdsWithin(() => isEnded() || keeper === undefined || isAbandoned(keeper.pid), "2 seconds")
    const hasEnded = isFree && (yield* holdsWithin(isEnded, "60 seconds"))
    if (!hasEnded) return yield* inUse(isOrphan() ? server.pid : (keeper?.parent ?? server.pid))
  }
  if (!(yield* holdsWithin(() => nobodyWorksIn(directory), "10 seconds"))) return yield* inUse(lock.pid)
  yield* Effect.sync(() => {
    rmSync(join(directory, "postmaster.pid"), { force: true })
    if (lock.socketDirectory !== "" && lock.directory === directory) {
      rmSync(join(lock.socketDirectory, ".s.PGSQL.5432"), { force: true })
      rmSync(join(lock.socketDirectory, ".s.PGSQL.5432.lock"), { force: true })
    }
  })
})
