#!/usr/bin/env node
/**
 * The command `pdf-to-markdown`, in JavaScript that any Node of these years reads: where this Node is too old for the
 * program, the one that is installed with it runs it instead.
 */
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { node } from "./node.js"

const { path, message } = node()

if (path === process.execPath) await import(process.argv[2] === "mcp" ? "./mcpLine.js" : "./commandLine.js")
else if (path === null) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
} else {
  // A terminal sends its signals to both; from elsewhere they come here alone, even while the other begins.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  const child = spawn(path, process.argv.slice(1), { stdio: "inherit" })
  // A shell adds 128 to the signal that has ended a program.
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
