/**
 * Marked content: what its marks say, and text that a file sets beside glyphs which stand for several characters (ISO 32000-1, 14.9.4), such as a browser's ligatures.
 * pdf.js drops it when it reads a content stream; so it is moved before that into the mark's name, which pdf.js hands on.
 */

const marker = Buffer.from("/ActualText")
const prefix = "ActualText."
/** Longer text replaces more than a ligature: it is not what the page shows, but what somebody wants read. */
const longest = 8

/** `/Span <</ActualText (ft)>> BDC`, with what else its dictionary holds. */
const span = /\/Span\s*<<((?:\([^()\\]*(?:\\[\s\S][^()\\]*)*\)|<[\dA-Fa-f\s]*>|[^<>()])*)>>\s*BDC\b/g
const actual = /\/ActualText\s*(?:\(((?:[^()\\]|\\[\s\S])*)\)|<([\dA-Fa-f\s]*)>)/
const content = /\/MCID\s+(\d+)/

/** The inflated bytes of a stream, with the text in its marks' names. */
export const withActualText = (bytes: Uint8Array): Uint8Array => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.includes(marker)) return bytes
  const source = buffer.toString("latin1")
  const marked = source.replace(span, (whole, dictionary: string) => {
    const found = actual.exec(dictionary)
    const text = found === null ? "" : decoded(found[2] === undefined ? unescaped(found[1] ?? "") : fromHex(found[2]))
    if (text === "" || text.length > longest) return whole
    return `/${prefix}${content.exec(dictionary)?.[1] ?? ""}.${Buffer.from(text, "utf8").toString("hex")} BMC`
  })
  return marked === source ? bytes : new Uint8Array(Buffer.from(marked, "latin1"))
}

/** What a mark's name says of the text under it; null for any other mark. */
const actualText = (name: string): { readonly text: string; readonly mcid: number | null } | null => {
  if (!name.startsWith(prefix)) return null
  const [, mcid = "", hex = ""] = name.split(".")
  return { text: Buffer.from(hex, "hex").toString("utf8"), mcid: mcid === "" ? null : Number(mcid) }
}

const fromHex = (hex: string): string => Buffer.from(hex.replace(/\s/g, ""), "hex").toString("latin1")

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }

const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 0xff) : (escapes[code] ?? code)
  )

/** A text string: UTF-16 behind its mark, else the ASCII that it shares with other encodings. */
const decoded = (text: string): string => {
  const bytes = Buffer.from(text, "latin1")
  if (text.startsWith("\u00fe\u00ff"))
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString("utf16le")
  return /^[\x20-\x7e]*$/.test(text) ? text : ""
}

/** What a stretch of a page's content is marked as. */
export interface Mark {
  readonly mcid: number
  readonly artifact: boolean
  readonly hidden: boolean
  /** What an annotation lays over the page. */
  readonly overlaid: boolean
  /** What the glyphs under it stand for, as far as their fonts do not say. */
  readonly actual: { text: string } | null
}

export const unmarked: Mark = { mcid: -1, artifact: false, hidden: false, overlaid: false, actual: null }

/** A mark within another one, by the arguments of the operator that begins it. */
export const marked = (outer: Mark, args: ReadonlyArray<unknown>, isHidden: (group: unknown) => boolean): Mark => {
  const tag = typeof args[0] === "string" ? args[0] : (args[0] as { readonly name?: string } | undefined)?.name
  const own = actualText(tag ?? "")
  return {
    mcid: own?.mcid ?? (typeof args[1] === "number" ? args[1] : outer.mcid),
    artifact: outer.artifact || tag === "Artifact",
    overlaid: outer.overlaid,
    hidden: outer.hidden || (tag === "OC" && args[1] != null && isHidden(args[1])),
    actual: own === null ? outer.actual : { text: own.text }
  }
}
