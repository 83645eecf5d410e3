/** What is done to files: what changes the disk may have to wait for it, and this process with its other requests does not, other threads do. */
import { close, closeSync, fsync, open, openSync, read, rename, write } from "node:fs"
import { unlink } from "node:fs/promises"
import { promisify } from "node:util"

export const opened = promisify(open)
export const renamed = promisify(rename)
export const flushed = promisify(fsync)
export const closed = promisify(close)
const filled = promisify(read)
const written = promisify(write)

export const isAbsent = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT"

/** To open and to close a directory changes nothing, and takes less time than to ask another thread to do it. */
export const synced = async (directory: string) => {
  const folder = openSync(directory, "r")
  try {
    await flushed(folder)
  } finally {
    closeSync(folder)
  }
}

export const append = async (file: number, bytes: Uint8Array) => {
  for (let at = 0; at < bytes.length; ) at += (await written(file, bytes, at)).bytesWritten
}

/** Part of a file, all at once; null where there is no such file. One that is shorter than it was ends early. */
export const partOf = async (path: string, offset: number, length: number) => {
  const file = await opened(path, "r").catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })
  if (file === null) return null
  try {
    const bytes = new Uint8Array(length)
    let size = 0
    for (let last = -1; last !== 0 && size < length; ) {
      last = (await filled(file, bytes, size, length - size, offset + size)).bytesRead
      size += last
    }
    return bytes.subarray(0, size)
  } finally {
    closeSync(file)
  }
}

/** Removes a file, if it is there. (`fs.remove` of a platform asks the system three times.) */
export const gone = (path: string) =>
  unlink(path).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })
