import { assert, describe, it } from "@effect/vitest"
import { distance, nearest } from "../../src/requests/Near.ts"

describe("The distance of two words", () => {
  it("counts letters added, removed, changed and swapped with their neighbour", () => {
    assert.deepStrictEqual(
      [
        distance("tags", "tags"),
        distance("tag", "tags"),
        distance("tagss", "tags"),
        distance("tegs", "tags"),
        distance("tgas", "tags"),
        distance("", "tags")
      ],
      [0, 1, 1, 1, 1, 4]
    )
  })
})

const known = [["url"], ["tags"], ["file_name"], ["options"], ["options", "tables"], ["options", "page_range"]]

const meant = (...path: ReadonlyArray<string>) => nearest(path, known)?.join(".")

describe("A name that is not known", () => {
  it("was meant to be the known one that it is a slip away from", () => {
    assert.strictEqual(meant("optons"), "options")
    assert.strictEqual(meant("ulr"), "url")
    assert.strictEqual(meant("options", "tabels"), "options.tables")
  })

  it("was meant to be the known one of the same name in another place", () => {
    assert.strictEqual(meant("page_range"), "options.page_range")
    assert.strictEqual(meant("options", "file_name"), "file_name")
  })

  it("was meant to be the known one whose words are joined otherwise", () => {
    assert.strictEqual(meant("fileName"), "file_name")
    assert.strictEqual(meant("file-name"), "file_name")
  })

  it("is not guessed at when it is far from all, or as near to two", () => {
    assert.isUndefined(meant("colour"))
    assert.isUndefined(nearest(["tag"], [["tab"], ["tax"]]))
  })
})
