/**
 * Folders through which children are handed their input. A process has one folder, its children have one each within
 * it. Free of effect, so that a program can start a child before it loads anything else.
 */
import * as fs from "node:fs"
import { hostname } from "node:os"
import { join, resolve } from "node:path"
import { makeFolder } from "../storage/Folder.ts"

/** A folder of another machine counts as abandoned after this long without a change, in ms. A live one is made anew when needed. */
const abandonedAfter = 24 * 60 * 60 * 1000

/** Children with users of their own pass through, and see no names. */
const walkable = 0o711

/** When a process began: tells it from a later one of the same number. Without /proc all of one number are the same. */
const bornAt = (pid: number): string | null => {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const isOver = fields[0] === "Z" || fields[0] === "X"
    return isOver ? null : (fields[19] ?? null)
  } catch {
    return fs.existsSync("/proc/self/stat") ? null : "unknown"
  }
}

const lives = (pid: number, born: string) => {
  if (bornAt(pid) !== born) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** `host_pid_born_nonce`; the host without what would be taken for a separator. */
const host = hostname().replaceAll(/[^\w.-]|_/g, "-")

/** When a folder last gained or lost an entry, by the clock of its file system. */
const changedAt = (folder: string) => fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0

const isAbandoned = (root: string, name: string, now: number) => {
  const [owner, pid, born] = name.split("_")
  if (owner === undefined || pid === undefined || born === undefined) return false
  return owner === host ? !lives(Number(pid), born) : now - changedAt(join(root, name)) > abandonedAfter
}

/** A child that is stuck in a loop does not notice that its parent is gone: end those that read from this folder. */
const endOrphans = (folder: string) => {
  if (!fs.existsSync("/proc/self/cmdline")) return
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`--allow-fs-read=${folder}/`)) {
        process.kill(Number(pid), "SIGKILL")
      }
    } catch {
      // It ended meanwhile, or is not ours to see.
    }
  }
}

/** Makes this process's folder under `root`, and removes those that dead processes left there. */
export const open = (root: string): string => {
  const all = resolve(root)
  makeFolder(all, walkable)
  const folder = fs.mkdtempSync(join(all, `${host}_${process.pid}_${bornAt(process.pid)}_`))
  fs.chmodSync(folder, walkable)
  const now = changedAt(folder)
  for (const name of fs.readdirSync(all).filter((name) => isAbandoned(all, name, now))) {
    endOrphans(join(all, name))
    fs.rmSync(join(all, name), { recursive: true, force: true })
  }
  return folder
}

export const remove = (folder: string) => fs.promises.rm(folder, { recursive: true, force: true })

/** Where a child finds its input. */
export interface Place {
  readonly folder: string
  /** The child's own user and group, which may read there; null where it runs as this process's user. */
  readonly user: number | null
}

const own = (path: string, user: number | null, mode: number) => {
  if (user === null) return
  fs.chownSync(path, -1, user)
  fs.chmodSync(path, mode)
}

/** Makes a folder for a child, which nobody else can read. */
export const make = (spool: string, user: number | null): string => {
  const folder = fs.mkdtempSync(join(spool, "child-"))
  own(folder, user, 0o750)
  return folder
}

/**
 * Puts a file into a child's folder, without copying where the file system allows, and yields its path there. Never
 * writes to a file that is there already: that may be a link, and its contents somebody else's.
 */
export const place = async ({ folder, user }: Place, file: string): Promise<string> => {
  const path = join(folder, "input.pdf")
  const copy = () => fs.promises.copyFile(file, path, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE)
  if (user !== null) {
    await copy()
    own(path, user, 0o640)
    return path
  }
  await fs.promises.link(file, path).catch(async () => {
    await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 })
    await copy()
  })
  return path
}

/** `unlink` asks the system once, `rm` three times. */
export const clear = ({ folder }: Place) =>
  fs.promises.unlink(join(folder, "input.pdf")).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error
  })
