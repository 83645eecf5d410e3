/**
 * Programs of many modules, linked into one script each. Node needs as long to find and connect a hundred modules as to
 * convert a page, and of a module V8 keeps only what was compiled when it was loaded; of a script it keeps every function
 * that ran (`Script.ts`), and children wake from what one of them was after its trial (`Confined.ts`). All of it is made when
 * there is none, and anew when one of its files or Node has changed.
 */
import * as fs from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { crc32 } from "node:zlib"
import { makeFolder } from "../storage/Folder.ts"

/** Of the program: the checkout, or `dist/` of the installed package. */
export const root = fileURLToPath(new URL("../../", import.meta.url))

const isBuilt = import.meta.url.endsWith(".js")

/** Where `package.json` is. */
export const packageRoot = isBuilt ? join(root, "../") : root

/** One of the programs in `layers/main`. */
export const mainFile = (name: string): string => `${root}layers/main/${name}${isBuilt ? ".js" : ".ts"}`

/** Packages that a converter loads: npm puts them below the program, or beside it in a project that installs it. */
const loaded = ["effect", "pdfjs-dist", "@napi-rs/canvas", "tesseract.js", "@tesseract.js-data/eng"]

/** The folders of packages that the program loads from. */
export const moduleFolders = (): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const name of loaded) {
    let folder = packageRoot
    while (!fs.existsSync(join(folder, "node_modules", name)) && folder !== dirname(folder)) folder = dirname(folder)
    const modules = join(folder, "node_modules")
    if (fs.existsSync(modules)) for (const path of [modules, fs.realpathSync(modules)]) found.add(`${path}/`)
  }
  return [...found]
}

/** Programs of children that start from their script; converters wake from a snapshot of theirs. */
const childPrograms = ["drawer", "recogniser"] as const

/** What is linked, of `layers/main`. */
export const programs = ["convert", "converter", ...childPrograms] as const
export type Program = (typeof programs)[number]

export const isChild = (program: Program): program is (typeof childPrograms)[number] =>
  childPrograms.some((name) => name === program)

/** What the linker leaves beside the scripts. */
export interface Manifest {
  /** The checkout that was linked. */
  readonly root: string
  /** The Node that did it. */
  readonly node: string
  /** Each file that went into a script, and each script, with its stamp. */
  readonly files: Readonly<Record<string, string>>
  /** The name of each program's script. */
  readonly scripts: Readonly<Record<Program, string>>
  /** What children wake from; null where this Node could not make it. */
  readonly snapshot: { readonly name: string; readonly sum: number } | null
}

/** Another Node, or one for other machines, takes no snapshot of this one. */
export const thisNode = `${process.version} ${process.platform} ${process.arch}`

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
    return isFresh && manifest.root === root && manifest.node === thisNode ? manifest : null
  } catch {
    return null
  }
}

/** Below `code`, which only this person may write to, and which checkouts may share. Children start in another folder: its whole path. */
const folderIn = (code: string) => resolve(code, Buffer.from(root).toString("base64url").slice(-longestName))

/** The script of a program. Null where there is none, or no longer: the program then runs from its modules. */
export const scriptOf = (program: Program, code: string): string | null => {
  const folder = folderIn(code)
  const manifest = read(folder)
  return manifest === null ? null : join(folder, manifest.scripts[program])
}

/** What a child is started from: the script of its program, or its modules where there is none. */
export const startOf = (entry: string, code: string | undefined): string => {
  const program = childPrograms.find((name) => mainFile(name) === entry)
  return (program === undefined || code === undefined ? null : scriptOf(program, code)) ?? entry
}

/** What a child has no use for, nor whoever has got hold of it. A snapshot remembers it from when it was made. */
export const shut = [
  "--no-experimental-sqlite",
  "--no-experimental-ffi",
  "--no-experimental-webstorage",
  "--no-experimental-websocket",
  "--disable-sigusr1",
  "--disallow-code-generation-from-strings"
] as const

/** Runs a script up to where it would begin to serve. */
const freezing = (script: string) => `const made = {}
require("node:vm").runInThisContext(require("node:fs").readFileSync(${JSON.stringify(script)}, "latin1"), {
  filename: ${JSON.stringify(script)}
})(made, require, { exports: made })
made.freeze().catch((error) => {
  console.error(error)
  process.exit(1)
})
`

/** Has a process of its own write down what a script is when it begins to serve. Throws where that cannot be done. */
export const freeze = (script: string, path: string): void => {
  const { execFileSync } = process.getBuiltinModule("node:child_process")
  const whole = `${path}.${process.pid}`
  try {
    fs.writeFileSync(`${whole}.js`, freezing(script))
    const flags = [...shut, "--snapshot-blob", whole, "--build-snapshot"]
    execFileSync(process.execPath, [...flags, `${whole}.js`], { env: {}, stdio: "pipe" })
    fs.chmodSync(whole, 0o644)
    fs.renameSync(whole, path)
  } finally {
    for (const left of [whole, `${whole}.js`]) fs.rmSync(left, { force: true })
  }
}

/** Node trusts what it is given, so what came to harm on the disk counts as nothing: by the stamp with which it was found whole. */
const whole = new Map<string, string>()

const sumOf = (path: string): number | null => {
  try {
    return crc32(fs.readFileSync(path))
  } catch {
    return null
  }
}

/** What a converter's child wakes from. Null where there is nothing of the kind, or no longer. */
export const snapshotOf = (code: string): string | null => {
  const folder = folderIn(code)
  const { snapshot } = read(folder) ?? { snapshot: null }
  if (snapshot === null) return null
  const path = join(folder, snapshot.name)
  const stamp = stampOf(path)
  if (whole.get(path) !== stamp) {
    if (sumOf(path) !== snapshot.sum) return null
    whole.set(path, stamp)
  }
  return path
}

const linker = (folder: string) => {
  makeFolder(folder, 0o755)
  return [mainFile("link"), folder]
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
