/**
 * Stands beside a run of the tests and outlives it, however it ends: its standard input closes then. It ends the processes
 * that are left with the run's folder in their arguments or their environment, where there is a /proc to find them, takes
 * away the disks that a test gave folders of it, and removes the folder.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { setTimeout } from "node:timers/promises"

const [, , folder = ""] = process.argv
if (!/\/pdf-test-\w+$/.test(folder)) throw new Error(`${folder} is not the folder of a run`)

const names = (pid: number) => {
  try {
    return ["cmdline", "environ"].some((file) => readFileSync(`/proc/${pid}/${file}`, "latin1").includes(folder))
  } catch {
    // It has ended meanwhile, or is not ours to see.
    return false
  }
}

const left = () =>
  existsSync("/proc/self/environ")
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => pid !== process.pid && names(pid))
    : []

/** They get the time to close what they hold, and then the signal that nothing withstands. */
const end = async () => {
  for (let round = 0; round < 100; round++) {
    const pids = left()
    if (pids.length === 0) return
    for (const pid of pids) {
      try {
        if (round === 0 || round > 40) process.kill(pid, round === 0 ? "SIGTERM" : "SIGKILL")
      } catch {
        // It has ended meanwhile.
      }
    }
    await setTimeout(50)
  }
}

/** A disk of its own cannot be removed with the folder that it is mounted on. */
const unmount = () => {
  const mounts = existsSync("/proc/mounts") ? readFileSync("/proc/mounts", "utf8").split("\n") : []
  for (const line of mounts.toReversed()) {
    const [, place = ""] = line.split(" ")
    if (place.startsWith(`${folder}/`)) spawnSync("umount", ["-l", place])
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {})
process.stdin.resume().on("close", async () => {
  await end()
  unmount()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
