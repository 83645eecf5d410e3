import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : "")

/**
 * Makes a folder where there is none, with those above it. What Node's `recursive` does, which never ends where the system
 * says ENOENT of a folder inside one that is there, as under /proc.
 */
export const makeFolder = (path: string, mode = 0o777): void => {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (codeOf(error) === "ENOENT" && !existsSync(dirname(path))) {
      makeFolder(dirname(path), mode)
      makeFolder(path, mode)
    } else if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
