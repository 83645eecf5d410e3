/** Local PDFs to Markdown with the service's own engine and children. */
import * as fs from "node:fs"
import { availableParallelism } from "node:os"
import manifest from "../../package.json" with { type: "json" }
import { atOnce, help, type Plan, parse } from "../command/Arguments.ts"
import { documents, isSingle } from "../command/Inputs.ts"
import { isSameFile, statOf } from "../command/Paths.ts"
import * as Child from "../converter/Child.ts"
import { limits } from "../converter/Limits.ts"
import * as Spool from "../converter/Spool.ts"

/** What a shell says of a program that a signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** A file of so many bytes, or more files than this, may have so many pages that it pays to compile them for speed. */
const long = 1024 ** 2
const few = 100

/** While one document is written and the next looked up, a child reads another. */
const documentsPerChild = 2

/** A name may hold what moves a terminal's cursor, or makes two lines of one. */
const visible = (line: string) =>
  line.replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`)

const tell = (line: string) => {
  process.stderr.write(`${process.stderr.isTTY ? "\r\x1b[K" : ""}${visible(line)}\n`)
}

const print = (text: string | Uint8Array) => new Promise<void>((done) => process.stdout.write(text, () => done()))

/** Bad usage: what is wrong, and where the rest stands. */
const wrong = (message: string): false => {
  tell(`${message}${/[?…]$/.test(message) ? "" : "."} pdf-to-markdown --help says more`)
  process.exitCode = 2
  return false
}

const run = async (plan: Plan, folder: string, code: string) => {
  const stop = new AbortController()
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.once(signal, () => {
      process.exitCode = code
      stop.abort()
    })
  }
  const found = documents(plan.inputs)
  if (found.length > 1 && plan.out === null) return wrong("Several documents need --out DIR")
  if (!isSingle(found) && plan.out !== null && statOf(plan.out)?.isFile() === true) {
    return wrong(`Several documents need a folder, and ${plan.out} is a file`)
  }
  if (isSingle(found) && plan.out !== null && isSameFile(plan.out, found[0]!.name)) {
    return wrong(`${plan.out} is the document itself: name another file`)
  }
  const isBrief = found.length <= few && found.every(({ name }) => (statOf(name)?.size ?? 0) < long)
  // The child starts while effect loads: each takes about as long as the other.
  const spool = Spool.open(folder)
  const manner = { singleThreaded: found.length > 1, shortLived: isBrief, skipWarmup: true }
  const child = Child.fork({ entry: Child.entry, spool, code, ...manner, heap: limits.heap })
  try {
    const [Effect, Exit, { layerWith }, { convert }] = await Promise.all([
      import("effect/Effect"),
      import("effect/Exit"),
      import("../converter/Processes.ts"),
      import("../command/Conversions.ts")
    ])
    const converters = plan.jobs ?? atOnce(availableParallelism(), process.availableMemory())
    const show =
      process.stderr.isTTY && !plan.quiet ? (line: string) => void process.stderr.write(`\r\x1b[K${line}`) : null
    const exit = await convert(found, plan, documentsPerChild * converters, spool, { print, tell, show }).pipe(
      Effect.provide(
        layerWith({
          converters,
          recognisers: converters,
          spares: 0,
          spool,
          code,
          first: { child, spool },
          manner
        })
      ),
      (program) => Effect.runPromiseExit(program, { signal: stop.signal })
    )
    if (Exit.isSuccess(exit)) process.exitCode ??= exit.value
    else if (!stop.signal.aborted) throw exit.cause
    return Exit.isSuccess(exit)
  } finally {
    child.kill()
    fs.rmSync(spool, { recursive: true, force: true })
  }
}

/**
 * Does what the arguments say, and yields whether that was to convert. `folder` is for spools, and `code` for what was
 * compiled; both are this person's alone.
 */
export const main = async (args: ReadonlyArray<string>, folder: string, code: string): Promise<boolean> => {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may leave before the end.
    if (error.code !== "EPIPE") tell(`not_written: standard output: ${error.message}`)
    process.exit(1)
  })
  const asked = parse(args, process.env["PDF_PASSWORD"])
  if (asked._tag === "Help") process.stdout.write(help)
  else if (asked._tag === "Version") process.stdout.write(`${manifest.version}\n`)
  else if (asked._tag === "Wrong") return wrong(asked.message)
  else return await run(asked.plan, folder, code)
  return false
}
