/** What a job is made from: is it a PDF, and what is it called. */

/** A PDF's header may stand anywhere in this many bytes (ISO 32000-1, Annex H, implementation note 13). */
export const headerBytes = 1_024

const header = [0x25, 0x50, 0x44, 0x46, 0x2d] // %PDF-

/** Whether the header stands within the first 1,024 bytes. */
export const isPdf = (start: Uint8Array): boolean => {
  const end = Math.min(start.length, headerBytes) - header.length
  for (let at = 0; at <= end; at++) {
    if (header.every((byte, index) => start[at + index] === byte)) return true
  }
  return false
}

/** Longest file name that is kept, in UTF-16 code units. */
export const maxNameLength = 255

/** Control characters, and the bidirectional overrides that make `gpj.exe` out of `exe.jpg`. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\ufeff\ufffe\uffff]/gu

/** The name without folders and control characters, cut to 255; `document.pdf` when nothing is left. */
export const cleanName = (name: string): string => {
  const last = name.replace(unprintable, "").split(/[/\\]/).at(-1)?.trim() ?? ""
  const cut = last.slice(0, maxNameLength).toWellFormed()
  return cut === "" || cut === "." || cut === ".." ? "document.pdf" : cut
}

/** What the Markdown of a document is called: its name with `.md` for `.pdf`. */
export const markdownName = (fileName: string): string => `${fileName.replace(/\.pdf$/i, "")}.md`

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
