/** What a process takes of the machine, as /proc tells; 0 where it does not, or the process is gone. */
import { existsSync, readFileSync } from "node:fs"

/** The unit of times in /proc/PID/stat: a hundredth of a second wherever Node runs. */
const msPerTick = 10
const nsPerMs = 1_000_000

const told = (pid: number | undefined, name: string): string => {
  try {
    // of the encodings the one that Node reads a file as in a single call
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch {
    return ""
  }
}

/** Resident memory, in bytes. In kB whatever the page size, unlike statm. */
export const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(told(pid, "status"))?.[1] ?? 0) * 1024

const isTold = existsSync("/proc/self/status")

/** False for a process that has ended, of which its parent may not have heard yet; true where /proc does not tell. */
export const isThere = (pid: number | undefined): boolean => !isTold || Number.parseInt(told(pid, "statm"), 10) > 0

/** Time spent on a core, in ms. */
export const spentBy = (pid: number | undefined): number => {
  const stat = told(pid, "stat")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * msPerTick
}

/** Time for which its main thread was ready to work and others had the cores, in ms. */
export const waitedBy = (pid: number | undefined): number => Number(told(pid, "schedstat").split(" ")[1] ?? 0) / nsPerMs
