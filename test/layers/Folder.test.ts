import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { makeFolder } from "../../layers/storage/Folder.ts"

const home = mkdtempSync(join(tmpdir(), "folder-"))

afterAll(() => rmSync(home, { recursive: true }))

describe("A folder", () => {
  it("is made with those above it, and taken as it is when it is there", () => {
    const path = join(home, "a/b/c")
    for (const _ of [1, 2]) makeFolder(path, 0o700)
    assert.strictEqual(statSync(path).mode & 0o777, 0o700)
  })

  it("may be a link to one, and is not made where a file or a broken link is", () => {
    symlinkSync(home, join(home, "link"))
    makeFolder(join(home, "link"))
    makeFolder(join(home, "link/of/link"))
    assert.isTrue(existsSync(join(home, "of/link")))
    writeFileSync(join(home, "file"), "")
    symlinkSync(join(home, "nowhere"), join(home, "broken"))
    assert.throws(() => makeFolder(join(home, "file")), /EEXIST/)
    assert.throws(() => makeFolder(join(home, "file/below")), /ENOTDIR/)
    assert.throws(() => makeFolder(join(home, "broken/below")), /EEXIST/)
  })

  it("that the system says has no place in one that is there is refused: it was tried for ever", ({ skip }) => {
    if (!existsSync("/proc/self")) skip("skipped: there is no /proc on this platform")
    assert.throws(() => makeFolder("/proc/none"), /ENOENT/)
    assert.throws(() => makeFolder("/proc/none/below/it"), /ENOENT/)
  })
})
