import { assert, it } from "@effect/vitest"
import { recent } from "../../src/process/Recent.ts"

it("what was made for a name is made once, until as many others have come after it", () => {
  const made: Array<string> = []
  const upper = recent<string>(2)
  const ask = (name: string) =>
    upper(name, () => {
      made.push(name)
      return name.toUpperCase()
    })
  assert.deepStrictEqual(["a", "b", "a", "c", "b", "a"].map(ask), ["A", "B", "A", "C", "B", "A"])
  assert.deepStrictEqual(made, ["a", "b", "c", "a"])
})

it("what comes to nothing is asked again, and takes no place", () => {
  const known = recent<number>(1)
  assert.strictEqual(
    known("good", () => 1),
    1
  )
  assert.strictEqual(
    known("bad", () => undefined),
    undefined
  )
  assert.strictEqual(
    known("good", () => 2),
    1
  )
})
