import { assert, describe, it } from "@effect/vitest"
import { isOutage } from "../../src/process/Outage.ts"

const sqlError = (code: string) => ({
  _tag: "SqlError",
  reason: { _tag: "UnknownError", cause: Object.assign(new Error("…"), { code }) }
})

describe("An outage", () => {
  it("is a store that does not answer, a database that stops, starts or has no room", () => {
    assert.isTrue(isOutage({ _tag: "StoreUnavailable", cause: new Error("ENOSPC") }))
    assert.isTrue(isOutage({ _tag: "SqlError", reason: { _tag: "ConnectionError" } }))
    for (const code of ["08006", "25006", "53100", "53300", "57P01", "57P02", "57P03", "58030"]) {
      assert.isTrue(isOutage(sqlError(code)), code)
    }
  })

  it("is nothing else", () => {
    for (const code of ["22021", "23505", "40001", "42601", "57014", "57P05", "XX000"]) {
      assert.isFalse(isOutage(sqlError(code)), code)
    }
    assert.isFalse(isOutage(new Error("53100")))
    assert.isFalse(isOutage({ _tag: "not_ready", code: "53100" }))
    assert.isFalse(isOutage(undefined))
  })

  it("is found without following causes for ever", () => {
    const error: { _tag: string; cause?: unknown } = { _tag: "SqlError" }
    error.cause = error
    assert.isFalse(isOutage(error))
  })
})
