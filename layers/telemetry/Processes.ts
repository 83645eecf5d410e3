/** What /proc tells of this process and its converter children; nothing where there is none. */
import { readFileSync } from "node:fs"

/** Only converters run under Node's permission model. */
const isConverter = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").includes("--permission")

/** In kB whatever the page size, unlike statm. */
const memory = (pid: string) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0) * 1_024

/** How many converter children live and the bytes that they hold in memory; null where that cannot be known. */
export const converters = (): { readonly alive: number; readonly memory: number } | null => {
  try {
    const found = { alive: 0, memory: 0 }
    for (const pid of readFileSync(`/proc/self/task/${process.pid}/children`, "latin1").split(" ")) {
      try {
        if (pid === "" || !isConverter(pid)) continue
        found.memory += memory(pid)
        found.alive += 1
      } catch {
        // It ended meanwhile.
      }
    }
    return found
  } catch {
    return null
  }
}
