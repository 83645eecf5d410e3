/** What the tests of converter children look at from outside. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Schedule } from "effect"
import { misbehaving as linked } from "./Linked.ts"
import { patience } from "./Patience.ts"

/** The program of a child that does as its input says. */
export const misbehaving = linked()

/** A folder that is there for one test. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = fs.mkdtempSync(join(tmpdir(), "converter-test-"))
    // children with users of their own pass through
    fs.chmodSync(path, 0o711)
    return path
  }),
  (path) => Effect.sync(() => fs.rmSync(path, { recursive: true }))
)

/** Empty for a process that has ended. */
export const argumentsOf = (pid: number) => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
  } catch {
    return []
  }
}

/** The processes that may read below this folder. */
export const children = (path: string) =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => argumentsOf(pid).some((flag) => flag.startsWith(`--allow-fs-read=${path}/`)))

/** Waits for a fact: not so often that the looking slows down what it waits for. */
export const until = (fact: () => boolean) =>
  Effect.sleep("10 millis").pipe(
    Effect.repeat({ until: () => Effect.sync(fact) }),
    Effect.timeout(patience),
    Effect.orDie
  )

/** Waits for what a look may not find at once, and answers with what it found: a second look may find nothing again. */
export const found = <A>(look: () => A | undefined) =>
  Effect.sync(look).pipe(
    Effect.repeat({ until: (it) => it !== undefined, schedule: Schedule.spaced("10 millis") }),
    Effect.timeout(patience),
    Effect.map((it) => it!),
    Effect.orDie
  )

/** A program with two children, of which one is stuck in the document it is given. Says so, and waits to be killed. */
export const doomed = fileURLToPath(new URL("doomedParent.ts", import.meta.url))

/** The one child that has been given a file. */
export const working = (path: string) =>
  children(path).find((pid) => {
    const own = argumentsOf(pid).find((flag) => flag.startsWith(`--allow-fs-read=${path}/`))
    return own !== undefined && fs.existsSync(`${own.slice("--allow-fs-read=".length)}input.pdf`)
  })
