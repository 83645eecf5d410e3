/** Whether bytes are a PDF, by their beginning. */

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
