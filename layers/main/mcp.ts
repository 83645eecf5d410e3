/** `pdf-to-markdown mcp`: the Model Context Protocol over standard input and output, one message on each line. */
import { createInterface } from "node:readline"
import manifest from "../../package.json" with { type: "json" }
import { localDefinitions, localInstructions, localTools } from "../../schema/mcp/LocalTools.ts"
import { reading } from "../../src/mcp/Arguments.ts"
import * as Protocol from "../../src/mcp/Protocol.ts"
import * as Rpc from "../../src/mcp/Rpc.ts"
import * as LocalTools from "../command/LocalTools.ts"
import { start } from "./library.ts"

const help = `Usage: pdf-to-markdown mcp

A server of the Model Context Protocol over standard input and output, whose tools convert PDFs of this computer. A
model's program starts it, by its settings:

  { "mcpServers": { "pdf-to-markdown": { "command": "pdf-to-markdown", "args": ["mcp"] } } }

A file called mcp is ./mcp.
`

const server: Rpc.Server = { name: "pdf-to-markdown", title: "PDF to Markdown", version: manifest.version }

const read = Protocol.readBy({
  definitions: localDefinitions,
  instructions: localInstructions,
  call: reading(localTools),
  hasTasks: false
})

/** There are no headers here: what they would repeat is only in the message. */
const headersOf = (line: string) => {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    // The protocol has an answer to that.
  }
  const { method, params } = Rpc.object(message)
  const { _meta, name, taskId } = Rpc.object(params)
  const version = Rpc.object(_meta)[`${Rpc.protocolPrefix}protocolVersion`]
  const text = (value: unknown) => (typeof value === "string" ? value : undefined)
  return { version: text(version), method: text(method), name: text(name ?? taskId) }
}

const call = LocalTools.make((path, options) => start(path, options))

const send = (body: Rpc.Json) => process.stdout.write(`${JSON.stringify(body)}\n`)

const take = async (line: string) => {
  const message = read(line, headersOf(line), server)
  if (message._tag === "Reply") return void send(message.reply.body)
  if (message._tag !== "Call") return
  const result = await call(message.call).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    return null
  })
  const internal = { code: -32_603, message: "Internal error" }
  const reply =
    result === null
      ? Rpc.failed(message.envelope, internal)
      : Rpc.succeeded(message.envelope, server, { ...result } satisfies Rpc.Json)
  send(reply.body)
}

const serve = () => {
  // Once nothing can be written any more, the program that started this one is gone.
  process.stdout.on("error", () => process.exit(0))
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on("line", (line) => {
    if (line.trim() !== "") void take(line)
  })
  lines.on("close", () => process.exit(0))
}

const [argument] = process.argv.slice(3)
if (argument === undefined) serve()
else if (argument === "--help" || argument === "-h") process.stdout.write(help)
else if (argument === "--version") process.stdout.write(`${manifest.version}\n`)
else {
  process.stderr.write(`mcp takes no arguments; a file called mcp is ./mcp. pdf-to-markdown mcp --help says more\n`)
  process.exitCode = 2
}
