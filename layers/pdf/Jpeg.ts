/** A file's bytes → the JPEG that one of its objects is, as it was put there. Objects that are streams lie in the file itself, whatever else is packed. */
import type { FileHandle } from "node:fs/promises"

/** A dictionary is at most so long, in bytes. */
const longestDictionary = 8192
/** A JPEG of more bytes is left in the document. */
const largest = 20 * 1024 ** 2
/** The file is searched in pieces of this many bytes, which overlap by the longest head of an object. */
const piece = 4 * 1024 ** 2
const overlapping = 32

/** Where the objects of these numbers begin: the last of a number counts, as it does in a file that was changed. */
export const offsetsOf = async (file: FileHandle, numbers: ReadonlySet<number>): Promise<Map<number, number>> => {
  const found = new Map<number, number>()
  const buffer = Buffer.alloc(piece + overlapping)
  for (let start = 0; ; start += piece) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
    for (let at = buffer.indexOf(" obj"); at >= 0 && at < bytesRead; at = buffer.indexOf(" obj", at + 1)) {
      const head = /(\d{1,10})\s+\d{1,5}$/.exec(buffer.toString("latin1", Math.max(0, at - 20), at))
      const number = Number(head?.[1])
      if (head !== null && numbers.has(number)) found.set(number, start + at + 4)
    }
    if (bytesRead < buffer.length) return found
  }
}

const isJpeg = /\/Filter\s*(?:\/DCTDecode|\[\s*\/DCTDecode\s*\])/
/** What changes how its pixels are painted. */
const isChanged = /\/(?:SMask|Mask|Decode|ImageMask)\b/

/** The JPEG of the object that begins there; null where it is none, or not as it is painted. */
export const jpegAt = async (file: FileHandle, offset: number): Promise<Uint8Array | null> => {
  const head = Buffer.alloc(longestDictionary)
  const { bytesRead } = await file.read(head, 0, head.length, offset)
  const text = head.toString("latin1", 0, bytesRead)
  const start = /\bstream\r?\n/.exec(text)
  if (start === null) return null
  const dictionary = text.slice(0, start.index)
  if (!isJpeg.test(dictionary) || isChanged.test(dictionary)) return null
  const length = Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary)?.[1] ?? largest)
  const bytes = Buffer.alloc(Math.min(length, largest))
  const read = await file.read(bytes, 0, bytes.length, offset + start.index + start[0].length)
  const all = bytes.subarray(0, read.bytesRead)
  const end = all.indexOf("endstream")
  return trimmed(end < 0 || length < largest ? all : all.subarray(0, end))
}

/** From its start to its end, without what the document puts behind it; null where it does not begin or end as a JPEG does. */
const trimmed = (bytes: Buffer): Uint8Array | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  const end = bytes.lastIndexOf(Buffer.of(0xff, 0xd9))
  return end < bytes.length - 8 ? null : new Uint8Array(bytes.subarray(0, end + 2))
}

export interface JpegShape {
  readonly width: number
  readonly height: number
  /** 1 of grey, 3 of colour, 4 of print, which browsers show in colours of their own. */
  readonly components: number
}

/** What its frame says; null where it has none. A picture that is to be turned for showing has no shape here. */
export const shapeOf = (bytes: Uint8Array): JpegShape | null => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 10 < view.length; ) {
    if (view[at] !== 0xff) return null
    const marker = view[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.readUInt16BE(at + 2)
    if (
      marker === 0xe1 &&
      view.toString("latin1", at + 4, at + 8) === "Exif" &&
      isTurned(view.subarray(at + 10, at + 2 + length))
    )
      return null
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame)
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7), components: view[at + 9] ?? 0 }
    if (marker === 0xda) return null
    at += 2 + length
  }
  return null
}

/** Whether Exif has any other orientation than 1. */
const isTurned = (tiff: Buffer): boolean => {
  if (tiff.length < 14) return false
  const isLittle = tiff.toString("latin1", 0, 2) === "II"
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const first = long(4)
  for (let i = 0; i < Math.min(64, short(first)); i++) {
    const at = first + 2 + 12 * i
    if (short(at) === 0x0112) return short(at + 8) > 1
  }
  return false
}
