/** What a step of many jobs took, per job, beside what the service does anyway. */
import type { Spent } from "../http/Spent.ts"
import type { Counts } from "./Counting.ts"

/** All that is counted, at one moment. */
export interface Reading {
  readonly at: number
  readonly counts: Counts
  readonly spent: Spent
}

const counted = ["statements", "roundTrips", "toPostgres", "toClients", "toChildren", "files", "timers"] as const
const kinds = ["service", "conversion", "database"] as const

export interface Step extends Record<(typeof counted)[number] | (typeof kinds)[number], number> {
  readonly byText: ReadonlyMap<string, number>
}

/** What came between two readings, less what as much time takes without any job, for each of so many. */
export const stepOf = (before: Reading, after: Reading, of: number, idle: Step | null): Step => {
  const share = idle === null ? 0 : (after.at - before.at) / 1_000
  const each = (taken: number, anyway: number) => (taken - share * anyway) / of
  const byText = new Map<string, number>()
  for (const [text, count] of Object.entries(after.counts.byText)) {
    const taken = each(count - (before.counts.byText[text] ?? 0), idle?.byText.get(text) ?? 0)
    if (taken > 0.05) byText.set(text, taken)
  }
  return {
    ...(Object.fromEntries([
      ...counted.map((name) => [name, each(after.counts[name] - before.counts[name], idle?.[name] ?? 0)]),
      ...kinds.map((name) => [name, each(after.spent[name] - before.spent[name], idle?.[name] ?? 0)])
    ]) as Omit<Step, "byText">),
    byText
  }
}

export const sumOf = (steps: ReadonlyArray<Step>): Step => ({
  ...(Object.fromEntries(
    [...counted, ...kinds].map((name) => [name, steps.reduce((sum, step) => sum + step[name], 0)])
  ) as Omit<Step, "byText">),
  byText: new Map()
})

/** A step as a line: what was asked for, then milliseconds of processor time. */
export const shown = (name: string, step: Step): string => {
  const of = (kind: keyof Omit<Step, "byText">) => step[kind].toFixed(1)
  const all = step.service + step.conversion + step.database
  return [
    `${name}: ${of("statements")} statements in ${of("roundTrips")} round trips`,
    `writes to PostgreSQL ${of("toPostgres")}, clients ${of("toClients")}, children ${of("toChildren")}`,
    `file operations ${of("files")}, timers ${of("timers")}`,
    `${all.toFixed(1)} ms of processor time (service ${of("service")}, conversion ${of("conversion")}, database ${of("database")})`
  ].join("; ")
}
