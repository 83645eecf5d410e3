/**
 * Programs of many modules, linked into one script each. Node needs as long to find and connect a hundred modules as to
 * convert a page, and of a module V8 keeps only what was compiled when it was loaded; of a script it keeps every function
 * that ran (`Script.ts`). Scripts are made when there are none, and anew when one of their files has changed.
 */
import * as fs from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** What is linked, of `layers/main`. */
export const programs = ["convert", "converter"] as const
export type Program = (typeof programs)[number]

/** What the linker leaves beside the scripts. */
export interface Manifest {
  /** The checkout that was linked. */
  readonly root: string
  /** Each file that went into a script, and each script, with its stamp. */
  readonly files: Readonly<Record<string, string>>
  /** The name of each program's script. */
  readonly scripts: Readonly<Record<Program, string>>
}

/** What every file system takes. */
const longestName = 200

export const manifestName = "manifest.json"

/** Changes when the file does. */
export const stampOf = (path: string): string => {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? "gone" : `${stat.size} ${stat.mtimeMs}`
}

const read = (folder: string): Manifest | null => {
  try {
    const manifest: Manifest = JSON.parse(fs.readFileSync(join(folder, manifestName), "utf8"))
    const isFresh = Object.entries(manifest.files).every(([path, stamp]) => stampOf(path) === stamp)
    return isFresh && manifest.root === root ? manifest : null
  } catch {
    return null
  }
}

/** Below `code`, which only this person may write to, and which checkouts may share. */
const folderIn = (code: string) => join(code, Buffer.from(root).toString("base64url").slice(-longestName))

/** The script of a program. Null where there is none, or no longer: the program then runs from its modules. */
export const scriptOf = (program: Program, code: string): string | null => {
  const folder = folderIn(code)
  const manifest = read(folder)
  return manifest === null ? null : join(folder, manifest.scripts[program])
}

const linker = (folder: string) => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  return [join(root, "layers/main/link.ts"), folder]
}

/** Makes the scripts, and waits for that. Throws where they cannot be made, for want of room or of a linker for this machine. */
export const link = (code: string): void => {
  const { execFileSync } = process.getBuiltinModule("node:child_process")
  execFileSync(process.execPath, linker(folderIn(code)), { env: {}, stdio: "pipe" })
}

/** Makes the scripts beside whatever else goes on, unless they are there. */
export const linkBeside = async (code: string, signal: AbortSignal): Promise<void> => {
  const folder = folderIn(code)
  if (read(folder) !== null) return
  const { execFile } = process.getBuiltinModule("node:child_process")
  await promisify(execFile)(process.execPath, linker(folder), { env: {}, signal })
}
