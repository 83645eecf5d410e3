/**
 * `npm run crash -- --rounds N --seed S [--apart] [--victim NAME]…`: kills a service of its own at random moments and says
 * what came of it.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ConfigProvider, Effect } from "effect"
import { alone, apart, type Installation } from "./Installation.ts"
import { rounds } from "./Rounds.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string" },
    seed: { type: "string" },
    apart: { type: "boolean", default: false },
    victim: { type: "string", multiple: true }
  }
})
const count = Number(values.rounds ?? 20)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  process.stderr.write("Usage: npm run crash -- [--rounds N] [--seed S] [--apart] [--victim NAME]…\n")
  process.exit(2)
}
const home = mkdtempSync(join(tmpdir(), "crash-"))
// children with users of their own pass through
chmodSync(home, 0o711)
const tell = (line: string) => process.stdout.write(`${line}\n`)
tell(`${count} rounds with seed ${seed}${values.apart ? ", on nodes apart with an S3-compatible store" : ""}`)
const data = join(home, "data")
/** With fewer victims, where some are named. */
const chosen = (installation: Installation): Installation => {
  const victims = installation.victims.filter((name) => values.victim?.includes(name) ?? true)
  if (victims.length === 0) throw new Error(`Victims are ${installation.victims.join(", ")}`)
  return { ...installation, victims }
}
const installed = values.apart ? apart(data) : alone(data)
const report = await Effect.flatMap(installed, (installation) =>
  rounds(chosen(installation), { count, seed, tell })
).pipe(
  Effect.scoped,
  Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: data }))),
  Effect.runPromise
)
tell(`${report.jobs} jobs, ${report.events} events, kills ${JSON.stringify(report.kills)}`)
tell(`${report.givenUp} jobs were given up after three kills of the process that worked at them`)
tell(`${report.leftOver} files were left over before the sweep`)
tell(`${report.faults.length} faults`)
rmSync(home, { recursive: true, force: true })
process.exitCode = report.faults.length === 0 ? 0 : 1
