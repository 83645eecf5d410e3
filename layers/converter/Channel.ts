/**
 * Messages over a pipe. What the other side reads travels as JSON; a field that holds bytes travels beside it as it is,
 * and whoever merely passes it on never looks inside. A message is the number of its segments, their lengths, and then the
 * segments: its JSON first, then its bytes.
 */

/** A message as it arrived: nothing is known of it but that it is JSON and bytes. */
export type Heard = Readonly<Record<string, unknown>>

/** More fields than this hold no bytes. */
const mostSegments = 8

/** How much JSON a child may say at once, in bytes: a thousand times what it takes, and too little to be costly to read. */
const mostJson = 64 * 1024

/** How many bytes a child may say at once: a large page as a picture has 25 MB. */
const mostBytes = 64 * 1024 ** 2

const wordSize = 4

/** The bytes of a message, in order. */
export const encoded = (message: object): Buffer => {
  const names: Array<string> = []
  const segments: Array<Uint8Array> = []
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(message)) {
    if (value instanceof Uint8Array) {
      names.push(name)
      segments.push(value)
    } else fields[name] = value
  }
  const json = Buffer.from(JSON.stringify([names, fields]))
  const head = Buffer.allocUnsafe(wordSize * (2 + segments.length))
  head.writeUInt32LE(1 + segments.length)
  for (const [index, { length }] of [json, ...segments].entries()) head.writeUInt32LE(length, wordSize * (index + 1))
  return Buffer.concat([head, json, ...segments])
}

/** What arrived is no message. */
class Malformed extends Error {}

const messageOf = (json: Buffer, segments: ReadonlyArray<Buffer>): Heard => {
  const [names, fields]: [unknown, unknown] = JSON.parse(json.toString())
  if (typeof fields !== "object" || fields === null) throw new Malformed("Fields are no object")
  if (!Array.isArray(names) || names.length !== segments.length) throw new Malformed("Bytes without a name")
  return { ...fields, ...Object.fromEntries(names.map((name, index) => [String(name), segments[index]])) }
}

/** Whether the other side is a child, which nobody trusts, or the parent, whose messages have no bounds. */
export type Side = "child" | "parent"

const checked = (lengths: ReadonlyArray<number>, from: Side) => {
  const [json = 0, ...others] = lengths
  const bytes = others.reduce((sum, length) => sum + length, 0)
  if (from === "child" && (json > mostJson || bytes > mostBytes)) throw new Malformed("A message is too long")
  return lengths
}

/** Takes what arrives, in whatever pieces, and hands on each message once it is whole. Throws where there is none. */
export const reader = (from: Side, hear: (message: Heard) => void) => {
  let pieces: Array<Buffer> = []
  let held = 0
  let lengths: ReadonlyArray<number> | null = null
  let count: number | null = null

  const take = (size: number): Buffer => {
    const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, held)
    const rest = all.subarray(size)
    pieces = rest.length === 0 ? [] : [rest]
    held -= size
    return all.subarray(0, size)
  }

  const step = (): boolean => {
    if (count === null) {
      if (held < wordSize) return false
      count = take(wordSize).readUInt32LE()
      if (count < 1 || count > mostSegments) throw new Malformed("A message without end")
    } else if (lengths === null) {
      if (held < wordSize * count) return false
      const words = take(wordSize * count)
      lengths = checked(
        Array.from({ length: count }, (_, index) => words.readUInt32LE(wordSize * index)),
        from
      )
    } else {
      const size = lengths.reduce((sum, length) => sum + length, 0)
      if (held < size) return false
      const [json, ...segments] = lengths.map(take)
      count = null
      lengths = null
      hear(messageOf(json!, segments))
    }
    return true
  }

  return (piece: Buffer) => {
    pieces.push(piece)
    held += piece.length
    while (step());
  }
}
