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

/** Why the system refused, in its words: without its codes, and without paths that nobody has named. */
export const reasonOf = (error: unknown): string => {
  const [, code = "", reason] = /^(E[A-Z]+): ([^,]+), [a-z]+/.exec(error instanceof Error ? error.message : "") ?? []
  if (code === "EEXIST" || code === "ENOTDIR") return "a part of the path is a file"
  return reason ?? (error instanceof Error ? error.message : String(error))
}

/** The same of what was to be read. */
export const unread = (error: unknown): string => `It cannot be read: ${reasonOf(error)}`

export interface Walk {
  /** The files below the folder, sorted. */
  readonly files: ReadonlyArray<string>
  /** Folders that may not be read and what has no name here, and why not. */
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
        const isNamed = what?.isDirectory() === true || /\.pdf$/i.test(entry.name)
        // A name of another encoding is not told so that it leads there.
        if (isNamed && entry.name.includes("\ufffd") && statOf(below) === null)
          closed.push({ path: below, message: "Its name is not UTF-8: give it another" })
        else if (what?.isDirectory() === true) (entry.isSymbolicLink() ? linked : waiting).push(below)
        else if (what?.isFile() === true) files.push(below)
      }
    } catch (error) {
      closed.push({ path, message: unread(error) })
    }
  }
  return { files: files.toSorted(), closed }
}
