/** What a job is made from: is it a PDF, and what is it called. */
import { Effect, Stream } from "effect"
import { FileTooLarge, NotAPdf } from "../../../schema/Errors.ts"
import { firstCharacters } from "../../requests/Cut.ts"
import { headerBytes, isPdf } from "./PdfHeader.ts"

/** Fails as soon as the beginning of the bytes shows that they are no PDF. */
export const onlyPdf = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E | NotAPdf, R> =>
  Stream.suspend(() => {
    let start = new Uint8Array(0)
    let known = false
    const decide = Effect.suspend(() => {
      known = true
      return isPdf(start) ? Effect.void : Effect.fail(new NotAPdf())
    })
    const watched = Stream.tap(bytes, (chunk) =>
      Effect.suspend(() => {
        if (known) return Effect.void
        start = new Uint8Array([...start, ...chunk.subarray(0, headerBytes - start.length)])
        return start.length < headerBytes ? Effect.void : decide
      })
    )
    return Stream.concat(watched, Stream.drain(Stream.fromEffect(Effect.suspend(() => (known ? Effect.void : decide)))))
  })

export const tooLarge = (limit: number) =>
  new FileTooLarge({ message: `The file is larger than ${limit} bytes`, limit })

/** Longest file name that is kept, in characters. */
const maxNameLength = 255

/** Control characters, and the bidirectional overrides that make `gpj.exe` out of `exe.jpg`. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\ufeff\ufffe\uffff]/gu

/** The name without folders and control characters, cut to 255; `document.pdf` when nothing is left. */
export const cleanName = (name: string): string => {
  const last = name.replace(unprintable, "").split(/[/\\]/).at(-1)?.trim() ?? ""
  const kept = firstCharacters(last, maxNameLength).toWellFormed()
  return kept === "" || kept === "." || kept === ".." ? "document.pdf" : kept
}

/** What the Markdown of a document is called: its name with `.md` for `.pdf`. */
export const markdownName = (fileName: string): string => resultName(fileName, "md")

/** What a result is called that is offered as a file; an ending alone would hide it. */
export const resultName = (fileName: string, extension: string): string =>
  `${fileName.replace(/\.pdf$/i, "") || "document"}.${extension}`

/**
 * `Content-Disposition` of a download (RFC 6266): the name in ASCII for old clients, and the name itself, encoded
 * as RFC 8187 says.
 */
export const contentDisposition = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;"]*)/g

const unquoted = (value: string) => (value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value.trim())

/** RFC 8187: `UTF-8'en'%E2%82%AC.pdf`. */
const extended = (value: string): string | undefined => {
  const [, charset = "", encoded = ""] = /^([\w-]+)'[^']*'([\x20-\x7e]*)$/.exec(value) ?? []
  const bytes = Uint8Array.from(
    encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (character) => character.charCodeAt(0)
  )
  const label = charset.toLowerCase()
  if (label === "iso-8859-1") return String.fromCharCode(...bytes)
  try {
    return label === "utf-8" ? new TextDecoder("utf-8", { fatal: true }).decode(bytes) : undefined
  } catch {
    return undefined
  }
}

/** The file name in a `Content-Disposition` (RFC 6266), the encoded one before the plain one. Not cleaned. */
export const dispositionName = (header: string): string | undefined => {
  const parameters = Object.fromEntries(
    [...header.matchAll(parameter)].map(([, name = "", value = ""]) => [name.toLowerCase(), unquoted(value)] as const)
  )
  return extended(parameters["filename*"] ?? "") || parameters["filename"] || undefined
}

/** The last part of a URL's path, decoded; what a browser would call the file. */
export const pathName = (url: string): string | undefined => {
  const last = URL.parse(url)?.pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(last) || undefined
  } catch {
    return last
  }
}
