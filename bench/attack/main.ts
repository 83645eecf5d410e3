/**
 * `npm run attack -- [--only NAME,…] [ROUNDS [SEED [FOLDER]]]`: what `npm test` attacks for a moment, for long: a child's
 * channel, the reader with the PDFs of a folder, damaged, the Markdown with hostile texts, names that change their address,
 * and a service of its own over HTTP. Prints what became of it; the same seed does the same again. 10,000 rounds are
 * 10,000 PDFs, 100,000 requests, 200,000 texts and a million messages.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { layerWith } from "../../layers/converter/Processes.ts"
import { pdf } from "../../layers/fakes/Converter.ts"
import * as Addresses from "./Addresses.ts"
import * as Channel from "./Channel.ts"
import * as Documents from "./Documents.ts"
import * as Protocol from "./Protocol.ts"
import * as Questions from "./Questions.ts"
import * as Reader from "./Reader.ts"
import * as Service from "./Service.ts"
import * as Texts from "./Texts.ts"

const { values, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true })
const [rounds = "1000", seed = "1", corpus] = positionals
const folder = fs.mkdtempSync(join(tmpdir(), "attack-"))
fs.chmodSync(folder, 0o711)

/** Larger files take long to damage and to read. */
const largest = 500_000

const filesOf = (corpus: string | undefined) =>
  corpus === undefined
    ? [pdf({ pages: ["One page", "Another page"], title: "Two pages" })]
    : fs
        .globSync(join(corpus, "**/*.pdf"))
        .filter((path) => fs.statSync(path).size <= largest)
        .map((path) => fs.readFileSync(path))

const onService = async (rounds: number, seed: number) => {
  const port = 18_084
  const base = `http://127.0.0.1:${port}`
  const data = join(folder, "service")
  const env = {
    PATH: process.env["PATH"],
    DATA_DIR: data,
    PORT: String(port),
    RATE_LIMIT_SCALE: "20",
    ALLOW_PRIVATE_ADDRESSES: Addresses.opened
  }
  const main = fileURLToPath(new URL("../../layers/main/serve.ts", import.meta.url))
  const child = spawn(process.execPath, [main, "--dev"], { env, stdio: ["ignore", "ignore", "inherit"] })
  try {
    const keyFile = join(data, "dev-key")
    while ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok !== true || !fs.existsSync(keyFile)) {
      if (child.exitCode !== null) throw new Error("The service ended")
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const key = fs.readFileSync(keyFile, "utf8").trim()
    const pid = child.pid ?? 0
    const before = Service.memory(pid)
    console.log("protocol", await Protocol.attack(base, key))
    console.log("spaces", await Protocol.held(base))
    console.log("stalled", await Protocol.stalled(base, key, 45))
    console.log("links", await Addresses.links(base, key))
    console.log("questions", await Questions.attack(base, key, pid))
    console.log("documents", await Documents.attack(base, key, { pid, data, seconds: 300 }))
    console.log("uploads", await Service.uploads(base, 25))
    console.log("sockets", await Service.sockets(base, 2_000, 30))
    console.log("requests", await Service.requests(base, key, 10 * rounds, seed))
    console.log("failures", await Service.failures(base, 500))
    return { exit: child.exitCode, MiB: [before, Service.memory(pid)] }
  } finally {
    child.kill()
    await once(child, "exit")
  }
}

/** By name, in the order in which they run. */
const attacks: Readonly<Record<string, (rounds: number, seed: number) => unknown>> = {
  texts: (rounds, seed) => Texts.attack(20 * rounds, seed),
  service: onService,
  rebinding: () => Effect.runPromise(Addresses.rebinding(1_000)),
  channel: (rounds, seed) => Channel.attack(100 * rounds, seed),
  reader: (rounds, seed) =>
    Reader.attack(filesOf(corpus), rounds, seed, folder).pipe(
      Effect.provide(layerWith({ converters: 2, spares: 1, spool: join(folder, "spool") })),
      Effect.runPromise
    )
}

const chosen = values.only?.split(",") ?? Object.keys(attacks)
const unknown = chosen.filter((name) => !(name in attacks))
if (unknown.length > 0) throw new Error(`${unknown.join()}: there are ${Object.keys(attacks).join()}`)

try {
  for (const name of Object.keys(attacks).filter((name) => chosen.includes(name)))
    console.log(name, await attacks[name]?.(Number(rounds), Number(seed)))
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
