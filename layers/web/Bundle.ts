/** Where the bundle of the page lies, and what it was made of. */
import { createHash } from "node:crypto"
import { readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))

export const folder = join(root, "dist/web")

/** What the bundle says of itself. */
export const stampName = "stamp"

/** What the page is made of, of this repository; of packages, what the lock file says. */
const sources = ["src/web", "src/client", "schema"]

/** Changes when anything does that the page is made of. */
export const stampOf = async (): Promise<string> => {
  const files = (
    await Promise.all(
      sources.map(async (source) =>
        (
          await readdir(join(root, source), { recursive: true, withFileTypes: true })
        )
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
      )
    )
  )
    .flat()
    .concat([join(root, "package.json"), join(root, "layers/main/build.ts")])
    .toSorted()
  const hash = createHash("sha256")
  for (const file of files) hash.update(file).update(await readFile(file))
  return hash.digest("hex")
}

export const isFresh = async (): Promise<boolean> => {
  const stamp = await readFile(join(folder, stampName), "utf8").catch(() => "")
  return stamp !== "" && stamp === (await stampOf())
}

/**
 * Puts a folder in the place of what was there. Of several that do so at once one stays, whole: those of the others go, for
 * they hold the same.
 */
export const replace = async (place: string, draft: string): Promise<void> => {
  const old = `${draft}.old`
  // Moved, not removed file by file: another may put its own there meanwhile.
  await rename(place, old).catch(() => {})
  await rename(draft, place).catch(() => {})
  await Promise.all([draft, old].map((left) => rm(left, { recursive: true, force: true })))
}
