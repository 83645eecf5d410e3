/**
 * `node link.ts FOLDER`: links each program that is started often into one script in the folder, says there which files
 * they were made of, and removes what it left there before. Also writes down the state in which converters begin. A program
 * of its own, because the linker is large.
 */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { crc32 } from "node:zlib"
import { type Plugin, rolldown } from "rolldown"
import {
  freeze,
  isChild,
  type Manifest,
  mainFile,
  manifestName,
  type Program,
  packageRoot,
  programs,
  root,
  stampOf,
  thisNode
} from "../converter/Linked.ts"

/** In a script, each module still knows where it was. */
const places: Plugin = {
  name: "places",
  transform: (code, id) =>
    code.includes("import.meta.url") ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)) : null
}

/** Native code is loaded from where it is installed. */
const canvas = "@napi-rs/canvas"
const installed: Plugin = {
  name: "installed",
  resolveId: (id) => (id === canvas ? { id: import.meta.resolve(canvas), external: true } : null)
}

/** Read and kept by V8 at a byte a character. */
const ascii = (code: string) =>
  code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const write = (path: string, text: string) => {
  const whole = `${path}.${process.pid}`
  fs.writeFileSync(whole, text, { mode: 0o644 })
  fs.renameSync(whole, path)
}

const link = async (program: Program, folder: string) => {
  const bundle = await rolldown({
    input: mainFile(program),
    platform: "node",
    plugins: [places, installed],
    logLevel: "silent"
  })
  const isModule = isChild(program)
  const { output } = await bundle.generate({ format: isModule ? "esm" : "cjs", codeSplitting: false })
  const linked = output[0].code
  const code = ascii(isModule ? linked : `(function (exports, require, module) {${linked}\n})`)
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16)
  const name = `${program}-${hash}${isModule ? ".mjs" : ".js"}`
  write(join(folder, name), code)
  const files = await bundle.watchFiles
  await bundle.close()
  return { name, files }
}

/** What children begin as. */
const frozen = (script: string): Manifest["snapshot"] => {
  const name = `${basename(script, ".js")}.snapshot`
  const path = join(dirname(script), name)
  try {
    freeze(script, path)
    return { name, sum: crc32(fs.readFileSync(path)) }
  } catch (error) {
    console.error(error)
    return null
  }
}

/** What changed while it was linked may have been read before or after: it counts as changed. */
const stamp = (path: string) => (fs.statSync(path).mtimeMs < performance.timeOrigin ? stampOf(path) : "")

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("link.ts FOLDER")
const linked = await Promise.all(programs.map((program) => link(program, folder)))
/** What says which versions of packages are installed. */
const versions = ["package.json", "package-lock.json"]
  .map((name) => join(packageRoot, name))
  .filter((path) => fs.existsSync(path))
// npm gives the files of every version of a package the same date.
const files = [fileURLToPath(import.meta.url), ...versions, ...linked.flatMap(({ files }) => files)]
const converter = linked[programs.indexOf("converter")]?.name ?? ""
const snapshot = frozen(resolve(folder, converter))
const made = [...linked.map(({ name }) => name), ...(snapshot === null ? [] : [snapshot.name])]
const manifest: Manifest = {
  root,
  node: thisNode,
  snapshot,
  files: Object.fromEntries([
    ...files.map((path) => [path, stamp(path)]),
    // A power cut may leave a script that is there and empty.
    ...made.map((name) => [resolve(folder, name), stampOf(resolve(folder, name))])
  ]),
  scripts: Object.fromEntries(linked.map(({ name }, index) => [programs[index], name])) as Manifest["scripts"]
}
write(join(folder, manifestName), JSON.stringify(manifest))
const current = [manifestName, ...made]
for (const name of fs.readdirSync(folder)) {
  if (!current.some((kept) => name.startsWith(kept))) fs.rmSync(join(folder, name), { force: true })
}
