import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

/** A line in pieces, those between grave accents in typewriter, one right after the other. */
const line = (text: string, y = 100): ReadonlyArray<Text> => {
  let x = 50
  return text.split("`").map((piece, i) => {
    const at = x
    x += 5 * piece.length
    return { text: piece, x: at, y, font: i % 2 === 1 ? "Courier" : "Body" }
  })
}
const read = (text: string): string => convert([{ texts: line(text) }]).trim()

describe("signs in another font within code", () => {
  it("are code where they touch it on both sides, or are the brackets of a tag: they cut names in pieces", () => {
    assert.strictEqual(read("It says `begin`{`verbatim` here"), "It says `begin{verbatim` here")
    assert.strictEqual(read("It takes `T`'`Class` as well"), "It takes `T'Class` as well")
    assert.strictEqual(read("It runs `f(a, `'`b`'`)` or `x=`'`a b`' then"), "It runs `f(a, 'b')` or `x='a b'` then")
    assert.strictEqual(read("It may hold <`dir name`> and <`blank`> too"), "It may hold `<dir name>` and `<blank>` too")
  })

  it("stay text where a space parts them from it, or text sets them between code itself", () => {
    for (const text of [
      "It reads `one`/`two` and `on`|`off` so",
      "It reads `one` < `two` and `x`= 2 then",
      "It is '`item`' or '`x`' so",
      "It is {`item`} or <`item` here",
      "It is < `item`> so"
    ])
      assert.strictEqual(read(text).replaceAll("&lt;", "<").replaceAll("\\", ""), text)
  })

  it("make no listing of a line that is set in: it is the title of what is said about a tag", () => {
    const texts = [
      { text: "This is text, of which there is some more.", x: 30, y: 80 },
      ...line("<`dir`>", 100),
      { text: "This is the text of it, of which there is some more below.", x: 50, y: 114 }
    ]
    assert.notInclude(convert([{ texts }]), "```")
    assert.include(convert([{ texts }]), "`<dir>`")
  })

  it("are code where a backslash begins a name, or a brace ends what is open in the code before it", () => {
    assert.strictEqual(read("It says \\`usepackage` here"), "It says `\\usepackage` here")
    assert.strictEqual(
      read("It says `name{<text>`} and \\`id`{`...`} too"),
      "It says `name{<text>}` and `\\id{...}` too"
    )
    assert.strictEqual(read("It takes (`a` or {`b`} and `c`) so"), "It takes (`a` or {`b`} and `c`) so")
  })
})
