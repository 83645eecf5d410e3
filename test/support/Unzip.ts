/** The files of a zip, as its directory lists them. */
import { inflateRawSync } from "node:zlib"

export interface Unzipped {
  readonly name: string
  readonly bytes: Buffer
  readonly crc: number
}

export const unzipped = (all: Uint8Array): ReadonlyArray<Unzipped> => {
  const zip = Buffer.from(all)
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"))
  if (end < 0) throw new Error("This is no zip")
  const count = zip.readUInt16LE(end + 10)
  const out: Array<Unzipped> = []
  for (let at = zip.readUInt32LE(end + 16), i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error("The directory is broken")
    const [method, crc, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const [length, start] = [zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    if (zip.readUInt32LE(start) !== 0x04034b50) throw new Error("A file does not begin where the directory says")
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const bytes = zip.subarray(from, from + packed)
    out.push({
      name: zip.toString("utf8", at + 46, at + 46 + length),
      bytes: method === 0 ? bytes : inflateRawSync(bytes),
      crc
    })
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return out
}
