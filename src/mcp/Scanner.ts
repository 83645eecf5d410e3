/**
 * Takes the one long string out of a JSON body while it arrives: the upload of a tool call. What is left is small, and
 * has an empty string in its place, so that a file is never in memory whole.
 */
import { contentArgument } from "../../schema/mcp/ToolFields.ts"

/** Where the upload is in the body. */
const path = ["params", "arguments", contentArgument]

/** Bytes of Base64's alphabet, and of its variant for URLs; -1 is none, -2 is blank, -3 pads. */
const values = new Int8Array(256).fill(-1)
;[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((character, value) => {
  values[character.charCodeAt(0)] = value
})
values["-".charCodeAt(0)] = 62
values["_".charCodeAt(0)] = 63
for (const blank of " \t\r\n") values[blank.charCodeAt(0)] = -2
values["=".charCodeAt(0)] = -3

/** Characters of the longest escape that stands for one letter, as in `\u0061`. */
const longestEscape = 6

const quote = 0x22
const backslash = 0x5c
const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, "/": 0x2f, '"': quote, "\\": backslash }

export interface Scanner {
  /** Takes the next bytes of the body and gives the bytes of the upload that were in them. */
  readonly push: (chunk: Uint8Array) => Uint8Array
  /** Uploads that have begun: more than one, and nobody can say which is meant. */
  readonly uploads: () => number
  /** Bytes beside the upload so far. */
  readonly size: () => number
  /** Whether what was uploaded is Base64. Asked at the end. */
  readonly isSound: () => boolean
  /** The body without the upload. Asked at the end. */
  readonly text: () => string
}

/** Keeps at most `limit` bytes beside the upload; `size` goes on to tell how many there were. */
export const make = (limit: number): Scanner => {
  let kept = new Uint8Array(1_024)
  let size = 0
  const keep = (byte: number) => {
    if (size < limit) {
      if (size === kept.length) {
        const more = new Uint8Array(Math.min(limit, kept.length * 4))
        more.set(kept)
        kept = more
      }
      kept[size] = byte
    }
    size++
  }
  const decoder = new TextDecoder()
  const keptText = (from: number) => decoder.decode(kept.subarray(from, Math.min(size, limit)))
  /** Nothing, which is no JSON, where it is not UTF-8. */
  const wholeText = () => {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(kept.subarray(0, Math.min(size, limit)))
    } catch {
      return ""
    }
  }

  /** What is open; `isOnPath` where the key that was last read in it leads to the upload. */
  const stack: Array<{ readonly isObject: boolean; isOnPath: boolean }> = []
  let state: "none" | "key" | "string" | "content" = "none"
  let expectsKey = false
  let isEscaped = false
  let keyStart = 0

  /** Whether the key that ends here, quotes included, is this one. Escapes may stand for its letters. */
  const isKey = (from: number, name: string): boolean => {
    const length = size - from - 2
    if (length < name.length || length > name.length * longestEscape) return false
    try {
      return JSON.parse(keptText(from)) === name
    } catch {
      return false
    }
  }
  const isUpload = () => stack.length === path.length && stack.every(({ isOnPath }) => isOnPath)

  let uploads = 0
  let isBase64 = true
  let bits = 0
  let characters = 0
  let padding = 0
  let unicode = ""
  let isUnicode = false

  /** One character of Base64; writes a byte when four of them, or what is left of them, make one. */
  const decode = (character: number, out: Uint8Array, at: number): number => {
    const value = character < 256 ? values[character]! : -1
    if (value === -2) return at
    if (value === -3) {
      padding++
      return at
    }
    if (value === -1 || padding > 0) {
      isBase64 = false
      return at
    }
    bits = ((bits << 6) | value) & 0xffffff
    const place = characters++ % 4
    if (place === 0) return at
    out[at] = (bits >> (6 - 2 * place)) & 0xff
    return at + 1
  }

  /** Whole groups of four plain characters from `from` on, which is nearly all of an upload; gives how many bytes. */
  const decodeGroups = (chunk: Uint8Array, from: number, out: Uint8Array, at: number): number => {
    let read = from
    let written = at
    while (read + 4 <= chunk.length) {
      const group =
        (values[chunk[read]!]! << 18) |
        (values[chunk[read + 1]!]! << 12) |
        (values[chunk[read + 2]!]! << 6) |
        values[chunk[read + 3]!]!
      if (group < 0) break
      out[written] = group >> 16
      out[written + 1] = group >> 8
      out[written + 2] = group
      written += 3
      read += 4
    }
    return written - at
  }

  const push = (chunk: Uint8Array): Uint8Array => {
    const out = new Uint8Array(Math.ceil(chunk.length * 0.75) + 3)
    let at = 0
    for (let index = 0; index < chunk.length; index++) {
      if (state === "content" && !isEscaped && !isUnicode && characters % 4 === 0 && padding === 0) {
        const decoded = decodeGroups(chunk, index, out, at)
        at += decoded
        index += (decoded / 3) * 4
        if (index === chunk.length) break
      }
      const byte = chunk[index]!
      if (state === "content") {
        if (isUnicode) {
          unicode += String.fromCharCode(byte)
          if (unicode.length === 4) {
            isUnicode = false
            const code = /^[0-9a-f]{4}$/i.test(unicode) ? Number.parseInt(unicode, 16) : 256
            at = decode(code, out, at)
          }
        } else if (isEscaped) {
          isEscaped = false
          if (byte === 0x75) {
            isUnicode = true
            unicode = ""
          } else at = decode(escapes[String.fromCharCode(byte)] ?? 256, out, at)
        } else if (byte === backslash) isEscaped = true
        else if (byte === quote) {
          state = "none"
          keep(byte)
        } else at = decode(byte, out, at)
        continue
      }
      keep(byte)
      if (state !== "none") {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) {
          const top = stack.at(-1)
          const name = path[stack.length - 1]
          if (state === "key" && top !== undefined) top.isOnPath = name !== undefined && isKey(keyStart, name)
          state = "none"
        }
        continue
      }
      switch (byte) {
        case quote:
          if (expectsKey) {
            state = "key"
            keyStart = size - 1
          } else if (isUpload()) {
            state = "content"
            uploads++
          } else state = "string"
          break
        case 0x7b: // {
          stack.push({ isObject: true, isOnPath: false })
          expectsKey = true
          break
        case 0x5b: // [
          stack.push({ isObject: false, isOnPath: false })
          expectsKey = false
          break
        case 0x7d: // }
        case 0x5d: // ]
          stack.pop()
          expectsKey = false
          break
        case 0x2c: // ,
          expectsKey = stack.at(-1)?.isObject === true
          break
        case 0x3a: // :
          expectsKey = false
          break
      }
    }
    return out.subarray(0, at)
  }

  return {
    push,
    uploads: () => uploads,
    size: () => size,
    isSound: () =>
      isBase64 && characters % 4 !== 1 && (padding === 0 || (padding <= 2 && (characters + padding) % 4 === 0)),
    text: wholeText
  }
}
