/**
 * One converter child as its parent sees it. Free of effect, so that a program can start a child before it loads
 * anything else.
 */
import * as ChildProcess from "node:child_process"
import { getPriority, setPriority } from "node:os"
import { parse } from "node:path"
import type { Readable } from "node:stream"
import { makeFolder } from "../storage/Folder.ts"
import { encoded, type Heard, reader } from "./Channel.ts"
import { confinement, permissions } from "./Confinement.ts"
import { mainFile, root, snapshotOf, startOf } from "./Linked.ts"
import * as Spool from "./Spool.ts"
import { isThere, memoryOf, spentBy, waitedBy } from "./Usage.ts"
import { isAnswer, type Request, replies } from "./Wire.ts"

/** Parts of a request go out together up to about this size, in bytes: what a pipe takes at once. */
const gatheredSize = 64 * 1024

/** Why a child ended: its parent's limits, its own heap limit (`memory` too), or anything else. */
export type Death = "time" | "memory" | "crash"

export interface Listener {
  /** What the child said, whoever has got hold of it. */
  readonly reply: (heard: Heard) => void
  readonly died: (death: Death) => void
}

export interface Child extends Spool.Place {
  readonly pid: number | undefined
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
  /** Time for which it was ready to work and others had the cores, in ms; 0 where /proc does not tell. */
  readonly waited: () => number
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
  /**
   * For linked programs and what was compiled. A child may write there until it has loaded, which is before any document;
   * one with a user of its own only reads there.
   */
  readonly code?: string | undefined
  /** In MB. Bounds what JavaScript objects take; buffers are bounded by the parent's watch. */
  readonly heap: number
  /** It may load native addons, which nothing confines. */
  readonly native?: boolean | undefined
  /** It deals with pictures, and collects garbage after each. */
  readonly pictures?: boolean | undefined
  /** V8 compiles and collects garbage on its only thread: a tenth less work, where other children have the other cores. */
  readonly singleThreaded?: boolean | undefined
  /** It will not live for long: fewer functions are compiled for speed, and garbage is left for longer. */
  readonly shortLived?: boolean | undefined
  /** Somebody waits for it already: it takes no trial run before it says `Ready`. */
  readonly skipWarmup?: boolean | undefined
  /** How much further than this process it gives way to others, 0 to 19. */
  readonly nice?: number | undefined
  readonly print?: ((text: string) => void) | undefined
  /** What it wakes from instead of loading its program; for converters it is found in `code`. */
  readonly snapshot?: string | undefined
}

export const entry = mainFile("converter")
export const drawer = mainFile("drawer")
export const recogniser = mainFile("recogniser")

/**
 * Most documents meet a converter that has read few before them: patterns, which V8 would first interpret, are compiled at
 * once, and functions by the quicker of its two compilers for speed alone. What the other makes of them has seldom paid
 * when it is thrown away, for objects of another shape or with the next collection of all garbage.
 */
const compiling = ["--no-regexp-tier-up", "--no-turbofan"]
/**
 * No collection of all garbage, which would find little, comes before a child holds so many MB. What is new takes half the
 * room that it would: to collect it more often costs next to nothing, and saves a seventh of a child's memory. What is old
 * may grow by more than the half that V8 would let it: each collection of all garbage throws away what was compiled for
 * speed, too.
 */
const converting = [
  ...compiling,
  ...["--initial-old-space-size=64", "--heap-growing-percent=160", "--max-semi-space-size=16", "--expose-gc"]
]
/** For a few documents a function is compiled for speed only when it is called very often. */
const brief = [
  ...compiling,
  ...["--initial-old-space-size=128", "--min-semi-space-size=16", "--invocation-count-for-maglev=2000"]
]

const flags = (options: ForkOptions, folder: string, keeps: boolean): ReadonlyArray<string> => [
  ...permissions(options, folder, keeps),
  ...(options.pictures === true ? ["--expose-gc"] : options.shortLived === true ? brief : converting),
  ...(options.singleThreaded === true ? ["--single-threaded"] : []),
  `--max-old-space-size=${options.heap}`
]

/** How much of a child's output is kept, in characters. */
const remembered = 2000

const giveWay = (pid: number | undefined, nice: number | undefined) => {
  try {
    if (pid !== undefined && nice !== undefined) setPriority(pid, Math.min(19, getPriority() + nice))
  } catch {
    // It is gone already.
  }
}

/** What children confines beyond Node's permission model. */
export const confinementOf = ({ spool, code }: Pick<ForkOptions, "spool" | "code">) =>
  confinement([process.execPath, `${root}layers`, spool, ...(code === undefined ? [] : [code])])

/**
 * Has the C library take memory for what is large in pages of megabytes, where the system has them: a child reads what it
 * wakes from into tens of megabytes at once, and most of its start was the making of their small pages. Other libraries
 * pass it over.
 */
const largePages = "glibc.malloc.hugetlb=1"

/** From which a child has failed to wake: those that follow load their program. */
const unfit = new Set<string>()

/** What a child wakes from; null where it loads its program. */
const snapshotFor = ({ entry: program, code, snapshot }: ForkOptions): string | null => {
  const found = snapshot ?? (program === entry && code !== undefined ? snapshotOf(code) : null)
  return found === null || unfit.has(found) ? null : found
}

export const fork = (options: ForkOptions): Child => {
  makeFolder(options.spool, 0o711)
  if (options.code !== undefined) makeFolder(options.code, 0o755)
  const confined = confinementOf(options)
  const user = confined.user()
  const folder = Spool.make(options.spool, user)
  const snapshot = snapshotFor(options)
  const keeps = options.code !== undefined && user === null && snapshot === null
  const args = [
    ...flags(options, folder, keeps),
    ...(snapshot === null ? [] : ["--snapshot-blob", snapshot]),
    startOf(options.entry, options.code),
    ...(options.skipWarmup === true ? ["skip-warmup"] : [])
  ]
  const command = confined.command({ file: process.execPath, args }, user)
  const child = ChildProcess.spawn(command.file, command.args, {
    env: {
      GLIBC_TUNABLES: largePages,
      ...(keeps ? { NODE_COMPILE_CACHE: options.code } : {}),
      // The canvas asks where its user is at home, whom the system may not know. Fonts are loaded when one is needed.
      ...(options.native === true ? { HOME: "/", DISABLE_SYSTEM_FONTS_LOAD: "1" } : {})
    },
    cwd: parse(root).root,
    // A session of its own: a signal to its parent's group is for the parent.
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe"]
  })
  giveWay(child.pid, options.nice)
  const ready = Promise.withResolvers<boolean>()
  const gone = Promise.withResolvers<void>()
  let isReady = false
  let isGone = false
  let isKilled = false
  let reason: Death | undefined
  let listener: Listener | undefined
  let answered = 0
  let printed = ""

  const print = (chunk: Buffer) => {
    const text = chunk.toString("utf8", 0, remembered)
    printed = (printed + text).slice(-remembered)
    options.print?.(text)
  }
  child.stdout?.on("data", print)
  child.stderr?.on("data", print)

  const kill = (death?: Death) => {
    reason ??= death
    isKilled = true
    child.kill("SIGKILL")
  }

  const hear = (heard: Heard) => {
    if (heard["_tag"] === "Ready") {
      isReady = true
      return ready.resolve(true)
    }
    const hearing = listener
    if (isAnswer(heard["_tag"])) {
      listener = undefined
      answered++
    }
    hearing?.reply(heard)
  }

  const read = reader("child", hear)
  let isIntelligible = true
  const channel = child.stdio[replies] as Readable | null
  channel?.on("data", (piece: Buffer) => {
    if (!isIntelligible) return
    try {
      read(piece)
    } catch (error) {
      // Nothing that a child says may end its parent.
      isIntelligible = false
      print(Buffer.from(String(error)))
      kill("crash")
    }
  })
  for (const stream of child.stdio) stream?.on("error", () => {})

  const died = (signal: NodeJS.Signals | null) => {
    if (isGone) return
    isGone = true
    if (snapshot !== null && !isReady && signal !== "SIGKILL") unfit.add(snapshot)
    reason ??= signal === "SIGABRT" ? "memory" : "crash"
    ready.resolve(false)
    gone.resolve()
    listener?.died(reason)
    listener = undefined
  }
  // Said when it has ended and all it said was heard.
  child.once("close", (_, signal) => died(signal))
  child.on("error", () => {
    if (child.pid === undefined) died(null)
  })

  const write = (bytes: Buffer) => new Promise((sent) => child.stdin?.write(bytes, sent))

  const send = async (parts: Iterable<Request>) => {
    let gathered: Array<Buffer> = []
    let size = 0
    for (const part of parts) {
      const bytes = encoded(part)
      gathered.push(bytes)
      size += bytes.length
      if (size < gatheredSize) continue
      await write(Buffer.concat(gathered))
      gathered = []
      size = 0
    }
    if (size > 0) await write(Buffer.concat(gathered))
  }

  return {
    pid: child.pid,
    folder,
    user,
    ready: ready.promise,
    gone: gone.promise,
    isAlive: () => !isGone && !isKilled && isThere(child.pid),
    isWorking: () => listener !== undefined,
    answered: () => answered,
    printed: () => printed,
    memory: () => memoryOf(child.pid),
    spent: () => spentBy(child.pid),
    waited: () => waitedBy(child.pid),
    ask: (parts, hearing) => {
      if (isGone) return hearing.died(reason ?? "crash")
      listener = hearing
      send(parts).catch((error) => {
        print(Buffer.from(String(error)))
        kill("crash")
      })
    },
    kill
  }
}
