import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { document, scan } from "../../../src/convert/Convert.ts"
import { defaults } from "../../../src/convert/model/Options.ts"
import type { Recognised, RecognisedLine } from "../../../src/convert/ocr/Recognised.ts"
import { confidenceIn, graphicsOf, scanned } from "../../../src/convert/ocr/Scan.ts"
import { looks } from "../../../src/convert/ocr/Sizes.ts"
import { rawPage } from "../../support/RawPages.ts"

/** A line of words, each character half as wide as the size. */
const line = (
  text: string,
  at: { x: number; y: number; size?: number; confidence?: number; stroke?: number; angle?: 0 | 90 | 270 }
): RecognisedLine => {
  const { x, y, size = 10, confidence = 0.9, stroke = 0, angle = 0 } = at
  let from = x
  const words = text.split(" ").map((text) => {
    const word = { text, confidence, x0: from, x1: from + text.length * size * 0.5, stroke }
    from = word.x1 + size * 0.3
    return word
  })
  return { angle, baseline: y, rise: 0.7 * size, words }
}

const sheet = graphicsOf(rawPage({ texts: [] }))

const page = (lines: ReadonlyArray<RecognisedLine>): Recognised => ({
  width: 600,
  height: 800,
  lines,
  segments: [],
  areas: [],
  languages: ["eng"],
  asDrawn: true,
  turned: 0
})

const markdown = (lines: ReadonlyArray<RecognisedLine>) =>
  document({ pages: 1, title: null, author: null }, [scan(sheet, page(lines))], defaults)

const body = (x: number, y: number, count: number, text: string) =>
  Array.from({ length: count }, (_, i) => line(text, { x, y: y + i * 13 }))

describe("Recognised words", () => {
  it("become a page whose headings are told by their height", () => {
    const text = markdown([
      line("Annual report", { x: 50, y: 60, size: 20 }),
      ...body(50, 100, 5, "some words of a line that is rather long and full")
    ])
    assert.match(text, /^# Annual report\n\nsome words/)
  })

  it("are read column by column, whatever order they come in", () => {
    const left = body(50, 100, 12, "left left left left left left left left")
    const right = body(330, 100, 12, "right right right right right right")
    const mixed = left.flatMap((line, i) => [line, right[i] ?? line])
    const text = markdown(mixed)
    assert.isBelow(text.lastIndexOf("left"), text.indexOf("right"))
  })

  it("keep their spaces, however wide their letters are", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 8 }), (words) => {
        assert.include(markdown([line(words.join(" "), { x: 50, y: 100 })]), words.join(" "))
      })
    )
  })

  it("keep their spaces where the recogniser says that one ends where the next but one does", () => {
    const whole = line("regular rate and rhythm", { x: 50, y: 100 })
    const words = whole.words.map((word, i) => (i === 0 ? { ...word, x1: whole.words[2]?.x1 ?? 0 } : word))
    assert.include(markdown([{ ...whole, words }]), "regular rate and rhythm")
  })

  it("of scripts that have no spaces are set without", () => {
    assert.include(markdown([line("「 文字 は データ ー です 」", { x: 50, y: 100 })]), "「文字はデーターです」")
    assert.include(markdown([line("PDF の 文字", { x: 50, y: 100 })]), "PDF の文字")
    assert.include(markdown([line("단어 사이", { x: 50, y: 100 })]), "단어 사이")
  })

  it("are left out when they were guessed, alone or as a line", () => {
    const facts = scan(sheet, page([line("sure", { x: 50, y: 50 }), line("guess", { x: 50, y: 90, confidence: 0.39 })]))
    assert.strictEqual(facts.characters, 4)
    const speck = { text: ";", confidence: 0.24, x0: 200, x1: 203, stroke: 0 }
    const spoilt = line("sure", { x: 50, y: 50 })
    assert.notInclude(markdown([{ ...spoilt, words: [...spoilt.words, speck] }]), ";")
  })

  it("of scripts that have no spaces stay whole where one letter was read badly", () => {
    const whole = line("技術 者 たち は", { x: 50, y: 100 })
    const words = whole.words.map((word, i) => ({ ...word, confidence: i === 1 ? 0.1 : 0.9 }))
    assert.include(markdown([{ ...whole, words }]), "技術者たちは")
  })

  it("are believed where nearly every sign of them was read well, whatever is said of the whole", () => {
    assert.strictEqual(confidenceIn("price.", 0, [0.99, 0.95, 0.97, 0.99, 0.2, 0.1]), 0.5)
    assert.strictEqual(confidenceIn("price.", 0, [0.99, 0.94, 0.94, 0.94, 0.2, 0.1]), 0)
    assert.strictEqual(confidenceIn("price", 0.6, [0.99, 0.99, 0.99, 0.99, 0.99]), 0.6)
    assert.strictEqual(confidenceIn("KX", 0, [0.99, 0.99]), 0)
    assert.strictEqual(confidenceIn("———»", 0.1, [0.99, 0.99, 0.99, 0.99]), 0.1)
  })

  it("say how sure the recogniser was of the page", () => {
    const facts = (confidence: number) => {
      const { method, confidence: found, warnings } = scan(sheet, page([line("word", { x: 9, y: 9, confidence })]))
      return { method, found, warnings }
    }
    assert.deepStrictEqual(facts(0.75), { method: "ocr", found: 0.75, warnings: [] })
    assert.deepStrictEqual(facts(0.74), { method: "ocr", found: 0.74, warnings: ["low_confidence"] })
    const nothing = scan(sheet, page([]))
    assert.deepStrictEqual(
      [nothing.method, nothing.confidence, nothing.warnings],
      ["empty", null, ["no_text_layer", "empty_page"]]
    )
  })

  it("may run up or down the page", () => {
    const { glyphs } = scanned(sheet, page([line("up", { x: -700, y: 30, angle: 90 })]))
    assert.deepStrictEqual([...glyphs.x], [30, 30])
    assert.deepStrictEqual([...glyphs.y], [700, 695])
    const down = scanned(sheet, page([line("up", { x: 100, y: -30, angle: 270 })])).glyphs
    assert.deepStrictEqual([...down.x, ...down.y], [30, 30, 100, 105])
  })

  it("take nothing of the file's places when the picture had to be turned", () => {
    const links = [{ box: { x0: 0, y0: 0, x1: 9, y1: 9 }, url: "https://example.com" }]
    const turned = scanned({ ...sheet, links }, { ...page([]), asDrawn: false })
    assert.deepStrictEqual(turned.links, [])
    assert.deepStrictEqual(scanned({ ...sheet, links }, page([])).links, links)
  })
})

describe("Sizes measured in a picture", () => {
  const seen = (...measured: ReadonlyArray<readonly [size: number, letters: number, stroke?: number]>) =>
    looks(measured.map(([size, letters, stroke = 0]) => line("x".repeat(letters), { x: 0, y: 0, size, stroke }))).map(
      ({ size, bold }) => ({ size, bold: bold[0] })
    )

  it("near that of most letters are that, the fewer they are, the less near", () =>
    assert.deepStrictEqual(
      seen([10, 100], [10.6, 30], [9.5, 30], [11.2, 30], [9, 30], [10.9, 5], [14, 5]).map(({ size }) => size),
      [10, 10, 10, 11, 9, 10, 14]
    ))

  it("far from it are grouped among themselves", () =>
    assert.deepStrictEqual(
      seen([10, 100], [20, 30], [21, 40], [24, 30]).map(({ size }) => size),
      [10, 21, 21, 24]
    ))

  it("of small print are one where words are as wide, though heights differ by a pixel in five", () => {
    const small = (rise: number, wide: number) => ({
      ...line("words of a row in small print", { x: 0, y: 0, size: wide }),
      rise
    })
    const found = looks([small(4.2, 6), small(5, 6), small(3.6, 6), small(4.2, 6), small(4.9, 7)])
    const [usual, ...others] = found.map(({ size }) => size)
    assert.deepStrictEqual(others.slice(0, 3), [usual, usual, usual])
    assert.isAbove(others[3] ?? 0, usual ?? 0)
  })

  it("and thick strokes for the size are bold", () =>
    assert.deepStrictEqual(
      seen([10, 100, 0.8], [10, 10, 1], [10, 10, 1.1], [20, 10, 1.6], [20, 10, 2.2]).map(({ bold }) => bold),
      [false, false, true, false, true]
    ))

  it("but not one word alone between others, as specks and print that ran make it", () => {
    const strokes = (...thick: ReadonlyArray<boolean>) => {
      const body = line("words ".repeat(20).trim(), { x: 0, y: 0, stroke: 0.8 })
      const told = line(thick.map(() => "words").join(" "), { x: 0, y: 20, stroke: 0.8 })
      const words = told.words.map((word, i) => (thick[i] === true ? { ...word, stroke: 1.1 } : word))
      return looks([body, { ...told, words }])[1]?.bold
    }
    assert.deepStrictEqual(strokes(false, true, false), [false, false, false])
    assert.deepStrictEqual(strokes(false, true, true, false), [false, true, true, false])
    assert.deepStrictEqual(strokes(true, false, true), [true, false, true])
  })

  it("and none are bold where strokes differ by as much among themselves", () => {
    const poor = [0.5, 0.65, 0.8, 0.95, 1.1].map((stroke) => [6, 40, stroke] as const)
    assert.isFalse(seen(...poor, [6, 40, 1.2]).some(({ bold }) => bold))
    const good = [0.78, 0.79, 0.8, 0.81, 0.82].map((stroke) => [6, 40, stroke] as const)
    assert.deepStrictEqual(
      seen(...good, [6, 40, 1.2]).map(({ bold }) => bold),
      [false, false, false, false, false, true]
    )
  })
})
