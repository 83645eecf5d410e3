/**
 * The start of `pdf-to-markdown`, in plain JavaScript. Node needs more time for loading its compiler of TypeScript than
 * for this whole program, and does without it where it finds what it compiled before. The rest is one linked script.
 */
import { chmodSync, lstatSync, mkdirSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

/** This person's own folder for spools and compiled code, among everybody's. */
const own = () => {
  const { uid } = userInfo()
  const folder = join(tmpdir(), `pdf-to-markdown-${uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) throw new Error(`${folder} belongs to somebody else`)
  // children of root have users of their own, who pass through
  if (uid === 0) chmodSync(folder, 0o711)
  return folder
}

const folder = own()
const code = join(folder, "code")
enableCompileCache(code)
const [{ link, scriptOf }, { run }] = await Promise.all([
  import("../converter/Linked.ts"),
  import("../converter/Script.ts")
])

/** This program and its converters as scripts, which are made before the first of all documents. */
const linked = () => {
  const path = scriptOf("convert", code)
  if (path !== null) return path
  try {
    link(code)
  } catch {
    // They run from their modules.
  }
  return scriptOf("convert", code)
}

const path = linked()
const script = path === null ? null : run(path)
const { main } = script === null ? await import("./convert.ts") : script.exports
const hasConverted = await main(process.argv.slice(2), folder, code)
if (hasConverted) script?.keep()
