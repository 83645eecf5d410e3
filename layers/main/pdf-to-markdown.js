#!/usr/bin/env node
/**
 * The command `pdf-to-markdown`, in JavaScript that any Node of these years reads: where this Node is too old for the
 * program, the one that is installed with it runs it instead.
 */
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { node } from "./node.js"

const { path, message } = node()

/** Milliseconds after which a process that has ended is nobody's parent any more. */
const partingMillis = 50

// The other one that was killed cannot pass a signal on: whoever killed it, as a time limit does, would wait for this one.
if (process.channel !== undefined) {
  const launcher = process.ppid
  const end = () => process.ppid === launcher || process.kill(process.pid, "SIGTERM")
  process.once("disconnect", () => setTimeout(end, partingMillis))
  process.channel.unref()
}

if (path === process.execPath) await import(process.argv[2] === "mcp" ? "./mcpLine.js" : "./commandLine.js")
else if (path === null) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
} else {
  // A terminal sends its signals to both; from elsewhere they come here alone, even while the other begins.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  const child = spawn(path, process.argv.slice(1), { stdio: ["inherit", "inherit", "inherit", "ipc"] })
  // A shell adds 128 to the signal that has ended a program.
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
