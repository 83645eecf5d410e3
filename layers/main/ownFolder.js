import { chmodSync, lstatSync, mkdirSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

/** This person's own folder for spools and compiled code, among everybody's. */
export const own = () => {
  const { uid } = userInfo()
  const folder = join(tmpdir(), `pdf-to-markdown-${uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) throw new Error(`${folder} belongs to somebody else`)
  // children of root have users of their own, who pass through
  if (uid === 0) chmodSync(folder, 0o711)
  return folder
}
