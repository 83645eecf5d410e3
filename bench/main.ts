/** `npm run bench [-- --minutes N] [NAME …]`: runs the benchmarks, and appends what they measured to RESULTS.md. */
import { appendFileSync, readdirSync } from "node:fs"
import { cpus, totalmem } from "node:os"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"

/** What a benchmark measured: lines of a Markdown list, each with its ratio to something else in the same run. */
export interface Benchmark {
  readonly title: string
  readonly run: () => Promise<ReadonlyArray<string>>
}

const folder = import.meta.dirname
const all = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name !== "main.ts")
  .map((name) => basename(name, ".ts"))
const { values, positionals: wanted } = parseArgs({
  options: { minutes: { type: "string" } },
  allowPositionals: true
})
// for those that keep a service at work
if (values.minutes !== undefined) process.env["MINUTES"] = values.minutes
const unknown = wanted.filter((name) => !all.includes(name))

if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${all.join(", ")}`)
  process.exit(2)
}

const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`

for (const name of wanted.length > 0 ? wanted : all) {
  const { benchmark } = (await import(`./${name}.ts`)) as { benchmark: Benchmark }
  console.log(`\n${benchmark.title}`)
  const lines = await benchmark.run()
  for (const line of lines) console.log(`  ${line}`)
  const date = new Date().toISOString().slice(0, 10)
  const entry = [
    `\n## ${name}, ${date}`,
    "",
    `${benchmark.title}. ${machine}.`,
    "",
    ...lines.map((line) => `- ${line}`),
    ""
  ]
  appendFileSync(join(folder, "RESULTS.md"), entry.join("\n"))
}
