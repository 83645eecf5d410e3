/** A folder as a zip file (PKWARE's APPNOTE 6.3) whose programs stay programs. */
import * as fs from "node:fs"
import { join, relative, sep } from "node:path"
import { crc32, deflateRawSync } from "node:zlib"

/** Unix, version 2.0: folders, deflate, and the modes of files. */
const madeBy = (3 << 8) | 20
const utf8 = 0x800
const deflate = 8
/** The same files make the same zip: every date is the first that there is, 1 January 1980. */
const date = 0x21

const record = (...fields: ReadonlyArray<readonly [value: number, bytes: 2 | 4]>) =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    })
  )

export const zip = (folder: string, file: string): void => {
  const out = fs.openSync(file, "w")
  const directory: Array<Buffer> = []
  let at = 0
  const write = (...parts: ReadonlyArray<Buffer>) => {
    for (const part of parts) at += fs.writeSync(out, part)
  }
  for (const path of fs.globSync(join(folder, "**/*")).sort()) {
    const { mode, size } = fs.statSync(path)
    if ((mode & fs.constants.S_IFDIR) !== 0) continue
    const bytes = fs.readFileSync(path)
    const packed = deflateRawSync(bytes)
    const name = Buffer.from(relative(folder, path).split(sep).join("/"))
    const described = [
      ...([
        [utf8, 2],
        [deflate, 2],
        [0, 2],
        [date, 2]
      ] as const),
      ...([
        [crc32(bytes), 4],
        [packed.length, 4],
        [size, 4],
        [name.length, 2],
        [0, 2]
      ] as const)
    ] as const
    directory.push(
      record(
        [0x02014b50, 4],
        [madeBy, 2],
        [20, 2],
        ...described,
        [0, 2],
        [0, 2],
        [0, 2],
        [(mode << 16) >>> 0, 4],
        [at, 4]
      ),
      name
    )
    write(record([0x04034b50, 4], [20, 2], ...described), name, packed)
  }
  const start = at
  write(...directory)
  const files = directory.length / 2
  write(record([0x06054b50, 4], [0, 2], [0, 2], [files, 2], [files, 2], [at - start, 4], [start, 4], [0, 2]))
  fs.closeSync(out)
}
