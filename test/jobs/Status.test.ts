import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Room } from "../../src/jobs/Queue.ts"
import { roomFor } from "../../src/jobs/runs/Worker.ts"
import { admit } from "../../src/jobs/Slots.ts"
import { isActive, isEnded, isGone, removed } from "../../src/jobs/Status.ts"

describe("A job's status", () => {
  it("says whether it holds a slot, has ended, is gone, and what DELETE makes of it", () =>
    assert.deepStrictEqual(
      (["queued", "processing", "ready", "error", "canceled", "deleted"] as const).map((status) => [
        status,
        isActive(status),
        isEnded(status),
        isGone(status),
        removed(status)
      ]),
      [
        ["queued", true, false, false, "canceled"],
        ["processing", true, false, false, "canceled"],
        ["ready", false, true, false, "deleted"],
        ["error", false, true, false, "deleted"],
        ["canceled", false, true, true, "canceled"],
        ["deleted", false, true, true, "deleted"]
      ]
    ))
})

describe("Slots", () => {
  it("take all that fit, or none", () => {
    assert.isTrue(Result.isSuccess(admit(3, 2, 1)))
    assert.isTrue(Result.isFailure(admit(3, 3, 1)))
    assert.isTrue(Result.isSuccess(admit(10, 0, 10)))
    const refused = admit(10, 5, 6)
    assert.isTrue(Result.isFailure(refused))
    if (Result.isFailure(refused)) assert.deepStrictEqual([refused.failure.used, refused.failure.limit], [5, 10])
  })
})

describe("A free converter", () => {
  const room = (priority: number, standard: number): ReadonlyArray<Room> =>
    [{ pool: "priority", most: priority } as const, { pool: "standard", most: standard } as const].filter(
      ({ most }) => most > 0
    )

  it("asks the priority pool first, and leaves one converter to it", () => {
    assert.deepStrictEqual(roomFor({ standard: 0, total: 0 }, 4), room(4, 3))
    assert.deepStrictEqual(roomFor({ standard: 2, total: 2 }, 4), room(2, 1))
    assert.deepStrictEqual(roomFor({ standard: 3, total: 3 }, 4), room(1, 0))
    assert.deepStrictEqual(roomFor({ standard: 3, total: 4 }, 4), [])
    assert.deepStrictEqual(roomFor({ standard: 0, total: 4 }, 4), [])
  })

  it("that is the only one serves both", () => {
    assert.deepStrictEqual(roomFor({ standard: 0, total: 0 }, 1), room(1, 1))
    assert.deepStrictEqual(roomFor({ standard: 1, total: 1 }, 1), [])
  })
})
