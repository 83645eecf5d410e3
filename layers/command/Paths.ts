/** What stands at the paths of a command line. */
import * as fs from "node:fs"
import { join } from "node:path"

/** Null where nothing stands, and where nothing can: a name that is too long, links in a circle. */
export const statOf = (path: string): fs.Stats | null => {
  try {
    return fs.statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** Whether both lead to one file, by whatever names and links. */
export const isSameFile = (one: string, other: string): boolean => {
  const [a, b] = [statOf(one), statOf(other)]
  return a !== null && b !== null && a.ino === b.ino && a.dev === b.dev
}

export interface Walk {
  /** The files below the folder, sorted. */
  readonly files: ReadonlyArray<string>
  /** Folders that may not be read, and why not. */
  readonly closed: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

/** Below a folder, links included, but each folder once: a link may lead back to where it stands. */
export const walk = (top: string): Walk => {
  const files: Array<string> = []
  const closed: Array<Walk["closed"][number]> = []
  const entered = new Set<string>()
  const waiting = [top]
  /** Folders behind links come last, so that a folder has the name by which it stands here. */
  const linked: Array<string> = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop() ?? linked.shift()) {
    try {
      const real = fs.realpathSync(path)
      if (entered.has(real)) continue
      entered.add(real)
      for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
        const below = join(path, entry.name)
        const what = entry.isSymbolicLink() ? statOf(below) : entry
        if (what?.isDirectory() === true) (entry.isSymbolicLink() ? linked : waiting).push(below)
        else if (what?.isFile() === true) files.push(below)
      }
    } catch (error) {
      closed.push({ path, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { files: files.toSorted(), closed }
}
