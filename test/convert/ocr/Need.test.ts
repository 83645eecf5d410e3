import { assert, describe, it } from "@effect/vitest"
import { readPage } from "../../../src/convert/Convert.ts"
import type { PageReport, PageWarning } from "../../../src/convert/model/Document.ts"
import { defaults, type Options } from "../../../src/convert/model/Options.ts"
import { Flag, type RawPage } from "../../../src/convert/model/Page.ts"
import { better } from "../../../src/convert/ocr/Need.ts"
import { column, rawPage, type Sheet } from "../../support/RawPages.ts"

const isToRecognise = (sheet: Sheet, converter: Options["converter"] = "auto") =>
  readPage(rawPage(sheet), { ...defaults, converter }).isToRecognise

/** A picture that covers this share of a page of 600 by 800 points. */
const picture = (share: number) => [{ x0: 0, y0: 0, x1: 600, y1: 800 * share }]

/** A page without text that so many paths are drawn on. */
const drawn = (count: number) => {
  const drawings = Array.from({ length: count }, () => ({ x0: 5, y0: 5, x1: 9, y1: 9 }))
  return readPage({ ...rawPage({ texts: [] }), drawings }, defaults).isToRecognise
}

const sentence = "The report covers all of the projects that were begun in the year before it was written down"
const layer = (text: string, flags = 0) =>
  column(
    Array.from({ length: 10 }, () => text),
    { x: 50, y: 100, flags }
  )

describe("A page is recognised", () => {
  it("when it is a picture with no text, or no more than a stamp", () => {
    assert.isTrue(isToRecognise({ texts: [], images: picture(0.61) }))
    assert.isTrue(isToRecognise({ texts: [{ text: "x".repeat(24), x: 50, y: 780, size: 30 }], images: picture(1) }))
    assert.isTrue(isToRecognise({ texts: [{ text: sentence, x: 50, y: 780, size: 9 }], images: picture(1) }))
  })

  it("but not when the picture takes part of it only, or text stands all over it", () => {
    assert.isFalse(isToRecognise({ texts: [], images: picture(0.59) }))
    assert.isFalse(isToRecognise({ texts: layer(sentence), images: picture(1) }))
    assert.isTrue(isToRecognise({ texts: layer(sentence, Flag.overlaid), images: picture(1) }))
  })

  it("when the text layer over its picture is bad or missing, not when it is good", () => {
    assert.isFalse(isToRecognise({ texts: layer(sentence, Flag.invisible), images: picture(1) }))
    assert.isTrue(isToRecognise({ texts: layer("~~ ,i; :l.. |!_ '- *^ {} ;;", Flag.invisible), images: picture(1) }))
    assert.isTrue(isToRecognise({ texts: layer("t h e r e p o r t o f a l l", Flag.invisible), images: picture(1) }))
    assert.isTrue(isToRecognise({ texts: [{ text: "A few words", x: 9, y: 9, flags: 1 }], images: picture(1) }))
  })

  it("when the text of its picture is read in pieces, be it over the picture or under it; not when it is no picture", () => {
    const pieces = (count: number, pictures: Pick<RawPage, "images" | "imagesAt">, flags = 0) => {
      const texts = column(
        Array.from({ length: count }, () => "of all the projects begun"),
        { x: 50, y: 50, leading: 25, flags }
      )
      return readPage({ ...rawPage({ texts }), ...pictures }, defaults).isToRecognise
    }
    assert.isTrue(pieces(30, { images: picture(1) }, Flag.invisible))
    assert.isFalse(pieces(29, { images: picture(1) }, Flag.invisible))
    assert.isTrue(pieces(30, { images: picture(1), imagesAt: [750] }))
    assert.isFalse(pieces(30, { images: picture(1), imagesAt: [0] }))
    assert.isFalse(pieces(30, { images: [] }))
  })

  it("when its characters cannot be what is printed", () => {
    assert.isTrue(isToRecognise({ texts: layer("\uE001\uE002\uE003\uE004 \uE005\uE006\uE007") }))
    assert.isFalse(isToRecognise({ texts: layer(sentence) }))
  })

  it("when its text is set as outlines, which are many", () => {
    assert.isTrue(drawn(100))
    assert.isFalse(drawn(99))
  })

  it("but not when it is drawn with more paths than letters have", () => {
    assert.isTrue(drawn(30_000))
    assert.isFalse(drawn(30_001))
  })

  it("never under `text`, and always under `ocr` unless it is blank", () => {
    assert.isFalse(isToRecognise({ texts: [], images: picture(1) }, "text"))
    assert.isTrue(isToRecognise({ texts: layer(sentence) }, "ocr"))
    assert.isTrue(isToRecognise({ texts: [], images: picture(0.1) }, "ocr"))
    assert.isFalse(isToRecognise({ texts: [] }, "ocr"))
  })
})

describe("Of two readings of a page", () => {
  const page = (method: PageReport["method"], characters: number, ...warnings: ReadonlyArray<PageWarning>) => ({
    ...readPage(rawPage({ texts: [] }), defaults).page,
    method,
    characters,
    warnings
  })
  const kept = (text: ReturnType<typeof page>, characters: number, converter: Options["converter"] = "auto") =>
    better(text, page("ocr", characters), { converter }).method

  it("the one with more text is kept", () => {
    assert.strictEqual(kept(page("text", 20), 19), "text")
    assert.strictEqual(kept(page("text", 20), 20), "ocr")
  })

  it("the text is kept where recognising failed, and what failed is said; a stamp is no text", () => {
    const failed = page("empty", 0, "page_failed")
    const keptOf = (characters: number, converter: Options["converter"] = "auto") => {
      const { method, warnings } = better(page("text", characters, "hidden_text_layer"), failed, { converter })
      return [method, ...warnings]
    }
    assert.deepStrictEqual(keptOf(25), ["text", "hidden_text_layer", "page_failed"])
    assert.deepStrictEqual(keptOf(24), ["empty", "page_failed"])
    assert.deepStrictEqual(keptOf(25, "ocr"), ["empty", "page_failed"])
  })

  it("the recognised one is kept where the text cannot be trusted, and where it was asked for", () => {
    assert.strictEqual(kept(page("text", 20, "unmapped_fonts"), 10), "ocr")
    assert.strictEqual(kept(page("text", 20), 10, "ocr"), "ocr")
  })
})
