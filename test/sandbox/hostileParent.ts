/** `hostileParent.ts FOLDER [frozen]`: has a hostile child, or one that wakes from a snapshot, try its ways out, and prints what they came to. */
import * as fs from "node:fs"
import { createServer } from "node:net"
import { getPriority } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import * as Child from "../../layers/converter/Child.ts"
import { freeze } from "../../layers/converter/Linked.ts"
import * as Spool from "../../layers/converter/Spool.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import type { Outside } from "./hostileChild.ts"

const [folder, frozen] = process.argv.slice(2)

/** The program as `layers/main/link.ts` would have it written down. */
const frozenOf = async (entry: string) => {
  const places = {
    name: "places",
    transform: (code: string) =>
      code
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(entry).href))
        .replaceAll("import.meta.dirname", JSON.stringify(import.meta.dirname))
  }
  const bundle = await rolldown({ input: entry, platform: "node", plugins: [places], logLevel: "silent" })
  const { output } = await bundle.generate({ format: "cjs", codeSplitting: false })
  const script = join(folder!, "hostile.js")
  fs.writeFileSync(script, `(function (exports, require, module) {${output[0].code}\n})`)
  freeze(script, join(folder!, "hostile.snapshot"))
  return join(folder!, "hostile.snapshot")
}

const outside = join(folder!, "outside")
fs.mkdirSync(outside)
const secret = join(outside, "secret")
fs.writeFileSync(secret, "a secret", { mode: 0o600 })
createServer().listen(join(outside, "socket"))
let connections = 0
const server = createServer(() => connections++).listen(0, "127.0.0.1", async () => {
  const { port } = server.address() as { port: number }
  const input = join(folder!, "input")
  fs.writeFileSync(input, JSON.stringify({ secret, folder: outside, parent: process.pid, port } satisfies Outside))
  const spool = Spool.open(join(folder!, "spool"))
  const entry = fileURLToPath(new URL("hostileChild.ts", import.meta.url))
  const snapshot = frozen === undefined ? undefined : await frozenOf(entry)
  const child = Child.fork({ entry, spool, code: join(folder!, "code"), heap: 256, snapshot })
  if (!(await child.ready)) throw new Error(child.printed())
  const status = fs.readFileSync(`/proc/${child.pid}/status`, "utf8")
  const path = await Spool.place(child, input)
  const pages = { maxPages: 1, after: 0, most: 1, outline: false }
  const request = { _tag: "Convert", path, options: defaults, ...pages, password: null, reads: [] } as const
  const found = await new Promise<Uint8Array>((resolve, reject) =>
    child.ask([request], {
      reply: ({ packed }) => packed instanceof Uint8Array && resolve(packed),
      died: (death) => reject(new Error(`${death}: ${child.printed()}`))
    })
  )
  child.kill()
  await child.gone
  const after = {
    files: fs.readdirSync(outside).sort(),
    secret: fs.readFileSync(secret, "utf8"),
    priority: getPriority(),
    connections
  }
  console.log(JSON.stringify({ ...JSON.parse(Buffer.from(found).toString()), status, user: child.user, after }))
  process.exit()
})
