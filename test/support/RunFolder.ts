/** The folder of a run of tests, which is the temporary directory of all that it starts. */
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"

/** Where this run of tests keeps what its services have in common; outside of such a run each service begins with nothing. */
export const sharedFolder = "TEST_SHARED_FOLDER"

/** A folder that is filled for all, by the first of the run's processes that asks. */
export const once = async (folder: string, fill: (folder: string) => Promise<unknown>) => {
  const filled = `${folder}.filled`
  for (; !existsSync(filled); await setTimeout(20)) {
    try {
      mkdirSync(folder, { mode: 0o711 })
    } catch {
      continue
    }
    try {
      await fill(folder)
      writeFileSync(filled, "")
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
  }
}

const memory = "/dev/shm"

/** Several times what a run takes. */
const roomyBytes = 4 * 1024 ** 3

const made = (parent: string) => {
  const folder = mkdtempSync(join(parent, "pdf-test-"))
  // children with users of their own pass through
  chmodSync(folder, 0o711)
  return folder
}

/** Programs and native modules may be started from there. */
const runsPrograms = (folder: string) => {
  const program = join(folder, "program")
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** In memory, where there is plenty. */
const inMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < roomyBytes) return null
    const folder = made(memory)
    if (runsPrograms(folder)) return folder
    rmSync(folder, { recursive: true })
  } catch {
    // There is none, or it is not ours.
  }
  return null
}

/**
 * A folder for one run. Databases and data folders come and go by the thousand files, which costs a file system on a disk
 * more than all else that the tests ask of it: without a `TMPDIR` that says otherwise, it is in memory.
 */
export const runFolder = (): string => (process.env["TMPDIR"] === undefined ? inMemory() : null) ?? made(tmpdir())
