/**
 * `npm run attack -- [ROUNDS [SEED [FOLDER]]]`: what `npm test` attacks for a moment, for long: a child's channel, and the
 * reader with the PDFs of a folder, damaged. Prints what became of it; the same seed does the same again.
 */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { layerWith } from "../../layers/converter/Processes.ts"
import { pdf } from "../../layers/fakes/Converter.ts"
import * as Channel from "./Channel.ts"
import * as Reader from "./Reader.ts"

const [rounds = "1000", seed = "1", corpus] = process.argv.slice(2)
const folder = fs.mkdtempSync(join(tmpdir(), "attack-"))
fs.chmodSync(folder, 0o711)

/** Larger files take long to damage and to read. */
const largest = 500_000

const files =
  corpus === undefined
    ? [pdf({ pages: ["One page", "Another page"], title: "Two pages" })]
    : fs
        .globSync(join(corpus, "**/*.pdf"))
        .filter((path) => fs.statSync(path).size <= largest)
        .map((path) => fs.readFileSync(path))

try {
  console.log("channel", Channel.attack(100 * Number(rounds), Number(seed)))
  const read = Reader.attack(files, Number(rounds), Number(seed), folder).pipe(
    Effect.provide(layerWith({ converters: 2, spares: 1, spool: join(folder, "spool") }))
  )
  console.log("reader", await Effect.runPromise(read))
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
