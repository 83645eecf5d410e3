/** `npm run convert`: local PDFs to Markdown with the service's own engine and children. */
import * as fs from "node:fs"
import { enableCompileCache } from "node:module"
import { availableParallelism, tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { help, type Plan, parse } from "../converter/Arguments.ts"
import * as Child from "../converter/Child.ts"
import { limits } from "../converter/Limits.ts"
import * as Spool from "../converter/Spool.ts"

/** What a shell says of a program that a signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** This person's own folder for spools, among everybody's. */
const spools = () => {
  const { uid } = userInfo()
  const folder = join(tmpdir(), `pdf-to-markdown-${uid}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = fs.lstatSync(folder)
  if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) throw new Error(`${folder} belongs to somebody else`)
  return folder
}

/** A file of more bytes than this may have so many pages that several children read it. */
const long = 1024 ** 2

const tell = (line: string) => {
  process.stderr.write(`${process.stderr.isTTY ? "\r\x1b[K" : ""}${line}\n`)
}

const print = (text: string) => new Promise<void>((done) => process.stdout.write(text, () => done()))

const run = async (plan: Plan) => {
  const stop = new AbortController()
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.once(signal, () => {
      process.exitCode = code
      stop.abort()
    })
  }
  // The child starts while effect loads: each takes about as long as the other.
  const spool = Spool.open(spools())
  const code = join(spools(), "code")
  const singleThreaded = plan.files.length > 1
  const child = Child.fork({ entry: Child.entry, spool, code, singleThreaded, heap: limits.heap })
  enableCompileCache(code)
  try {
    const [Effect, Exit, { layerWith }, { convert }] = await Promise.all([
      import("effect/Effect"),
      import("effect/Exit"),
      import("../converter/Processes.ts"),
      import("../converter/Files.ts")
    ])
    const isLong = plan.files.some((file) => (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > long)
    const converters = isLong ? availableParallelism() : Math.min(availableParallelism(), plan.files.length)
    const show = process.stderr.isTTY ? (line: string) => void process.stderr.write(`\r\x1b[K${line}`) : null
    const exit = await convert(plan, converters, { print, tell, show }).pipe(
      Effect.provide(
        layerWith({ converters, recognisers: availableParallelism(), spares: 0, spool, code, first: { child, spool } })
      ),
      (program) => Effect.runPromiseExit(program, { signal: stop.signal })
    )
    if (Exit.isSuccess(exit)) process.exitCode ??= exit.value > 0 ? 1 : 0
    else if (!stop.signal.aborted) throw exit.cause
  } finally {
    child.kill()
    fs.rmSync(spool, { recursive: true, force: true })
  }
}

// A reader such as `head` may leave before the end.
process.stdout.on("error", () => process.exit(1))

const asked = parse(process.argv.slice(2))
if (asked._tag === "Help") process.stdout.write(help)
else if (asked._tag === "Wrong") {
  tell(`${asked.message}\n\n${help}`)
  process.exitCode = 2
} else await run(asked.plan)
