/**
 * The start of `npm run dev` and `npm start`, in plain JavaScript: what Node compiled before is found again, from a folder
 * that no converter may write to. Where there is no such folder to be had, everything is compiled anew.
 */
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { makeFolder } from "../storage/Folder.ts"

const folder = join(process.env.DATA_DIR || "./data", "compiled")
try {
  makeFolder(folder, 0o711)
  enableCompileCache(folder)
} catch {
  // What needs the folder says so.
}
await import("./serve.ts")
