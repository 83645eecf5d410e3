/**
 * Loaded into the service before anything else (`--import`): counts what the process asks of the system and of
 * PostgreSQL, and tells its parent when that says "counts".
 */
import { createRequire, syncBuiltinESMExports } from "node:module"
import { Socket } from "node:net"

/** What was asked for so far, by kind; statements by their text, and file operations by their name. */
export interface Counts {
  readonly statements: number
  readonly roundTrips: number
  /** Writes to sockets and pipes, by who is at the other end. */
  readonly toClients: number
  readonly toPostgres: number
  readonly toChildren: number
  readonly files: number
  readonly timers: number
  readonly byText: Readonly<Record<string, number>>
}

const counts = { statements: 0, roundTrips: 0, toClients: 0, toPostgres: 0, toChildren: 0, files: 0, timers: 0 }
const byText = new Map<string, number>()

const noted = (text: string) => {
  byText.set(text, (byText.get(text) ?? 0) + 1)
}

const require = createRequire(import.meta.url)

/** Replaces a function of an object by one that counts first. */
const counting = (holder: object, name: string, count: () => void) => {
  const original = Reflect.get(holder, name) as unknown
  if (typeof original !== "function") return
  Reflect.set(holder, name, function (this: unknown, ...rest: Array<unknown>) {
    count()
    return Reflect.apply(original, this, rest)
  })
}

const fileOperations =
  /^(access|appendFile|chmod|chown|close|copyFile|fsync|fdatasync|link|lstat|mkdir|mkdtemp|open|opendir|read|readdir|readFile|realpath|rename|rm|rmdir|stat|unlink|utimes|write|writeFile|writev|exists)(Sync)?$/

const fs = require("node:fs") as Record<string, unknown> & { promises: object }
for (const holder of [fs, fs.promises]) {
  for (const name of Object.keys(holder).filter((name) => fileOperations.test(name))) {
    counting(holder, name, () => {
      counts.files++
      noted(`fs.${name}`)
    })
  }
}
syncBuiltinESMExports()

for (const name of ["setTimeout", "setInterval"]) counting(globalThis, name, () => counts.timers++)

/** The texts of the statements that a connection has prepared, by their names. */
const prepared = new WeakMap<object, Map<string, string>>()

const textAt = (bytes: Buffer, from: number) => bytes.toString("utf8", from, bytes.indexOf(0, from))

/** Counts the messages of PostgreSQL's protocol in what a client sends; each write holds whole messages. */
const readMessages = (connection: object, bytes: Buffer) => {
  const names = prepared.get(connection) ?? new Map<string, string>()
  prepared.set(connection, names)
  let bound = ""
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const kind = String.fromCharCode(bytes[at] ?? 0)
    if (kind === "\0") return
    if (kind === "P") {
      const name = textAt(bytes, at + 5)
      names.set(name, textAt(bytes, at + 5 + Buffer.byteLength(name) + 1))
    }
    if (kind === "B") {
      const portal = textAt(bytes, at + 5)
      bound = names.get(textAt(bytes, at + 5 + Buffer.byteLength(portal) + 1)) ?? ""
    }
    if (kind === "Q") bound = textAt(bytes, at + 5)
    if (kind === "S" || kind === "Q") counts.roundTrips++
    if (kind === "E" || kind === "Q") {
      counts.statements++
      const text = bound.replace(/\s+/g, " ").trim()
      noted(text)
    }
  }
}

const isOfPostgres = new WeakSet<Socket>()

const connect = Socket.prototype.connect
Socket.prototype.connect = function (this: Socket, ...rest: Array<unknown>) {
  if (JSON.stringify(rest).includes("PGSQL")) isOfPostgres.add(this)
  return Reflect.apply(connect, this, rest) as Socket
} as typeof connect

const asBuffer = (chunk: unknown, encoding: unknown): Buffer =>
  typeof chunk === "string" ? Buffer.from(chunk, encoding as BufferEncoding) : Buffer.from(chunk as Uint8Array)

/** What Node calls once for each write to the system. */
const writing = "_writeGeneric"
const write = Reflect.get(Socket.prototype, writing) as (...rest: Array<unknown>) => void
Reflect.set(
  Socket.prototype,
  writing,
  function (this: Socket, isMany: boolean, data: unknown, encoding: unknown, done: unknown) {
    if ("server" in this && this.server != null) counts.toClients++
    else if (!isOfPostgres.has(this)) counts.toChildren++
    else {
      counts.toPostgres++
      const chunks = isMany
        ? (data as ReadonlyArray<{ chunk: unknown; encoding: unknown }>)
        : [{ chunk: data, encoding }]
      readMessages(this, Buffer.concat(chunks.map(({ chunk, encoding }) => asBuffer(chunk, encoding))))
    }
    return Reflect.apply(write, this, [isMany, data, encoding, done])
  }
)

process.on("message", (message) => {
  if (message === "counts") process.send?.({ ...counts, byText: Object.fromEntries(byText) } satisfies Counts)
})
process.channel?.unref()
