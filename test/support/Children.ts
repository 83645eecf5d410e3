/** What the tests of converter children look at from outside. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

/** The program of a child that does as its input says. */
export const misbehaving = fileURLToPath(new URL("misbehavingChild.ts", import.meta.url))

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

/** The processes that may read below this folder. */
export const children = (path: string) =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`--allow-fs-read=${path}/`)
      } catch {
        return false
      }
    })
    .map(Number)

/** Waits for a fact. */
export const until = (fact: () => boolean) =>
  Effect.sleep("2 millis").pipe(
    Effect.repeat({ until: () => Effect.sync(fact) }),
    Effect.timeout("25 seconds"),
    Effect.orDie
  )

/** A program with two children, of which one is stuck in the document it is given. Says so, and waits to be killed. */
export const doomed = fileURLToPath(new URL("doomedParent.ts", import.meta.url))

/** The one child that has been given a file. */
export const working = (path: string) =>
  children(path).find((pid) => {
    const flags = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
    const own = flags.find((flag) => flag.startsWith(`--allow-fs-read=${path}/`))?.slice("--allow-fs-read=".length)
    return own !== undefined && fs.existsSync(`${own}input.pdf`)
  })
