/** Log lines as JSON on standard output. Those of one turn of the event loop are one write, which is what costs. */
import { writeSync } from "node:fs"
import { Formatter, Logger } from "effect"

let held = ""

const flush = () => {
  if (held === "") return
  const lines = held
  held = ""
  process.stdout.write(lines)
}

/** The stream takes nothing any more when the process exits. */
const flushAtExit = () => {
  try {
    writeSync(1, held)
  } catch {
    // Nobody reads any more.
  }
  held = ""
}

const format = (entry: object) => {
  try {
    return JSON.stringify(entry)
  } catch {
    return Formatter.formatJson(entry)
  }
}

process.once("exit", flushAtExit)

export const logger = Logger.map(Logger.formatStructured, (entry) => {
  if (held === "") setImmediate(flush)
  held += `${format(entry)}\n`
})
