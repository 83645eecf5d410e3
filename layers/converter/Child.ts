/**
 * One converter child as its parent sees it. Free of effect, so that a program can start a child before it loads
 * anything else.
 */
import * as ChildProcess from "node:child_process"
import * as fs from "node:fs"
import { getPriority, setPriority } from "node:os"
import { join, parse } from "node:path"
import { root, scriptOf } from "./Linked.ts"
import type { Answer, Reply, Request } from "./Wire.ts"

/** Why a child ended: its parent's limits, its own heap limit (`memory` too), or anything else. */
export type Death = "time" | "memory" | "crash"

export interface Listener {
  readonly reply: (reply: Reply) => void
  readonly died: (death: Death) => void
}

export interface Child {
  readonly folder: string
  /** False when it died before it was ready. */
  readonly ready: Promise<boolean>
  /** Resolves when the process is gone and everything it said has been heard. */
  readonly gone: Promise<void>
  /** Neither gone nor going. */
  readonly isAlive: () => boolean
  /** Between a request and its answer. */
  readonly isWorking: () => boolean
  /** Requests answered so far. */
  readonly answered: () => number
  /** Resident memory in bytes; 0 where /proc does not tell. */
  readonly memory: () => number
  /** Time it has spent on a core, in ms; 0 where /proc does not tell. */
  readonly spent: () => number
  /** The end of what it printed, for the log. */
  readonly printed: () => string
  /** Sends the parts of one request in order, never more than the channel takes at once. */
  readonly ask: (parts: Iterable<Request>, listener: Listener) => void
  /** SIGKILL, now. The first reason stands. */
  readonly kill: (death?: Death) => void
}

export interface ForkOptions {
  /** The program, which says `Ready`. */
  readonly entry: string
  /** The parent's spool folder. The child's own is made within it. */
  readonly spool: string
  /** For linked programs and what was compiled. A child may write there until it has loaded, which is before any document. */
  readonly code?: string | undefined
  /** In MB. Bounds what JavaScript objects take; buffers are bounded by the parent's watch. */
  readonly heap: number
  /** It may load native addons, which nothing confines. */
  readonly native?: boolean | undefined
  /** It deals with pictures, and collects garbage after each. */
  readonly pictures?: boolean | undefined
  /** V8 compiles and collects garbage on its only thread: a tenth less work, where other children have the other cores. */
  readonly singleThreaded?: boolean | undefined
  /** It will not live for long: V8's slowest compiler, which pays off after some hundred pages, is left out, and garbage left for longer. */
  readonly shortLived?: boolean | undefined
  /** Somebody waits for it already: it takes no trial run before it says `Ready`. */
  readonly skipWarmup?: boolean | undefined
  /** How much further than this process it gives way to others, 0 to 19. */
  readonly nice?: number | undefined
  readonly print?: ((text: string) => void) | undefined
}

/** The converter's own program: no data folder lies within. */
const program = [`${root}layers/`, `${root}src/convert/`, `${root}package.json`, `${root}node_modules/`]

/** Runs a program as the script that it was linked into. */
const linked = `${root}layers/main/child.ts`

export const entry = `${root}layers/main/converter.ts`
export const drawer = `${root}layers/main/drawer.ts`
export const recogniser = `${root}layers/main/recogniser.ts`

/**
 * All a child may do: read the program and its folder. No network, writing, processes, threads or addons. The right to
 * write to `code` is given up by the child itself; Node takes what it compiled from no folder that is read-only.
 */
export const flags = (
  options: Pick<ForkOptions, "entry" | "heap" | "code" | "native" | "pictures" | "singleThreaded" | "shortLived">,
  folder: string
): Array<string> => {
  const code = options.code === undefined ? [] : [`${options.code}/`]
  const modules = `${fs.realpathSync(`${root}node_modules`)}/`
  const readable = new Set([...program, modules, options.entry, `${folder}/`, ...code])
  return [
    "--permission",
    ...(options.native === true ? ["--allow-addons"] : []),
    ...(options.pictures === true ? ["--expose-gc"] : []),
    ...(options.singleThreaded === true ? ["--single-threaded"] : []),
    ...(options.shortLived === true ? ["--no-turbofan", "--min-semi-space-size=16"] : []),
    ...code.map((path) => `--allow-fs-write=${path}`),
    ...Array.from(readable, (path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${options.heap}`,
    "--disallow-code-generation-from-strings"
  ]
}

const answers: ReadonlySet<Reply["_tag"]> = new Set<Answer["_tag"]>([
  "Done",
  "Assembled",
  "Drawn",
  "Recognised",
  "Failed"
])

/** The unit of times in /proc/PID/stat: a hundredth of a second wherever Node runs. */
const msPerTick = 10

/** How much of a child's output is kept, in characters. */
const remembered = 2000

const giveWay = (pid: number | undefined, nice: number | undefined) => {
  try {
    if (pid !== undefined && nice !== undefined) setPriority(pid, Math.min(19, getPriority() + nice))
  } catch {
    // It is gone already.
  }
}

export const fork = (options: ForkOptions): Child => {
  fs.mkdirSync(options.spool, { recursive: true, mode: 0o700 })
  const folder = fs.mkdtempSync(join(options.spool, "child-"))
  if (options.code !== undefined) fs.mkdirSync(options.code, { recursive: true, mode: 0o700 })
  const isLinked = options.entry === entry && options.code !== undefined
  const script = isLinked ? scriptOf("converter", options.code) : null
  const args = [...(script === null ? [] : [script]), ...(options.skipWarmup === true ? ["skip-warmup"] : [])]
  const child = ChildProcess.fork(script === null ? options.entry : linked, args, {
    execPath: process.execPath,
    execArgv: flags(options, folder),
    serialization: "advanced",
    env: options.code === undefined ? {} : { NODE_COMPILE_CACHE: options.code },
    cwd: parse(root).root,
    stdio: ["ignore", "pipe", "pipe", "ipc"]
  })
  giveWay(child.pid, options.nice)
  const ready = Promise.withResolvers<boolean>()
  const gone = Promise.withResolvers<void>()
  let isGone = false
  let isKilled = false
  let reason: Death | undefined
  let listener: Listener | undefined
  let answered = 0
  let printed = ""

  const hear = (chunk: Buffer) => {
    const text = chunk.toString("utf8", 0, remembered)
    printed = (printed + text).slice(-remembered)
    options.print?.(text)
  }
  child.stdout?.on("data", hear)
  child.stderr?.on("data", hear)

  child.on("message", (message) => {
    const reply = message as Reply
    if (reply._tag === "Ready") return ready.resolve(true)
    const hearing = listener
    if (answers.has(reply._tag)) {
      listener = undefined
      answered++
    }
    hearing?.reply(reply)
  })

  const died = (signal: NodeJS.Signals | null) => {
    if (isGone) return
    isGone = true
    reason ??= signal === "SIGABRT" ? "memory" : "crash"
    ready.resolve(false)
    gone.resolve()
    listener?.died(reason)
    listener = undefined
  }
  // The channel closes after the last message; whichever of the two comes last means that nothing is missing.
  child.once("exit", (_, signal) => (child.connected ? child.once("disconnect", () => died(signal)) : died(signal)))
  child.on("error", () => {
    if (child.pid === undefined) died(null)
  })

  const send = async (parts: Iterable<Request>) => {
    for (const part of parts) await new Promise((sent) => child.send(part, sent))
  }

  return {
    folder,
    ready: ready.promise,
    gone: gone.promise,
    isAlive: () => !isGone && !isKilled,
    isWorking: () => listener !== undefined,
    answered: () => answered,
    printed: () => printed,
    memory: () => {
      try {
        // In kB whatever the page size, unlike statm.
        return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "latin1"))?.[1] ?? 0) * 1024
      } catch {
        return 0
      }
    },
    spent: () => {
      try {
        const stat = fs.readFileSync(`/proc/${child.pid}/stat`, "latin1")
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
        return (Number(fields[11]) + Number(fields[12])) * msPerTick
      } catch {
        return 0
      }
    },
    ask: (parts, hearing) => {
      if (isGone) return hearing.died(reason ?? "crash")
      listener = hearing
      void send(parts)
    },
    kill: (death) => {
      reason ??= death
      isKilled = true
      child.kill("SIGKILL")
    }
  }
}
