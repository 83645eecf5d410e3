import { assert, describe, it } from "@effect/vitest"
import { BlobKey } from "../../schema/Ids.ts"
import { leftOver } from "../../src/jobs/Retention.ts"

const key = (n: number) => BlobKey.make(`01890000-0000-7000-8000-00000000000${n}`)
const minute = 60_000

describe("A file that no job knows", () => {
  it("is left over once it has been unknown at every look for ten minutes, and is waited for until then", () => {
    const first = leftOver(new Map(), [key(1), key(2)], 0)
    assert.deepStrictEqual(first, {
      gone: [],
      waiting: [
        [key(1), 0],
        [key(2), 0]
      ]
    })
    // A file that has got its row is unknown no more; another one is new.
    const second = leftOver(new Map(first.waiting), [key(1), key(3)], 5 * minute)
    assert.deepStrictEqual(second, {
      gone: [],
      waiting: [
        [key(1), 0],
        [key(3), 5 * minute]
      ]
    })
    const third = leftOver(new Map(second.waiting), [key(1), key(3)], 10 * minute)
    assert.deepStrictEqual(third, { gone: [key(1)], waiting: [[key(3), 5 * minute]] })
  })
})
