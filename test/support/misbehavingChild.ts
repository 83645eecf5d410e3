/**
 * A converter child that does as its input says: `{ "opening": deed, "pages": [deed, …] }`. Speaks the real wire and
 * runs under the real flags.
 */
import { readFileSync, writeFileSync, writeSync } from "node:fs"
import { readFile } from "node:fs/promises"
import type { NetConnectOpts } from "node:net"
import { encoded } from "../../layers/converter/Channel.ts"
import { keep, say, serve } from "../../layers/converter/Confined.ts"
import { firstShare } from "../../layers/converter/Limits.ts"
import { type Request, replies } from "../../layers/converter/Wire.ts"
import { bytesOf, failedPage } from "../../src/convert/model/Document.ts"

export type Deed =
  | "read"
  | "read slowly"
  | "linger"
  | "null"
  | "garbage"
  | "half a page"
  | "another page"
  | "too much"
  | "the whole"
  | "loop"
  | "never"
  | "heap"
  | "buffers"
  | "exit"
  | "escape"
  | "endless block"

const compiled = process.env["NODE_COMPILE_CACHE"]

/** What a page had to say, as the lines of its only block. */
type Outcome = ReadonlyArray<string>

export interface Input {
  readonly opening?: Deed
  readonly pages: ReadonlyArray<Deed>
}

const code = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

const attempt = async (deed: () => unknown): Promise<string> => {
  try {
    await deed()
    return "allowed"
  } catch (error) {
    return code(error)
  }
}

/** All that it may not use is loaded here: the other children start in three quarters of the time. */
const escapes = async () => {
  const [{ spawn }, dgram, { lookup }, net, { Worker }] = await Promise.all([
    import("node:child_process"),
    import("node:dgram"),
    import("node:dns/promises"),
    import("node:net"),
    import("node:worker_threads")
  ])
  const connect = (options: NetConnectOpts) =>
    new Promise((resolve, reject) => net.connect(options).on("connect", resolve).on("error", reject))
  const outcomes = {
    fetch: await attempt(() => fetch("http://127.0.0.1:65000/").catch((error) => Promise.reject(error.cause ?? error))),
    tcp: await attempt(() => connect({ host: "127.0.0.1", port: 9 })),
    socket: await attempt(() => connect({ path: "/tmp/none" })),
    dns: await attempt(() => lookup("localhost")),
    udp: await attempt(
      () =>
        new Promise<void>((resolve, reject) =>
          dgram
            .createSocket("udp4")
            .on("error", reject)
            .send("x", 9, "127.0.0.1", (error) => (error ? reject(error) : resolve()))
        )
    ),
    write: await attempt(() => writeFileSync("/tmp/converter-escaped", "")),
    compiled: await attempt(() => writeFileSync(`${compiled}/escaped`, "")),
    read: await attempt(() => readFileSync("/etc/passwd")),
    sources: await attempt(() => readFileSync(new URL("../../README.md", import.meta.url))),
    spawn: await attempt(() => spawn("true")),
    worker: await attempt(() => new Worker("", { eval: true, execArgv: [] })),
    addon: await attempt(() => process.dlopen({ exports: {} }, "/tmp/none.node")),
    code: await attempt(() => new Function("return 1")()),
    environment: JSON.stringify(process.env)
  }
  return [JSON.stringify(outcomes)]
}

/** Says this, and then nothing more. */
const silent = (bytes: Uint8Array) => {
  writeSync(replies, bytes)
  return new Promise<Outcome>(() => {})
}

/** What was put together is one line that never ends. */
let isEndless = false

const deeds: Record<Deed, () => Outcome | Promise<Outcome>> = {
  read: () => [],
  "read slowly": () => new Promise((resolve) => setTimeout(() => resolve([]), 20)),
  linger: () => new Promise((resolve) => setTimeout(resolve, 1500, [])),
  null: () => silent(Buffer.concat([Buffer.from(Uint32Array.of(1, 4).buffer), Buffer.from("null")])),
  garbage: () => silent(Buffer.from(Array.from({ length: 100 }, (_, i) => (i * 37) % 256))),
  "half a page": () => silent(encoded({ _tag: "Page", packed: bytesOf([]), next: null })),
  "another page": () => {
    const { packed, ...page } = failedPage(77)
    return silent(encoded({ _tag: "Page", page, packed: packed(), next: 78 }))
  },
  "too much": () => silent(encoded({ _tag: "Failed", code: "corrupt_pdf", message: "x".repeat(1e6) })),
  "the whole": () => silent(encoded({ _tag: "Printed", markdown: Buffer.from("# A"), blocks: Buffer.from("{}\n") })),
  loop: () => {
    for (;;);
  },
  never: () => new Promise(() => {}),
  heap: () => {
    const hoard: Array<unknown> = []
    for (;;) hoard.push(new Array(1000).fill(hoard.length))
  },
  buffers: async () => {
    const hoard: Array<Buffer> = []
    for (;;) {
      hoard.push(Buffer.alloc(8 * 1024 ** 2, 1))
      await new Promise(setImmediate)
    }
  },
  exit: () => process.exit(3),
  escape: escapes,
  "endless block": () => {
    isEndless = true
    return []
  }
}

const box = { x0: 0, y0: 0, x1: 0, y1: 0 }

const convert = async ({ path, after, most }: Extract<Request, { _tag: "Convert" }>) => {
  const input: Input = JSON.parse(await readFile(path, "utf8"))
  await deeds[input.opening ?? "read"]()
  const total = input.pages.length
  const last = Math.min(after + (typeof most === "number" ? most : firstShare(total, most)), total)
  say({ _tag: "Opened", info: { pages: total, title: null, author: null }, outline: bytesOf([]), last })
  for (let page = after + 1; page <= last; page++) {
    say({ _tag: "Started", page })
    const place = { page, box, width: 0, height: 0, left: 0, right: 0 }
    const lines = await deeds[input.pages[page - 1]!]()
    const { packed: _, ...report } = failedPage(page)
    const packed = bytesOf({ blocks: [{ kind: "code", lines, place }], asides: [], view: null })
    say({ _tag: "Page", page: { ...report, warnings: [] }, packed, next: null })
  }
  say({ _tag: "Done" })
}

let kept = 0

keep(process.env)
serve(async (request) => {
  if (request._tag === "Convert") await convert(request)
  if (request._tag === "Keep") kept++
  if (request._tag === "Assemble") {
    say({ _tag: "Assembled", pages: kept, figures: [], isFiguresCut: false })
    kept = 0
  }
  if (request._tag === "More") {
    const bytes = isEndless ? Buffer.alloc(1024 ** 2, "x") : Buffer.from(String(process.pid))
    say({ _tag: "Portion", bytes, isLast: !isEndless })
  }
})
