import { assert, describe, it } from "@effect/vitest"
import * as Convert from "../../../src/convert/Convert.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { defaults } from "../../../src/convert/model/Options.ts"
import type { RawPage } from "../../../src/convert/model/Page.ts"
import { rawPage } from "../../support/RawPages.ts"

const size = 10
const widthOf = (sign: string): number =>
  size * (/[iljtf.,;(){}[\]'"’”]/.test(sign) ? 0.28 : /[mwMW]/.test(sign) ? 0.8 : 0.5)

interface Placed {
  readonly x: number
  readonly signs: ReadonlyArray<string>
  readonly room: number
  readonly next: number
}

/** Lines of proportional letters, each word of which begins where `placed` says, with room between its letters. */
const page = (lines: ReadonlyArray<string>, placed: (word: string, x: number) => Placed): RawPage => {
  const glyphs = lines.flatMap((line, row) => {
    let at = 60
    return (line.match(/[A-Za-z]+|./g) ?? []).flatMap((word) => {
      const { x, signs, room, next } = placed(word, at)
      at = next
      let from = x
      return signs.flatMap((text) => {
        const glyph = { text, x: from, y: 100 + 12 * row, w: widthOf(text) }
        from += glyph.w + room
        return text === " " ? [] : [glyph]
      })
    })
  })
  const raw = rawPage({ texts: glyphs })
  return {
    ...raw,
    glyphs: { ...raw.glyphs, x: Float64Array.from(glyphs, ({ x }) => x), w: Float64Array.from(glyphs, ({ w }) => w) }
  }
}

const widthOfAll = (signs: ReadonlyArray<string>): number => signs.reduce((sum, each) => sum + widthOf(each), 0)

/** Each word takes as many places as it has letters, and what these leave is shared evenly before, between and behind them. */
const onPitch = (lines: ReadonlyArray<string>): RawPage =>
  page(lines, (word, x) => {
    const signs = [...word]
    const places = signs.length * 0.6 * size
    const room = (places - widthOfAll(signs)) / (signs.length + 1)
    return { x: x + room, signs, room, next: x + places }
  })

/** The same room behind every letter. */
const tracked = (lines: ReadonlyArray<string>, room: number): RawPage =>
  page(lines, (word, x) => {
    const signs = [...word]
    return { x, signs, room, next: x + widthOfAll(signs) + room * signs.length }
  })

const listing = ["public class Fillet {", "  int limit(String name) {", "    return name.width;", "  }", "}"]

const read = (raw: RawPage) => words(raw).map(({ text }) => text)

describe("pitches", () => {
  it("make code of a listing in proportional letters, whose names fell apart into letters", () => {
    const raw = onPitch(listing)
    assert.isTrue(words(raw).every(({ mono }) => mono))
    assert.deepStrictEqual(read(raw).slice(0, 4), ["public", "class", "Fillet", "{"])
    const printed = Convert.document({ pages: 1, title: null, author: null }, [Convert.page(raw)], defaults)
    assert.strictEqual(printed.trim(), ["```", ...listing, "```"].join("\n"))
  })

  it("have quotes and stars as they are typed", () =>
    assert.deepStrictEqual(
      read(onPitch([...listing, "print(”width” ∗ name)"]))
        .slice(-3)
        .join(" "),
      'print("width" * name)'
    ))

  it("are none in text, letter-spaced or not: its words have one gap and unlike pitches", () => {
    for (const room of [0, 0.5, 1, 1.5])
      assert.isFalse(
        words(tracked(["public width limits little name", "women will return fillets"], room)).some(({ mono }) => mono)
      )
  })

  it("are none of a line of text among a listing, nor of too few words", () => {
    const isTyped = (raw: RawPage) => words(raw).map(({ text, mono }) => (mono ? text : ""))
    assert.deepStrictEqual(isTyped(onPitch(["will name"])).join(""), "")
    const [code, text] = [onPitch(listing), tracked(["", "", "", "", "", "", "little women return"], 0)]
    const join = (a: ArrayLike<number>, b: ArrayLike<number>) => [...Array.from(a), ...Array.from(b)]
    const both = {
      ...code,
      glyphs: {
        ...rawPage({ texts: [...code.glyphs.text, ...text.glyphs.text].map((each) => ({ text: each, x: 0, y: 0 })) })
          .glyphs,
        x: Float64Array.from(join(code.glyphs.x, text.glyphs.x)),
        y: Float64Array.from(join(code.glyphs.y, text.glyphs.y)),
        w: Float64Array.from(join(code.glyphs.w, text.glyphs.w))
      }
    }
    assert.deepStrictEqual(isTyped(both).slice(-3), ["", "", ""])
    assert.include(isTyped(both), "Fillet")
  })

  it("take no longer for each word on a line of a hundred thousand words, nor fail for so many", () =>
    assert.isTrue(words(onPitch(["will name it ".repeat(50_000)])).every(({ mono }) => mono)))
})
