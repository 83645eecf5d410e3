/** XMP is never asked for, and pdf.js would parse it with the document: nested, 10 kB of it take half a minute. */

const key = Buffer.from("/Metadata")

/** Renames, where they stand, the keys by which XMP would be found. */
export const withoutXmp = (bytes: Uint8Array): void => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = buffer.indexOf(key); at >= 0; at = buffer.indexOf(key, at + key.length)) buffer[at + 1] = 0x6d
}
