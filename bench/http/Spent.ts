/** Processor time of a process and all below it, told apart by what they are. */
import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds, by kind. */
export interface Spent {
  readonly service: number
  readonly conversion: number
  readonly database: number
}

const msPerTick = 10

const statOf = (pid: number) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * msPerTick
    return { parent: Number(fields[1]), own: ticks(11), reaped: ticks(13) }
  } catch {
    return undefined
  }
}

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1")
  } catch {
    return ""
  }
}

/** What a process and its descendants have spent so far. Children of the service that are not PostgreSQL's, or have ended, count as conversion: the linking of converters too. */
export const spentBy = (root: number): Spent => {
  const stats = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), statOf(Number(pid))] as const)
  )
  const isBelow = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent
    return parent !== undefined && (parent === root || isBelow(parent))
  }
  const spent = { service: stats.get(root)?.own ?? 0, conversion: stats.get(root)?.reaped ?? 0, database: 0 }
  for (const [pid, stat] of stats) {
    if (stat === undefined || !isBelow(pid)) continue
    const kind = /(^|\/)postgres[\0:]/.test(commandOf(pid)) ? "database" : "conversion"
    spent[kind] += stat.own + (kind === "database" ? stat.reaped : 0)
  }
  return spent
}
