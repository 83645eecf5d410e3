import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { joined } from "../../../src/convert/document/Hyphens.ts"
import { dedupeUrls } from "../../../src/convert/markdown/Addresses.ts"
import { print } from "../../../src/convert/markdown/Inline.ts"
import type { Run } from "../../../src/convert/model/Block.ts"

const href = "https://a.example/b-c/d_(e)?f=1"
const said = (...runs: ReadonlyArray<Run>) => print(runs)

describe("a link whose address is printed behind it", () => {
  it("has it once", () => {
    const title = { text: "Guide ", href }
    const target = "(https://a.example/b-c/d_%28e%29?f=1)"
    assert.strictEqual(
      said({ text: `See ` }, { text: `Guide (${href})`, href }, { text: " now" }),
      `See [Guide]${target} now`
    )
    assert.strictEqual(said(title, { text: "(" }, { text: href, mono: true }, { text: ")." }), `[Guide]${target}.`)
    assert.strictEqual(
      said(title, { text: "(" }, { text: href, mono: true, href }, { text: ") ." }),
      `[Guide]${target}.`
    )
    assert.strictEqual(
      said({ text: "Ann (mailto:a@b.example)", href: "mailto:a@b.example" }),
      "[Ann](mailto:a@b.example)"
    )
  })

  it("may have it broken at a line's end", () =>
    assert.strictEqual(
      said({ text: "Guide (https://a.example/-bc/ d)", href: "https://a.example/bc/d" }),
      "[Guide](https://a.example/bc/d)"
    ))

  it("keeps another address, one of its own text, and brackets that hold more", () => {
    for (const text of ["Guide (https://b.example/)", "Guide (https://a.example/b, page 3)", "(https://a.example/b)"])
      assert.deepEqual(dedupeUrls([{ text, href: "https://a.example/b" }]), [{ text, href: "https://a.example/b" }])
  })

  it("loses nothing else", () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string(), href: fc.constantFrom("https://a.example/b", "https://b.example") })),
        (runs) => {
          const text = runs.map((run) => run.text).join("")
          assert.strictEqual(
            dedupeUrls(runs)
              .map((run) => run.text)
              .join(""),
            text
          )
        }
      )
    ))
})

describe("a link's own address, broken at a line's end", () => {
  const read = (href: string | undefined, ...lines: ReadonlyArray<string>) =>
    joined(
      lines.map((text) => ({ runs: [{ text, ...(href === undefined ? {} : { href }) }] })),
      { lexicon: new Set() }
    )
      .map(({ text }) => text)
      .join("")

  it("is whole, with its hyphens and without blanks", () =>
    assert.strictEqual(
      read("https://ab.example/le-pro/", "See https://a", "b.example/le-", "pro/ now"),
      "See https://ab.example/le-pro/ now"
    ))

  it("is told from words, from other addresses, and from text that is no link", () => {
    assert.strictEqual(read("https://ab.example/", "a", "b"), "a b")
    assert.strictEqual(read("https://ab.example/", "https://c", "b.example/"), "https://c b.example/")
    assert.strictEqual(read(undefined, "https://a", "b.example/"), "https://a b.example/")
  })
})
