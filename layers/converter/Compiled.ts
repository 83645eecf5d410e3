/** What was compiled, kept from one child to the next, so that a child starts in half the time. */
import { flushCompileCache } from "node:module"
import type { Running } from "./Script.ts"

/**
 * Keeps what was compiled so far and gives up the right to do so; called when all is loaded and before the first
 * document. Does nothing in a child that was given no folder for it.
 */
export const keep = (env: NodeJS.ProcessEnv, script: Running<unknown> | null = null): void => {
  const folder = env["NODE_COMPILE_CACHE"]
  if (folder === undefined) return
  script?.keep()
  flushCompileCache()
  delete env["NODE_COMPILE_CACHE"]
  process.permission.drop("fs.write", `${folder}/`)
}
