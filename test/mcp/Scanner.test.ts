import { assert, describe, it, vi } from "@effect/vitest"
import * as fc from "fast-check"
import * as Scanner from "../../src/mcp/Scanner.ts"

const limit = 100_000

/** The upload of a body, and what is left, when it comes in pieces of `size` bytes. */
const scan = (text: string, size = 7) => {
  const bytes = new TextEncoder().encode(text)
  const scanner = Scanner.make(limit)
  const out: Array<number> = []
  for (let at = 0; at < bytes.length; at += size) out.push(...scanner.push(bytes.subarray(at, at + size)))
  return { content: Buffer.from(out), text: scanner.text(), isSound: scanner.isSound(), uploads: scanner.uploads() }
}

const message = (content: string) => `{"id":1,"params":{"name":"x","arguments":{"content_base64":${content},"a":"b"}}}`

describe("An upload in a message", () => {
  it("comes out as it went in, in whatever pieces, and leaves the rest of the message", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
        const found = scan(message(`"${Buffer.from(bytes).toString("base64")}"`), size)
        assert.deepStrictEqual([...found.content], [...bytes])
        assert.isTrue(found.isSound)
        assert.strictEqual(found.text, message('""'))
      })
    )
  })

  it("leaves nothing of a message that is not UTF-8: its letters were others", () => {
    const scanner = Scanner.make(limit)
    scanner.push(Buffer.from('{"id":1,"params":{"a":"\xe9"}}', "latin1"))
    assert.strictEqual(scanner.text(), "")
  })

  it("may be wrapped, escaped, for URLs or without padding", () => {
    const plain = Buffer.from([251, 255, 254, 0, 1])
    for (const text of [
      "+//+AAE=",
      "-__-AAE",
      "+\\/\\/+AAE=",
      "\\u002b//+AAE\\u003d",
      "+//+\\r\\nAAE=\\n",
      "+//+ AAE="
    ]) {
      const { content, isSound } = scan(message(`"${text}"`), 3)
      assert.deepStrictEqual([text, isSound, content.toString("hex")], [text, true, plain.toString("hex")])
    }
  })

  it("is unsound when it is no Base64, and counted when there are two", () => {
    for (const text of ["A", "AAAA=", "AA=A", "AAA\\u00e9", "AA.A", "A===", "AA\\q"]) {
      assert.isFalse(scan(message(`"${text}"`)).isSound, text)
    }
    assert.strictEqual(scan(`{"params":{"arguments":{"content_base64":"AAAA","content_base64":"AAAA"}}}`).uploads, 2)
  })

  it("is taken from its own place only", () => {
    for (const text of [
      `{"arguments":{"content_base64":"AAAA"}}`,
      `{"params":[{"arguments":{"content_base64":"AAAA"}}]}`,
      `[{"params":{"arguments":{"content_base64":"AAAA"}}}]`,
      `{"params":{"arguments":{"x":{"content_base64":"AAAA"}}}}`,
      `{"params":{"arguments":{"content_base64":["AAAA"]}}}`,
      `{"params":{"arguments":{"x":"content_base64","y":"AAAA"}}}`,
      `{"params":{"arguments":{"content_base64":7,"y":"AAAA"}}}`,
      `{"x":"\\"params\\":{","params":"arguments"}`
    ]) {
      const found = scan(text)
      assert.deepStrictEqual([found.uploads, found.text], [0, text])
    }
    assert.strictEqual(scan(`{"p\\u0061rams" : {"arguments": { "content_base64" : "AAAA" }}}`).uploads, 1)
  })

  it("is looked for without reading keys that cannot lead to it: 30,000 of them took a quarter of a second", () => {
    const parse = vi.spyOn(JSON, "parse")
    const others = Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join()
    const deep = `${'{"params":'.repeat(3_000)}1${"}".repeat(3_000)}`
    assert.strictEqual(scan(`{${others},"params":${deep}}`).uploads, 0)
    assert.isBelow(parse.mock.calls.length, 10)
    parse.mockRestore()
  })

  it("leaves every message without one as it is", () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (text, size) => {
        assert.strictEqual(scan(text, size).text, text)
      })
    )
  })
})
