import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { bulleted, discsIn } from "../../../src/convert/ocr/Bullets.ts"
import { inkIn, strokeOf, threshold, without } from "../../../src/convert/ocr/Ink.ts"
import { remains, withoutLeftovers } from "../../../src/convert/ocr/Leftovers.ts"
import { evened } from "../../../src/convert/ocr/Light.ts"
import type { Picture, RecognisedLine } from "../../../src/convert/ocr/Recognised.ts"
import { rulesOf } from "../../../src/convert/ocr/Rules.ts"
import { slopeOf } from "../../../src/convert/ocr/Skew.ts"
import { despeckled } from "../../../src/convert/ocr/Specks.ts"
import { enlarged, halved, straightened, turned } from "../../../src/convert/ocr/Turn.ts"

type Rectangle = readonly [x0: number, y0: number, x1: number, y1: number]

/** Black rectangles on paper, two pixels to a point. */
const picture = (width: number, height: number, rectangles: ReadonlyArray<Rectangle>, paper = 255): Picture => {
  const pixels = new Uint8Array(width * height).fill(paper)
  for (const [x0, y0, x1, y1] of rectangles)
    for (let y = y0; y < y1; y++) pixels.fill(0, y * width + x0, y * width + x1)
  return { width, height, scale: 2, pixels }
}

const rows = ({ width, pixels }: Picture) =>
  Array.from({ length: pixels.length / width }, (_, y) => [...pixels.subarray(y * width, (y + 1) * width)])

describe("A picture", () => {
  const small: Picture = { width: 3, height: 2, scale: 1, pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) }

  it("is turned counter-clockwise by quarters", () => {
    assert.deepStrictEqual(rows(turned(small, 1)), [
      [3, 6],
      [2, 5],
      [1, 4]
    ])
    assert.deepStrictEqual(rows(turned(small, 2)), [
      [6, 5, 4],
      [3, 2, 1]
    ])
    assert.deepStrictEqual(turned(turned(small, 1), 3), small)
  })

  it("is made smaller by the means of four pixels, and any size can be", () => {
    const even: Picture = { width: 2, height: 2, scale: 1, pixels: Uint8Array.of(0, 100, 100, 200) }
    assert.deepStrictEqual(halved(even), { width: 1, height: 1, scale: 0.5, pixels: Uint8Array.of(100) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (width, height) => {
        const half = halved({ width, height, scale: 2, pixels: new Uint8Array(width * height).fill(7) })
        assert.strictEqual(half.pixels.length, half.width * half.height)
        assert.isTrue(half.pixels.every((pixel) => pixel === 7))
      })
    )
  })

  it("is made larger by what lies evenly between its pixels, and any size can be", () => {
    const steep: Picture = { width: 2, height: 1, scale: 1, pixels: Uint8Array.of(0, 100) }
    assert.deepStrictEqual(enlarged(steep, 2), {
      width: 4,
      height: 2,
      scale: 2,
      pixels: Uint8Array.of(0, 25, 75, 100, 0, 25, 75, 100)
    })
    assert.deepStrictEqual(enlarged(small, 1), small)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 1, max: 3, noNaN: true }), (side, times) => {
        const large = enlarged(
          { width: side, height: side, scale: 2, pixels: new Uint8Array(side * side).fill(7) },
          times
        )
        assert.strictEqual(large.pixels.length, large.width * large.height)
        assert.isTrue(large.pixels.every((pixel) => pixel === 7))
      })
    )
  })

  it("is straightened about its middle", () => {
    const slope = 0.1
    const pixels = new Uint8Array(201 * 201).fill(255)
    for (let x = 20; x < 181; x++) {
      const y = Math.round(100 + (x - 100) * Math.tan(-slope))
      pixels.fill(0, (y - 1) * 201 + x, (y - 1) * 201 + x + 1).fill(0, y * 201 + x, y * 201 + x + 1)
    }
    const crooked: Picture = { width: 201, height: 201, scale: 2, pixels }
    const level = (one: Picture) => rulesOf(one).filter(({ y0, y1 }) => y0 === y1).length
    assert.strictEqual(level(crooked), 0)
    assert.strictEqual(level(straightened(crooked, slope)) + level(straightened(crooked, -slope)), 1)
  })
})

describe("The slope of a page", () => {
  const texts = Array.from({ length: 20 }, (_, i): Rectangle => [40, 40 + 26 * i, 560, 48 + 26 * i])
  const page = picture(600, 600, texts)

  it("is that of its lines, however far they rise or fall", () => {
    for (const degrees of [-12, -5, 0, 5, 12]) {
      const slope = (degrees * Math.PI) / 180
      assert.closeTo(slopeOf(straightened(page, -slope)), slope, 0.01)
    }
  })

  it("is none where there is no ink", () => assert.strictEqual(slopeOf(picture(600, 600, [])), 0))
})

describe("Light", () => {
  /** A page of short black lines, each pixel of it as light as `light` says. */
  const lit = (light: (x: number, y: number) => number): Picture => {
    const lines = Array.from({ length: 30 }, (_, i): Rectangle => [20, 10 + 20 * i, 380, 14 + 20 * i])
    const page = picture(400, 600, lines)
    return { ...page, pixels: page.pixels.map((shade, at) => shade * light(at % 400, Math.floor(at / 400))) }
  }

  const darkestPaper = ({ pixels }: Picture) =>
    pixels.reduce((least, shade) => (shade > 0 ? Math.min(least, shade) : least), 255)
  const inked = ({ pixels }: Picture) => pixels.filter((shade) => shade === 0).length

  it("that falls off across the page is evened: paper is white again, ink black", () => {
    const page = lit((x, y) => 0.4 + 0.3 * (x / 400) + 0.3 * (y / 600))
    assert.isBelow(darkestPaper(page), 120)
    assert.isAbove(darkestPaper(evened(page)), 190)
    assert.strictEqual(inked(evened(page)), inked(page))
  })

  it("is looked at all over a sheet as large as they come: a scan on one was left out", () => {
    const sheet = { width: 4000, height: 4000, scale: 0.3, pixels: new Uint8Array(16_000_000).fill(255) }
    assert.strictEqual(evened(sheet), sheet)
  })

  it("is left as it is where it is even, however dim, or ends at an edge, as a photograph does", () => {
    for (const page of [lit(() => 1), lit(() => 0.5), lit((_, y) => (y < 300 ? 0.3 : 1)), lit(() => 0)])
      assert.strictEqual(evened(page), page)
  })
})

describe("Ink", () => {
  it("is what is darker than the paper, however grey that is", () => {
    assert.strictEqual(threshold(picture(9, 9, [])), 166)
    assert.strictEqual(threshold(picture(9, 9, [], 200)), 130)
  })

  it("makes rules where it is long, thin and alone", () => {
    const rules = rulesOf(
      picture(400, 300, [
        [20, 50, 220, 52],
        [300, 20, 302, 200]
      ])
    )
    assert.deepStrictEqual(rules, [
      { x0: 10, y0: 25.5, x1: 110, y1: 25.5, thickness: 1 },
      { x0: 150.5, y0: 10, x1: 150.5, y1: 100, thickness: 1 }
    ])
  })

  it("makes one rule of a thin grey one in the grain of the paper: it came in pieces", () => {
    const page = picture(400, 300, [], 200)
    page.pixels.fill(158, 50 * 400 + 20, 50 * 400 + 380)
    let state = 1
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32 - 0.5
    }
    for (let at = 0; at < page.pixels.length; at++)
      page.pixels[at] = Math.min(255, (page.pixels[at] ?? 0) + Math.round(45 * (random() + random())))
    const [rule, ...pieces] = rulesOf(page)
    assert.strictEqual(pieces.length, 0)
    assert.closeTo(rule?.x0 ?? 0, 10, 3)
    assert.closeTo(rule?.x1 ?? 0, 190, 3)
  })

  it("makes none where it is short or thick, or where the feet of letters stand in a row", () => {
    assert.deepStrictEqual(rulesOf(picture(400, 300, [[20, 50, 66, 52]])), [])
    assert.deepStrictEqual(rulesOf(picture(400, 300, [[20, 50, 220, 57]])), [])
    const feet = Array.from({ length: 20 }, (_, i): Rectangle => [20 + 10 * i, 30, 24 + 10 * i, 50])
    assert.deepStrictEqual(rulesOf(picture(400, 300, [[20, 50, 220, 52], ...feet])), [])
  })

  it("has strokes as thick as most ways across it", () => {
    const stems = Array.from({ length: 4 }, (_, i): Rectangle => [10 + 12 * i, 10, 13 + 12 * i, 40])
    const page = picture(100, 60, stems)
    assert.strictEqual(strokeOf(page, { x0: 8, y0: 8, x1: 60, y1: 42 }, 166), 3)
    assert.strictEqual(strokeOf(page, { x0: 60, y0: 8, x1: 90, y1: 42 }, 166), 0)
  })

  it("has strokes no thicker for running level, as in round letters: words such as `was` were bold", () => {
    const level = Array.from({ length: 4 }, (_, i): Rectangle => [10, 10 + 8 * i, 40, 13 + 8 * i])
    assert.strictEqual(strokeOf(picture(100, 60, level), { x0: 8, y0: 8, x1: 60, y1: 42 }, 166), 3)
  })

  it("takes a share of each box", () => {
    const share = inkIn(picture(100, 100, [[0, 0, 50, 100]]))
    assert.strictEqual(share({ x0: 0, y0: 0, x1: 50, y1: 50 }), 0.5)
    assert.strictEqual(share({ x0: 40, y0: 0, x1: 90, y1: 50 }), 0)
  })
})

describe("Specks", () => {
  const dot = (x: number, y: number, side = 2): Rectangle => [x, y, x + side, y + side]
  /** So many dots, far apart and none beside another. */
  const strewn = (count: number, side = 2) =>
    Array.from({ length: count }, (_, i) => dot(20 + 40 * (i % 8) + (i % 3), 10 + 10 * i, side))
  const text: ReadonlyArray<Rectangle> = [[350, 20, 370, 60], dot(373, 58), dot(360, 15), [350, 300, 353, 303]]
  const leaders = Array.from({ length: 4 }, (_, i) => dot(340 + 14 * i, 200))
  const clean = (dots: ReadonlyArray<Rectangle>) => {
    const page = picture(400, 700, dots)
    return { page, left: despeckled(page) }
  }
  const differ = (one: Picture, other: Picture) => one.pixels.filter((shade, at) => shade !== other.pixels[at]).length

  it("that are strewn over a page are gone; stops, dots in a row and what is larger stay", () => {
    const { left } = clean([...strewn(60), ...text, ...leaders])
    assert.strictEqual(differ(left, picture(400, 700, [...text, ...leaders])), 0)
  })

  it("may be meant where there are few, and are larger than that where they are letters", () => {
    for (const dots of [strewn(59), strewn(60, 3)]) {
      const { page, left } = clean([...dots, ...text])
      assert.isTrue(left === page)
    }
  })

  it("are pieces of a letter where they are near one another", () => {
    const pieces = strewn(60).flatMap(([x, y]) => [dot(x, y), dot(x + 3, y + 4)])
    const { page, left } = clean([...pieces, ...text])
    assert.isTrue(left === page)
  })
})

describe("What remains of a picture", () => {
  const word: Rectangle = [20, 20, 60, 36]
  const box = { x0: 20, y0: 20, x1: 60, y1: 36 }
  const rule: Rectangle = [20, 60, 380, 62]
  const letter: Rectangle = [200, 100, 210, 116]
  const rest = (...drawn: ReadonlyArray<Rectangle>) => {
    const page = picture(400, 300, drawn)
    return remains(page, [box], rulesOf(page))
  }

  it("is nothing once its words and rules are gone", () => assert.isNull(rest(word, rule)))

  it("is what was passed over, and nothing else", () =>
    assert.deepStrictEqual(rest(word, rule, letter)?.pixels, picture(400, 300, [letter]).pixels))

  it("has no grain of the paper, but around what was passed over", () => {
    const page = picture(400, 300, [word, letter], 200)
    const grainy = { ...page, pixels: page.pixels.map((shade, at) => (shade === 0 ? 0 : 190 + ((at * 7) % 20))) }
    const left = remains(grainy, [box], [])
    assert.isNotNull(left)
    const shadeAt = (x: number, y: number) => left?.pixels[y * 400 + x]
    assert.deepStrictEqual([shadeAt(205, 108), shadeAt(350, 108), shadeAt(205, 250)], [0, 255, 255])
    assert.isBelow(shadeAt(198, 108) ?? 255, 210)
  })

  it("is nothing to read where much of it is dark", () => assert.isNull(rest(word, [100, 100, 300, 300])))
})

/** Words of 5 points a letter, 4 apart. */
const line = (text: string, y: number, x = 50): RecognisedLine => {
  let at = x
  const words = text.split(" ").map((text) => {
    const word = { text, confidence: 0.9, x0: at, x1: at + 5 * text.length, stroke: 0 }
    at = word.x1 + 4
    return word
  })
  return { angle: 0, baseline: y, rise: 10, words }
}

describe("What was passed over", () => {
  const read = [line("from excitations of", 100)]
  const left = (text: string, x: number, y = 100) =>
    withoutLeftovers([line(text, y, x)], read)
      .flatMap(({ words }) => words)
      .map(({ text }) => text)

  it("is no part of a word that was read, or one or two letters at it", () => {
    assert.deepStrictEqual(left("tion", 100), [])
    assert.deepStrictEqual(left("i,", 124), [])
    assert.deepStrictEqual(left("il", 143 + 1.9), [])
  })

  it("may be a word of its own: in a gap, above the line, or with other letters", () => {
    assert.deepStrictEqual(left("il", 143 + 2.1), ["il"])
    assert.deepStrictEqual(left("22", 130, 96.4), ["22"])
    assert.deepStrictEqual(left("22", 130, 96.6), [])
    assert.deepStrictEqual(left("lattic", 100), ["lattic"])
  })
})

describe("A bullet", () => {
  const read = (lines: ReadonlyArray<RecognisedLine>, inkAt: (y: number) => boolean = () => false) =>
    bulleted(lines, ({ y0, y1 }) => (inkAt((y0 + y1) / 2) ? 1 : 0)).map(({ words }) =>
      words.map(({ text }) => text).join(" ")
    )

  it("is known by its company, whatever letter it was taken for", () => {
    assert.deepStrictEqual(read([line("« one", 100), line("© two", 113), line("+ three", 126), line("o four", 139)]), [
      "• one",
      "• two",
      "• three",
      "• four"
    ])
    assert.deepStrictEqual(read([line("«One", 100), line("« two", 113)]), ["• One", "• two"])
  })

  it("is none alone, in another place, or among dashes and quotations", () => {
    assert.deepStrictEqual(read([line("© 2020 by the author", 100)]), ["© 2020 by the author"])
    assert.deepStrictEqual(read([line("« one", 100), line("« two", 113, 90)]), ["« one", "« two"])
    assert.deepStrictEqual(read([line("- one", 100), line("- two", 113)]), ["- one", "- two"])
    assert.deepStrictEqual(read([line("«Oui»", 100), line("«Non» dit il", 113)]), ["«Oui»", "«Non» dit il"])
  })

  it("that was not read is seen in the picture, beside text in line with that of the others", () => {
    const lines = [line("« one", 100), line("« two", 113), line("three", 126, 59), line("wrapped", 139, 59)]
    assert.deepStrictEqual(
      read(lines, (y) => y > 119 && y < 126),
      ["• one", "• two", "• three", "wrapped"]
    )
  })

  it("is what stands alone in its place and was guessed", () => {
    const guessed = (confidence: number) => {
      const whole = line("Z three", 126)
      return { ...whole, words: whole.words.map((word, i) => (i === 0 ? { ...word, confidence } : word)) }
    }
    const last = (confidence: number) => read([line("« one", 100), line("« two", 113), guessed(confidence)]).at(-1)
    assert.strictEqual(last(0.74), "• three")
    assert.strictEqual(last(0.76), "Z three")
  })

  it("is not seen where something begins that was read", () => {
    const item = (text: string, y: number, x: number): RecognisedLine => {
      const words = [
        { text, confidence: 0.9, x0: x, x1: x + 2, stroke: 0 },
        { text: "text", confidence: 0.9, x0: 54, x1: 74, stroke: 0 }
      ]
      return { angle: 0, baseline: y, rise: 10, words }
    }
    const isInk = () => true
    const last = (x: number) => read([item("«", 100, 50), item("«", 113, 50), item("2.", 126, x)], isInk).at(-1)
    assert.strictEqual(last(51), "2. text")
    assert.strictEqual(last(52), "• 2. text")
  })
})

describe("A bullet in a picture", () => {
  /** As high as it is wide, in the middle of small letters. */
  const disc = (y: number, x = 50, side = 3) => ({ x0: x, x1: x + side, y0: y - 4.5, y1: y - 4.5 + side })
  const read = (lines: ReadonlyArray<RecognisedLine>, discs: ReadonlyArray<ReturnType<typeof disc>>) =>
    bulleted(lines, () => 0, discs).map(({ words }) => words.map(({ text }) => text).join(" "))

  it("begins lines below one another, whether it was passed over or read as a sign", () => {
    assert.deepStrictEqual(read([line("one", 100, 59), line("two", 113, 59)], [disc(100), disc(113)]), [
      "• one",
      "• two"
    ])
    assert.deepStrictEqual(read([line("e one", 100), line("two", 113, 59)], [disc(100), disc(113)]), ["• one", "• two"])
    assert.deepStrictEqual(read([line("eone", 100), line("two", 113, 59)], [disc(100), disc(113)]), ["• one", "• two"])
  })

  it("is none alone, in another column or of another size", () => {
    const lines = [line("one", 100, 59), line("two", 113, 59)]
    assert.deepStrictEqual(read(lines, [disc(100)]), ["one", "two"])
    assert.deepStrictEqual(read(lines, [disc(100), disc(113, 42)]), ["one", "two"])
    assert.deepStrictEqual(read(lines, [disc(100), disc(113, 50, 4)]), ["one", "two"])
    assert.deepStrictEqual(read(lines, [disc(100), disc(113, 50, 3.36)]), ["• one", "• two"])
  })

  it("is none on the baseline, as a full stop is, or far from a text", () => {
    const lines = [line("one", 100, 59), line("two", 113, 59)]
    const low = (y: number) => disc(y + 3.5, 50, 2)
    assert.deepStrictEqual(read(lines, [low(100), low(113)]), ["one", "two"])
    assert.deepStrictEqual(read(lines, [disc(100, 10), disc(113, 10)]), ["one", "two"])
  })

  it("is round or square ink with paper beside it", () => {
    const found = (...ink: ReadonlyArray<Rectangle>) => discsIn(picture(200, 100, ink)).length
    assert.deepStrictEqual(discsIn(picture(200, 100, [[40, 50, 46, 56]])), [{ x0: 20, x1: 23, y0: 25, y1: 28 }])
    assert.strictEqual(found([40, 50, 46, 59]), 0)
    assert.strictEqual(found([40, 50, 46, 56], [49, 44, 60, 60]), 0)
    assert.strictEqual(found([40, 50, 46, 56], [50, 44, 60, 60]), 1)
    assert.strictEqual(found([40, 50, 46, 56], [20, 44, 27, 60]), 1)
    assert.strictEqual(found([40, 50, 46, 56], [20, 44, 28, 60]), 0)
  })
})

describe("Rules", () => {
  it("may run from a dark area, and behind a letter, but not along the area", () => {
    const area: Rectangle = [100, 20, 300, 60]
    const upright = ([x0, y0, x1, y1]: Rectangle, ...others: ReadonlyArray<Rectangle>) =>
      rulesOf(picture(400, 300, [area, [x0, y0, x1, y1], ...others])).filter((rule) => rule.x0 === rule.x1)
    const below = upright([200, 60, 202, 260])
    assert.deepStrictEqual([below.length, below[0]?.y0, below[0]?.y1], [1, 30, 130])
    assert.strictEqual(upright([200, 60, 202, 260], [190, 150, 212, 173]).length, 1)
    assert.strictEqual(upright([200, 60, 202, 260], [190, 150, 212, 176]).length, 2)
    assert.strictEqual(upright([298, 20, 300, 60]).length, 0)
  })

  it("may be grey", () => {
    const grey = (shade: number) => {
      const { pixels, ...rest } = picture(400, 100, [[20, 50, 220, 52]])
      return rulesOf({ ...rest, pixels: pixels.map((pixel) => (pixel === 0 ? shade : pixel)) }).length
    }
    assert.deepStrictEqual([grey(219), grey(221)], [1, 0])
  })

  it("are paper for whoever reads letters", () => {
    const ruled = picture(120, 60, [
      [10, 30, 110, 32],
      [60, 4, 64, 20]
    ])
    const bare = without(ruled, rulesOf(ruled))
    assert.isTrue(rows(bare)[30]?.every((pixel) => pixel === 255))
    assert.strictEqual(rows(bare)[10]?.[61], 0)
    assert.strictEqual(without(bare, rulesOf(bare)), bare)
  })
})
