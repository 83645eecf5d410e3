import { assert, describe, it } from "@effect/vitest"
import type { Picture, RecognisedLine } from "../../../src/convert/ocr/Recognised.ts"
import { scanned } from "../../../src/convert/ocr/Scan.ts"
import { tickBoxesIn, withTickBoxes } from "../../../src/convert/ocr/TickBoxes.ts"

type Place = readonly [x: number, y: number]

const side = 20

/** A page of two pixels to a point with ink in these places. */
const picture = (ink: Iterable<Place>, tint: Iterable<Place> = []): Picture => {
  const pixels = new Uint8Array(300 * 200).fill(255)
  for (const [x, y] of tint) pixels[y * 300 + x] = 220
  for (const [x, y] of ink) pixels[y * 300 + x] = 0
  return { width: 300, height: 200, scale: 2, pixels }
}

function* rectangle(x0: number, y0: number, x1: number, y1: number): Generator<Place> {
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) yield [x, y]
}

/** A frame at 100, 100 whose sides are so thick. */
function* frame(upright = 2, level = upright, size = side): Generator<Place> {
  const end = 100 + size
  yield* rectangle(100, 100, end, 100 + level)
  yield* rectangle(100, end - level, end, end)
  yield* rectangle(100, 100, 100 + upright, end)
  yield* rectangle(end - upright, 100, end, end)
}

/** A stroke three pixels thick. */
function* stroke([x0, y0]: Place, [x1, y1]: Place): Generator<Place> {
  for (let i = 0; i <= 40; i++) {
    const [x, y] = [Math.round(x0 + ((x1 - x0) * i) / 40), Math.round(y0 + ((y1 - y0) * i) / 40)]
    yield* rectangle(x - 1, y - 1, x + 2, y + 2)
  }
}

const cross = (): ReadonlyArray<Place> => [...stroke([102, 102], [117, 117]), ...stroke([117, 102], [102, 117])]
const check = (): ReadonlyArray<Place> => [...stroke([104, 110], [108, 115]), ...stroke([108, 115], [116, 104])]

const ticked = (...ink: ReadonlyArray<Iterable<Place>>) =>
  tickBoxesIn(picture(ink.flatMap((each) => [...each]))).map(({ isTicked }) => isTicked)

describe("A box to tick in a picture", () => {
  it("is a frame with nothing in it, or with a tick", () => {
    const [found] = tickBoxesIn(picture(frame()))
    assert.deepStrictEqual(found, { box: { x0: 50, y0: 50, x1: 60, y1: 60 }, isTicked: false })
    assert.deepStrictEqual(ticked(frame(), cross()), [true])
    assert.deepStrictEqual(ticked(frame(), check()), [true])
    assert.deepStrictEqual(ticked(rectangle(100, 100, 120, 120)), [])
    assert.deepStrictEqual(ticked(frame(), rectangle(103, 103, 117, 117)), [true])
  })

  it("is none where it is tinted, as a sample in the key of a chart", () => {
    assert.deepStrictEqual(tickBoxesIn(picture(frame(), rectangle(102, 102, 118, 118))), [])
  })

  it("is none with a letter in it, which is to be read", () => {
    const letterL = [...rectangle(105, 105, 107, 115), ...rectangle(105, 113, 114, 115)]
    assert.deepStrictEqual(ticked(frame(), letterL), [])
  })

  it("is none where a side or a corner is missing, as in letters", () => {
    const without = (x0: number, y0: number, x1: number, y1: number) =>
      ticked([...frame()].filter(([x, y]) => x < x0 || x >= x1 || y < y0 || y >= y1))
    assert.deepStrictEqual(without(102, 100, 118, 102), [])
    assert.deepStrictEqual(without(117, 100, 120, 104), [])
    assert.deepStrictEqual(without(108, 100, 109, 102), [false])
  })

  it("is none where two strokes and their serifs meet, as in the numeral II", () => {
    assert.deepStrictEqual(ticked(frame(6, 1)), [])
    assert.deepStrictEqual(ticked(frame(3, 1)), [false])
  })

  it("is none that is too small or large, or has ink right beside it", () => {
    assert.deepStrictEqual(ticked(frame(2, 2, 8)), [])
    assert.deepStrictEqual(ticked(frame(2, 2, 34)), [])
    assert.deepStrictEqual(ticked(frame(), rectangle(123, 100, 126, 120)), [])
    assert.deepStrictEqual(ticked(frame(), rectangle(126, 100, 129, 120)), [false])
  })

  it("is one of many on a page of frames, which took five minutes", () => {
    const [width, height] = [2339, 3309]
    const pixels = new Uint8Array(width * height).fill(255)
    const isSide = (at: number) => at < 2 || at > 15
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [across, down] = [x % 26, y % 26]
        if (across < 18 && down < 18 && (isSide(across) || isSide(down))) pixels[y * width + x] = 0
      }
    assert.strictEqual(tickBoxesIn({ width, height, scale: 200 / 72, pixels }).length, 90 * 127)
  })

  const word = (text: string, x0: number) => ({ text, confidence: 0.9, x0, x1: x0 + 5 * text.length, stroke: 1 })
  const line = (...words: ReadonlyArray<ReturnType<typeof word>>): RecognisedLine => ({
    words,
    baseline: 60,
    angle: 0,
    rise: 7
  })
  const at = (x0: number, y1 = 61) => ({ box: { x0, y0: y1 - 9, x1: x0 + 9, y1 }, isTicked: false })
  const texts = (lines: ReadonlyArray<RecognisedLine>) =>
    lines.map(({ words }) => words.map(({ text }) => text).join(" "))

  it("is a word of the line that it stands in, in its place", () => {
    const lines = [line(word("Member:", 40), word("Yes", 95), word("No", 140))]
    assert.deepStrictEqual(texts(withTickBoxes(lines, [at(125), { ...at(80), isTicked: true }])), [
      "Member: ☒ Yes ☐ No"
    ])
  })

  it("is a line of its own where it is far from words, beside them or below", () => {
    const lines = [line(word("Member", 40))]
    assert.deepStrictEqual(texts(withTickBoxes(lines, [at(90)])), ["Member ☐"])
    assert.deepStrictEqual(texts(withTickBoxes(lines, [at(92)])), ["Member", "☐"])
    assert.deepStrictEqual(texts(withTickBoxes(lines, [at(72, 75)])), ["Member", "☐"])
  })

  it("is no speck where it is alone, and never bold", () => {
    const lines = withTickBoxes([line({ ...word("Member", 40), stroke: 9 })], [at(72), at(300)])
    const graphics = {
      number: 1,
      width: 600,
      height: 800,
      rotation: 0,
      label: null,
      turned: 0,
      mirrored: false,
      isCut: false,
      segments: [],
      fills: [],
      images: [],
      imagesAt: [],
      drawings: [],
      links: [],
      structure: null
    }
    const { glyphs } = scanned(graphics as unknown as Parameters<typeof scanned>[0], {
      width: 600,
      height: 800,
      lines,
      segments: [],
      areas: [],
      languages: [],
      asDrawn: true,
      turned: 0
    })
    assert.strictEqual(glyphs.text.join(""), "Member ☐☐")
    assert.strictEqual(glyphs.font[7], 0)
  })
})
