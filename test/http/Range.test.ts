import { assert, describe, it } from "@effect/vitest"
import { isKnown, isSame, rangeOf, takesGzip } from "../../src/http/results/Range.ts"

describe("A range", () => {
  it("is read when it is one range of bytes, and cut at the end", () => {
    const cases: ReadonlyArray<readonly [string, readonly [number, number]]> = [
      ["bytes=0-0", [0, 0]],
      ["bytes=0-9", [0, 9]],
      ["bytes=3-", [3, 9]],
      ["bytes=9-9", [9, 9]],
      ["bytes=5-99999999999999999999", [5, 9]],
      ["bytes=-1", [9, 9]],
      ["bytes=-100", [0, 9]],
      ["Bytes = 2 - 4", [2, 4]]
    ]
    for (const [header, [first, last]] of cases) assert.deepStrictEqual(rangeOf(header, 10), { first, last }, header)
  })

  it("that none of the bytes is in cannot be satisfied", () => {
    for (const header of ["bytes=10-", "bytes=10-20", "bytes=-0"]) assert.isNull(rangeOf(header, 10), header)
    assert.isNull(rangeOf("bytes=-1", 0))
    assert.isNull(rangeOf("bytes=0-", 0))
  })

  it("that cannot be read, or is several, counts as none", () => {
    for (const header of [
      undefined,
      "",
      "bytes",
      "bytes=",
      "bytes=-",
      "bytes=5-4",
      "bytes=0-1,3-4",
      "lines=1-2",
      "bytes=a-b"
    ]) {
      assert.isUndefined(rangeOf(header, 10), header)
    }
  })
})

describe("A tag", () => {
  it("is known by weak comparison, in a list or by a star", () => {
    for (const header of ['"a"', 'W/"a"', '"x", W/"a"', "*"]) assert.isTrue(isKnown(header, ['"a"']), header)
    for (const header of [undefined, "", '"b"', "a", '"aa"']) assert.isFalse(isKnown(header, ['"a"']), header)
  })

  it("is the same only when it is strong", () => {
    assert.isTrue(isSame(undefined, '"a"'))
    assert.isTrue(isSame('"a"', '"a"'))
    for (const header of ['W/"a"', '"b"', "Sat, 21 Nov 2026 09:00:00 GMT"])
      assert.isFalse(isSame(header, '"a"'), header)
  })
})

describe("gzip", () => {
  it("is taken where the client asks for it and likes nothing better", () => {
    for (const header of [
      "gzip",
      "GZIP",
      "deflate, gzip;q=0.5",
      "*",
      "br, *;q=0.1",
      "x-gzip",
      "identity;q=0, gzip;q=0.1"
    ]) {
      assert.isTrue(takesGzip(header), header)
    }
    for (const header of [
      undefined,
      "",
      "br",
      "gzip;q=0",
      "*;q=0",
      "identity, gzip;q=0.5",
      "gzip;q=0, *",
      "gzip;q=x"
    ]) {
      assert.isFalse(takesGzip(header), header)
    }
  })
})
