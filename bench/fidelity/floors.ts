/**
 * `npm run fidelity`: fails where the Markdown of the corpus is less true than floors.json holds.
 * `npm run fidelity -- --raise` lifts the floors to what was measured; it never lowers one.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import * as Yardstick from "./Yardstick.ts"

/** So little below today's figures lies a floor: a change may trade documents of a kind, but not lose the kind. */
const slack = 0.01

/** Kinds with fewer documents have no floor of their own. */
const fewest = 4

const metrics = ["overall", "nid", "teds", "mhs", "x_heading_level", "x_table_pairs", "x_lists", "x_links"]

/** Manuals whose trees take minutes to compare. */
const skip = ["debian-pair"]

const Floors = Schema.Struct({
  documents: Schema.Number,
  metrics: Schema.Record(Schema.String, Schema.Number),
  kinds: Schema.Record(Schema.String, Schema.Number)
})

type Floors = typeof Floors.Type

const path = join(import.meta.dirname, "floors.json")

const measure = async (corpus: string, yardstick: string): Promise<Floors> => {
  const docs = Yardstick.documents(corpus, skip)
  const out = Yardstick.scratch()
  await Yardstick.convert(corpus, docs, out)
  const [scored] = Yardstick.score(yardstick, corpus, skip, [out])
  const kinds = Object.entries(Object.groupBy(docs, ({ kind }) => kind))
  return {
    documents: docs.length,
    metrics: Object.fromEntries(metrics.map((metric) => [metric, scored?.summary[metric] ?? 0])),
    kinds: Object.fromEntries(
      kinds
        .filter(([, of]) => (of?.length ?? 0) >= fewest)
        .map(([kind]) => [kind, scored?.byKind[kind]?.["overall"] ?? 0])
    )
  }
}

/** The higher of each floor and what was measured less the slack, to three places. */
const raised = (floors: Readonly<Record<string, number>>, measured: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(measured).map(([name, value]) => [
      name,
      Math.max(floors[name] ?? 0, Math.floor((value - slack) * 1_000) / 1_000)
    ])
  )

const below = (floors: Readonly<Record<string, number>>, measured: Readonly<Record<string, number>>) =>
  Object.entries(floors)
    .filter(([name, floor]) => (measured[name] ?? 0) < floor)
    .map(([name, floor]) => `${name}: ${(measured[name] ?? 0).toFixed(4)}, the floor is ${floor}`)

const folders = Yardstick.folders()

if ("missing" in folders) {
  console.log(`fidelity: NOT MEASURED, ${folders.missing}`)
} else {
  const floors = Schema.decodeUnknownSync(Floors)(JSON.parse(readFileSync(path, "utf8")))
  const measured = await measure(folders.corpus, folders.yardstick)
  if (process.argv.includes("--raise")) {
    const metricsRaised = raised(floors.metrics, measured.metrics)
    const next = { documents: measured.documents, metrics: metricsRaised, kinds: raised(floors.kinds, measured.kinds) }
    writeFileSync(path, `${JSON.stringify(next, null, 2)}\n`)
  }
  const lost = [
    ...(measured.documents === floors.documents
      ? []
      : [`${measured.documents} documents, the floors are those of ${floors.documents}`]),
    ...below(floors.metrics, measured.metrics),
    ...below(floors.kinds, measured.kinds)
  ]
  for (const line of lost) console.log(`fidelity: BELOW ${line}`)
  const figures = Object.entries(measured.metrics).map(([name, value]) => `${name} ${value.toFixed(3)}`)
  console.log(`fidelity: ${measured.documents} documents, ${lost.length} below their floor; ${figures.join(", ")}`)
  process.exitCode = lost.length > 0 ? 1 : 0
}
