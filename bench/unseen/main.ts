/**
 * `npm run unseen -- --seed S --count N`: makes documents that no rule was made for, converts and scores them.
 * YARDSTICK names the scorer's folder; CORPUS the corpora to set beside, parted by commas; PEERS or --peers where other
 * converters are installed.
 */
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import * as Yardstick from "../fidelity/Yardstick.ts"
import { type Converter, convertAll, ours, peers } from "./Converters.ts"
import { generate } from "./Generate.ts"
import { grammarsOf, kindsKnown } from "./grammar/Grammars.ts"
import { ready } from "./printers/Printers.ts"
import { beside, facets, invented, kinds, means, spread, worst } from "./Report.ts"
import { score } from "./Scores.ts"

const today = new Date().toISOString().slice(0, 10)

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: today },
    count: { type: "string", default: "60" },
    kind: { type: "string" },
    printer: { type: "string" },
    keep: { type: "string" },
    peers: { type: "string" },
    worst: { type: "string", default: "12" },
    "no-scores": { type: "boolean", default: false }
  }
})

const chosen = grammarsOf(values.kind)
if (chosen.length === 0) {
  console.error(`There is no kind ${values.kind}. There are: ${kindsKnown.join(", ")}`)
  process.exit(2)
}

const printers = ready(values.printer)
if (printers.length === 0) {
  console.error("There is no printer.")
  process.exit(2)
}

const folder = resolve(values.keep ?? mkdtempSync(join(tmpdir(), "unseen-")))
const begun = performance.now()
const { made, failed } = await generate(values.seed, Number(values.count), chosen, printers, folder)
console.log(
  `unseen: seed ${values.seed}, ${made.length} documents by ${printers.map(([{ name }]) => name).join(", ")} in ${((performance.now() - begun) / 1_000).toFixed(1)} s, in ${folder}`
)
if (failed.length > 0) console.log(`unseen: NOT PRINTED: ${failed.join(" ")}`)

const yardstick = resolve(process.env["YARDSTICK"] ?? "")
const home = resolve(values.peers ?? process.env["PEERS"] ?? "")

/** Manuals and catalogues whose trees take minutes to compare. */
const slow = ["debian-pair", "asvs"]

/** Converts a corpus with some converters and scores it. */
const measure = (converters: ReadonlyArray<Converter>, corpus: string, out: string, skip: ReadonlyArray<string>) => {
  const docs = Yardstick.documents(corpus, skip)
  const outs = convertAll(
    converters,
    docs.map(({ pdf }) => join(corpus, pdf)),
    out
  )
  return { names: converters.map(({ name }) => name), outs, scores: score(yardstick, corpus, outs, skip) }
}

const show = (title: string, lines: ReadonlyArray<string>) => console.log(`\n${title}\n\n${lines.join("\n")}`)

if (values["no-scores"]) process.exit(0)
try {
  readFileSync(join(yardstick, "score.mjs"))
} catch {
  console.log(`unseen: NOT SCORED, no scorer at ${yardstick} (YARDSTICK)`)
  process.exit(0)
}

const all = [ours, ...peers(yardstick, home)]
const { names, outs, scores } = measure(all, folder, folder, [])
show("Means", means(names, scores))
show("Overall by kind", kinds(names, scores))
show("By printer, script, tags, columns", facets(names, scores, made))
show("Invented tables", invented(names, outs, made, folder))
show("Spread", spread(names, scores))
show("Furthest behind", worst(scores, Number(values.worst)))

const corpora = (process.env["CORPUS"] ?? "")
  .split(",")
  .filter((path) => path !== "")
  .map((path) => resolve(path))
if (corpora.length > 0) {
  const seen = corpora.map((corpus) => ({
    name: `seen: ${basename(corpus)}`,
    scores: measure(all.slice(0, 2), corpus, mkdtempSync(join(tmpdir(), "seen-")), slow).scores
  }))
  show("Unseen beside seen", beside([{ name: "unseen", scores }, ...seen], names[1] ?? "no peer"))
}
