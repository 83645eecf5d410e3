import { assert, it } from "@effect/vitest"
import { wholeJson } from "../../../src/convert/json/Whole.ts"

const whole = (pieces: ReadonlyArray<string>) => {
  const { add, end } = wholeJson()
  return pieces.map(add).join("") + end
}

const head = { pages: [{ page: 1 }], images: ["how it is stored"] }
const blocks = [{ id: "p1-1", text: "One\nline" }, { id: "p1-2" }, { id: "p1-3" }]
const lines = (count: number) => [head, ...blocks.slice(0, count)].map((line) => `${JSON.stringify(line)}\n`).join("")

it("Lines of JSON are one document, in whatever pieces they come", () => {
  for (const count of [0, 1, 3]) {
    const text = lines(count)
    const document = whole([text])
    assert.deepStrictEqual(JSON.parse(document), { pages: head.pages, blocks: blocks.slice(0, count) })
    assert.lengthOf(document.trim().split("\n"), count + 2)
    for (let size = 1; size < text.length; size++) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []
      assert.strictEqual(whole(["", ...pieces]), document)
    }
  }
})
