/** What every child's program does, whatever it is asked. */
import { writeSync } from "node:fs"
import { flushCompileCache } from "node:module"
import { startupSnapshot } from "node:v8"
import { encoded, reader } from "./Channel.ts"
import { type Reply, type Request, replies } from "./Wire.ts"

/** What Node's permission model leaves open, by the module it is in: signals to other processes, their priority, V8's flags. */
const open: Readonly<Record<string, ReadonlyArray<string>>> = {
  process: ["kill", "_kill", "_debugProcess", "_debugEnd", "execve"],
  os: ["setPriority"],
  v8: ["setFlagsFromString", "setHeapSnapshotNearHeapLimit"]
}

/** Called before anything of use is loaded. */
export const confine = (): void => {
  for (const [module, names] of Object.entries(open)) {
    const found: object = process.getBuiltinModule(module) ?? process
    for (const name of names) Reflect.deleteProperty(found, name)
  }
  process.getBuiltinModule("node:module").syncBuiltinESMExports()

  // Its parent ends it, or is gone; a signal to the whole group is for the parent.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
  process.on("unhandledRejection", (reason) => console.error(reason))
}

/** Returns when the channel has taken them, so that a page that never ends holds back nothing. */
export const say = (...said: ReadonlyArray<Reply>): void => {
  let rest: Uint8Array = said.length === 1 ? encoded(said[0]!) : Buffer.concat(said.map(encoded))
  while (rest.length > 0) rest = rest.subarray(writeSync(replies, rest))
}

/** A child that has had nothing to do for this long is at rest, in ms. */
const patience = 30_000

/** Has `rest` run once after work that none follows for a while; yields what to call where work begins or ends. */
export const atRest = (rest: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(rest, patience)
  }
}

/**
 * Gives back what V8 keeps for more of the same work: a third of a converter's memory. A document after a rest takes up to
 * twice the processor time of one that follows another. Nothing happens in a child that was forked to live for a few.
 */
const giveBack = (): void => void globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })

/** Says that all is loaded, and hears requests one after the other. */
export const serve = (hear: (request: Request) => Promise<void>): void => {
  // It was for the C library, which has read it.
  delete process.env["GLIBC_TUNABLES"]
  let turn: Promise<void> = Promise.resolve()
  const worked = atRest(giveBack)
  const read = reader("parent", (message) => {
    worked()
    turn = turn.then(() => hear(message as unknown as Request)).then(worked)
  })
  process.stdin.on("data", read).on("close", () => process.exit())
  say({ _tag: "Ready" })
}

/**
 * Gives back the memory of pictures that are no longer needed: V8 itself lets tens of megabytes of buffers lie, and a
 * canvas waits for it. Nothing happens in a child that was not forked for pictures.
 */
export const collect = (): void => void globalThis.gc?.()

/**
 * Keeps what was compiled so far and gives up the right to do so; called when all is loaded and before the first
 * document. Does nothing in a child that was given no folder for it.
 */
export const keep = (env: NodeJS.ProcessEnv): void => {
  const folder = env["NODE_COMPILE_CACHE"]
  if (folder === undefined) return
  flushCompileCache()
  delete env["NODE_COMPILE_CACHE"]
  process.permission.drop("fs.write", `${folder}/`)
}

const lend = (owner: object, name: string, value: unknown): (() => void) => {
  if (name in owner) return () => {}
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  return () => void Reflect.deleteProperty(owner, name)
}

/** V8 adds the newest parts of the language when a process wakes: until then the trial makes do with these. */
const lendAll = (): ReadonlyArray<() => void> => [
  lend(
    Promise,
    "try",
    (run: (...given: Array<unknown>) => unknown, ...given: Array<unknown>) =>
      new Promise((resolve) => resolve(run(...given)))
  ),
  lend(
    Map.prototype,
    "getOrInsertComputed",
    function (this: Map<unknown, unknown>, key: unknown, make: (key: unknown) => unknown) {
      if (!this.has(key)) this.set(key, make(key))
      return this.get(key)
    }
  ),
  lend(Map.prototype, "getOrInsert", function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
    if (!this.has(key)) this.set(key, value)
    return this.get(key)
  }),
  lend(Uint8Array.prototype, "toHex", function (this: Uint8Array) {
    return Buffer.from(this).toString("hex")
  })
]

/**
 * Makes the state in which converter children begin: a process that has loaded and tried what it will do, written to a file
 * by `node --build-snapshot`. A child wakes in a third of the time in which it would load, and begins with `begin`.
 */
export const freeze = async (trial: () => Promise<void>, begin: () => void): Promise<void> => {
  const takeBack = lendAll()
  await trial()
  for (const back of takeBack) back()
  startupSnapshot.setDeserializeMainFunction(begin)
}
