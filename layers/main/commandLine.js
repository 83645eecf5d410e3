/**
 * The start of `pdf-to-markdown`, in plain JavaScript. Node needs more time for loading its compiler of TypeScript than
 * for this whole program, and does without it where it finds what it compiled before. The rest is one linked script.
 */
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { own } from "./ownFolder.js"

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
