/** `node child.ts SCRIPT`: the program of a child as the script that it was linked into. */
import { run } from "../converter/Script.ts"
import type * as Converter from "./converter.ts"

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error("child.ts SCRIPT")
const script = run<typeof Converter>(path)
const { start } = script === null ? await import("./converter.ts") : script.exports
await start(script)
