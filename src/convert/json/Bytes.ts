/** Places in a string → places in its UTF-8 bytes. */
const ascii = /^[\0-\x7f]*$/

const bytesOf = (text: string): number => {
  if (ascii.test(text)) return text.length
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) bytes++
    else if (code < 0x800) bytes += 2
    else if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4
      i++
    } else bytes += 3
  }
  return bytes
}

/** Answers for places asked in ascending order. */
export const byteOffsets = (text: string): ((at: number) => number) => {
  let from = 0
  let bytes = 0
  return (at) => {
    bytes += bytesOf(text.slice(from, at))
    from = at
    return bytes
  }
}
