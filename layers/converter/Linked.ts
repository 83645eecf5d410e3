/**
 * Programs of many modules, linked into one script each. Node needs as long to find and connect a hundred modules as to
 * convert a page, and of a module V8 keeps only what was compiled when it was loaded; of a script it keeps every function
 * that ran (`Script.ts`). Scripts are made when a program is first started, and anew when one of their files has changed.
 */
import * as fs from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** What is linked, of `layers/main`. */
export const programs = ["convert", "converter"] as const
export type Program = (typeof programs)[number]

/** What the linker leaves beside the scripts. */
export interface Manifest {
  /** The checkout that was linked. */
  readonly root: string
  /** Each file that went into a script, with its stamp. */
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
  return stat === undefined ? "" : `${stat.size} ${stat.mtimeMs}`
}

const read = (folder: string): Manifest | null => {
  try {
    const manifest: Manifest = JSON.parse(fs.readFileSync(join(folder, manifestName), "utf8"))
    const isFresh = Object.entries(manifest.files).every(([path, stamp]) => stampOf(path) === stamp)
    return isFresh &&
      manifest.root === root &&
      programs.every((name) => fs.existsSync(join(folder, manifest.scripts[name])))
      ? manifest
      : null
  } catch {
    return null
  }
}

const make = (folder: string): Manifest | null => {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { execFileSync } = process.getBuiltinModule("node:child_process")
    execFileSync(process.execPath, [join(root, "layers/main/link.ts"), folder], { env: {}, stdio: "pipe" })
    return read(folder)
  } catch {
    return null
  }
}

/**
 * The script of a program, in a folder below `code`, which only this person may write to. Null where it cannot be made,
 * for want of room or of a linker for this machine: the program then runs from its modules.
 */
export const scriptOf = (program: Program, code: string): string | null => {
  // Checkouts may share the folder.
  const folder = join(code, Buffer.from(root).toString("base64url").slice(-longestName))
  const manifest = read(folder) ?? make(folder)
  return manifest === null ? null : join(folder, manifest.scripts[program])
}
