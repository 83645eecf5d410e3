import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { wordsOf } from "../../../src/convert/model/Line.ts"
import { tornIn } from "../../../src/convert/tables/evidence/Rows.ts"
import type { DraftCell } from "../../../src/convert/tables/Proposal.ts"
import { tableCandidates, withTables } from "../../../src/convert/tables/Tables.ts"
import { convert, rawPage, rows, rule } from "../../support/RawPages.ts"

const cell = fc.constantFrom("oak", "1,204", "of the elm", "31", "Reed warbler", "–", "7.5 %")
const at = fc.integer({ min: 40, max: 540 })

/** A page of texts and rulings anywhere. */
const pages = fc.record({
  texts: fc.array(fc.record({ text: cell, x: at, y: fc.integer({ min: 4, max: 50 }).map((row) => row * 14) }), {
    minLength: 1,
    maxLength: 60
  }),
  segments: fc.array(
    fc.oneof(
      fc.tuple(at, at, at).map(([y, a, b]) => rule(Math.min(a, b), y, Math.max(a, b) + 8, y)),
      fc.tuple(at, at, at).map(([x, a, b]) => rule(x, Math.min(a, b), x, Math.max(a, b) + 8))
    ),
    { maxLength: 24 }
  )
})

describe("the tables of a page", () => {
  it("take each word once, and leave all others where they were", () =>
    fc.assert(
      fc.property(pages, (sheet) => {
        const page = clean(rawPage(sheet))
        const all = lines(words(page))
        const parts = withTables(page, all).flatMap((region) => region.parts)
        const left = parts.flatMap((part) =>
          part.kind === "text"
            ? wordsOf(part).map((word) => word.text)
            : part.rows.flat().flatMap((each) => each.runs.flatMap((run) => run.text.split(/\s+/)))
        )
        const letters = (texts: ReadonlyArray<string>) => [...texts.join("")].sort().join("")
        assert.strictEqual(letters(left), letters(all.flatMap((line) => line.words.map((word) => word.text))))
      }),
      { numRuns: 60 }
    ))

  it("are told of the rows that they leave words out of", () => {
    const names = ["Heron", "Teal", "Rail", "Crake"]
    const texts = names.flatMap((text, i) => [
      { text, x: 60, y: 120 + 20 * i },
      { text: `${4 + i}`, x: 160, y: 120 + 20 * i },
      { text: `${7 + i},5`, x: 260, y: 120 + 20 * i }
    ])
    const page = clean(rawPage({ texts }))
    const all = lines(words(page))
    const sight = { lines: all }
    const [first] = tableCandidates(page, all)
    const box = { x0: 0, y0: 0, x1: page.width, y1: page.height }
    const whole = first?.draft ?? []
    const draft = whole.map((row, i) => (i === 3 ? row.slice(0, 2) : row))
    assert.strictEqual(tornIn({ box, draft: whole }, sight), 0)
    assert.strictEqual(tornIn({ box, draft }, sight), 0.25)
  })

  it("are told of the rows whose text goes on beside them, as tints behind some words of a paragraph do", () => {
    const tornAt = (gap: number) => {
      const texts = [120, 132].flatMap((y) => [
        { text: "reads the", x: 60 - gap, y },
        { text: "depth", x: 110, y },
        { text: "of the pond", x: 140 + gap, y }
      ])
      const all = lines(words(clean(rawPage({ texts }))))
      const own = all.flatMap((each) => each.words.filter(({ text }) => text === "depth"))
      const draft = own.map((word) => [{ words: [word], columns: 1, rows: 1 }])
      return tornIn({ box: { x0: 108, y0: 108, x1: 139, y1: 134 }, draft }, { lines: all })
    }
    assert.strictEqual(tornAt(0), 1)
    assert.strictEqual(tornAt(40), 0)
  })

  it("are names in front of what is told of them, though each goes on in small letters", () => {
    const policies = [
      ["Policy", "Meaning"],
      ["keep-first", "What is kept comes first, else what is fetched"],
      ["keep-and-fetch-again", "What is kept, then what is fetched"],
      ["fetch-only", "What is fetched alone, and then kept"],
      ["no-keeping", "Nothing is kept, and nothing is read again"]
    ]
    const texts = policies.flatMap(([name = "", meaning = ""], i) => [
      { text: name, x: 100, y: 100 + 12 * i + (i > 0 ? 6 : 0) },
      { text: meaning, x: 212, y: 100 + 12 * i + (i > 0 ? 6 : 0) }
    ])
    const segments = [90, 104, 160].map((y) => rule(98, y, 450, y))
    assert.include(convert([{ texts, segments }]), "| keep-first | What is kept comes first, else what is fetched |")
  })

  it("are told with their score and what speaks for them and against them", () => {
    const cells = [0, 1, 2].flatMap((i) => [
      { text: "Heron", x: 60, y: 120 + 20 * i },
      { text: `${4 + i}`, x: 160, y: 120 + 20 * i }
    ])
    const segments = [
      ...[106, 126, 146, 166].map((y) => rule(50, y, 250, y)),
      ...[50, 150, 250].map((x) => rule(x, 106, x, 166))
    ]
    const page = clean(rawPage({ texts: cells, segments }))
    const [grid] = tableCandidates(page, lines(words(page)))
    assert.strictEqual(grid?.detector, "lattice")
    assert.strictEqual(grid?.evidence.closed, 1)
    assert.isAbove(grid?.score ?? 0, 0)
  })

  it("hold a row for each line of a tinted column that has one beside it, and not one cell over all of them", () => {
    const names = ["Heron", "Bittern", "Grebe", "Avocet", "Dunlin"]
    const texts = names.flatMap((text, i) => [
      { text, x: 60, y: 120 + 20 * i },
      { text: `${4 + i} pairs`, x: 160, y: 120 + 20 * i }
    ])
    const segments = [
      ...[106, 126, 146, 166, 186, 206].map((y) => rule(50, y, 150, y)),
      ...[50, 150].map((x) => rule(x, 106, x, 206)),
      rule(150, 106, 250, 106),
      rule(150, 206, 250, 206),
      rule(250, 106, 250, 206)
    ]
    const page = clean(rawPage({ texts, segments }))
    const [found] = withTables(page, lines(words(page))).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === "table" ? [part.rows] : []))
    )
    assert.deepStrictEqual(
      found?.map((row) => row.map(({ runs }) => runs.map(({ text }) => text).join(""))),
      names.map((name, i) => [name, `${4 + i} pairs`])
    )
  })
})

describe("rules one below the other, with addresses between the first two", () => {
  /** Where the tables begin that rules propose. */
  const starts = (font: string) => {
    const texts = [
      ...rows([["Order 4711 of May", "Sent to Ada Harbottle", "Paid by Ada Harbottle"]], [50, 160, 310], {
        y: 100
      }),
      ...rows([["Sent by post today", "14 Cobbler's Row, attic", "14 Cobbler's Row, attic"]], [50, 160, 310], {
        y: 112
      }),
      ...rows([["Article", "Title", "Pieces", "Price"]], [50, 130, 280, 360], { y: 138, font }),
      ...rows([["Kettle", "A kettle of brass", "2", "61.40"]], [50, 130, 280, 360], { y: 158 })
    ]
    const page = clean(rawPage({ texts, segments: [90, 126, 144, 166].map((y) => rule(45, y, 440, y)) }))
    const found = tableCandidates(page, lines(words(page)))
    return found.filter(({ detector }) => detector === "rules").map(({ box }) => Math.round(box.y0))
  }

  it("are a table from a header in bold on, too", () => {
    assert.include(starts("Body-Bold"), 125)
    assert.notInclude(starts("Body"), 125)
  })
})

it("names of posts with their years at the right are told of the items below them, beside which nothing stands", () => {
  const posts = ["Engineer", "Carpenter", "Trainee"]
  const listedIn = (mark: string) => {
    const texts = posts.flatMap((text, i) => [
      { text, x: 50, y: 120 + 70 * i },
      { text: `20${10 + 3 * i} to 20${13 + 3 * i}`, x: 460, y: 120 + 70 * i },
      { text: "Alder Tools", x: 50, y: 133 + 70 * i },
      ...["Built the new pump", "Led a team of seven"].map((each, k) => ({
        text: `${mark} ${each}`,
        x: 66,
        y: 154 + 13 * k + 70 * i
      }))
    ])
    const page = clean(rawPage({ texts }))
    return tableCandidates(page, lines(words(page))).map(({ evidence }) => evidence.listed)
  }
  assert.isAbove(Math.max(...listedIn("•")), 0.2)
  assert.strictEqual(Math.max(...listedIn("And")), 0)
})

it("cards in frames of their own, side by side, are no columns of a table", () => {
  const cards = [
    ["Garden Spade", "Ash handle, 1.9 kg", "Item 10-441", "39.90"],
    ["Hand Fork", "Steel and beech", "Item 10-447", "14.50"],
    ["Pruning Saw", "Folds in, 210 mm", "Item 10-502", "28.00"]
  ]
  const xs = [60, 220, 380]
  const texts = cards.flatMap(([name = "", ...others], i) => [
    { text: name, x: xs[i] ?? 0, y: 118, font: "Body-Bold" },
    ...others.map((text, k) => ({ text, x: xs[i] ?? 0, y: 132 + 13 * k }))
  ])
  const frame = (x: number, x1: number) => [
    rule(x, 100, x1, 100),
    rule(x, 170, x1, 170),
    rule(x, 100, x, 170),
    rule(x1, 100, x1, 170)
  ]
  const framed = convert([{ texts, segments: xs.flatMap((x) => frame(x - 8, x + 140)) }])
  assert.notInclude(framed, "|")
  assert.match(framed, /Item 10-441.*39\.90.*Hand Fork/s)
})

it("a larger title and a line below it, between the foot of one table and the head of the next, are no row of it", () => {
  const ratings = [
    ["Parameter", "Value", "Unit"],
    ["Input voltage", "40", "V"],
    ["Enable voltage", "6", "V"],
    ["Junction temperature", "150", "C"],
    ["Storage temperature", "125", "C"]
  ]
  const limits = ratings.map((row, i) => (i === 0 ? ["Symbol", "Typ", "Unit"] : row))
  const texts = [
    ...rows(ratings, [60, 260, 400], { y: 112, leading: 16 }),
    { text: "Electrical Characteristics", x: 60, y: 208, size: 15, font: "Body-Bold" },
    { text: "At 25 C unless otherwise noted.", x: 60, y: 224 },
    ...rows(limits, [60, 260, 400], { y: 246, leading: 16 })
  ]
  const segments = [...[0, 1, 2, 3, 4, 5].map((i) => 100 + 16 * i), ...[0, 1, 2, 3, 4, 5].map((i) => 234 + 16 * i)]
  const page = clean(rawPage({ texts, segments: segments.map((y) => rule(55, y, 480, y)) }))
  const isTitle = (row: ReadonlyArray<DraftCell>) => row[0]?.words[0]?.text === "Electrical"
  const holding = tableCandidates(page, lines(words(page))).filter(({ draft }) => draft.slice(1).some(isTitle))
  assert.isNotEmpty(holding)
  assert.deepStrictEqual([...new Set(holding.map(({ evidence }) => evidence.headings))], [1])
})

describe("notes at the foot of a page, their numbers apart from them", () => {
  const listedIn = (notes: ReadonlyArray<ReadonlyArray<string>>, xs = [300, 320, 380, 430, 480]) => {
    const page = clean(rawPage({ texts: rows(notes, xs, { y: 700, leading: 12 }) }))
    return Math.max(...tableCandidates(page, lines(words(page))).map(({ evidence }) => evidence.listed))
  }

  it("are a list where one is a line with wide spaces, or they are addresses", () => {
    const spaced = [
      ["31", "Bell, The Owls, 9.", "", "", ""],
      ["32", "Anna Ringer, Owls", "of the", "Nightjar", "River"]
    ]
    assert.strictEqual(listedIn(spaced, [300, 320, 430, 480, 535]), 1)
    const addresses = ["pond", "mere"].map((name, i) => [`${7 + i}`, `https://${name}.example/birds/rare`])
    assert.strictEqual(listedIn(addresses), 1)
  })

  it("and rows of a table are none that have their numbers before several texts", () =>
    assert.strictEqual(
      listedIn([
        ["31", "Bell", "Owl", "May", "9"],
        ["32", "Ringer", "Coot", "June", "7"]
      ]),
      0
    ))
})

it("single spaces of typewriter part no columns, wherever they stand below one another", () => {
  const texts = ["(make-owl name size nest)", "(make-jay name kind wing)", "(make-tit name song tail)"].flatMap(
    (text, i) => [
      { text, x: 60, y: 120 + 20 * i, font: "Mono", isEven: true, tracking: 0.1 },
      { text: "a constructor", x: 300, y: 120 + 20 * i }
    ]
  )
  const page = clean(rawPage({ texts }))
  const columns = tableCandidates(page, lines(words(page))).map(({ draft }) => draft[0]?.length)
  assert.deepStrictEqual([...new Set(columns)], [2])
})

it("formulas with their numbers are told of, and a last column with nothing in it is no number", () => {
  const evidence = (texts: ReturnType<typeof rows>, segments: ReadonlyArray<ReturnType<typeof rule>> = []) => {
    const page = clean(rawPage({ texts, segments: [...segments] }))
    return tableCandidates(page, lines(words(page))).map(({ evidence: { equations, unused } }) => [equations, unused])
  }
  const formulas = [
    ["a = b + c", "(1)"],
    ["b = c + d", "(2)"],
    ["c = d + e", "(3)"]
  ]
  assert.deepInclude(evidence(rows(formulas, [60, 400], { y: 120, leading: 20 })), [1, 0])
  const grid = [
    ...[106, 126, 146].map((y) => rule(50, y, 350, y)),
    ...[50, 150, 250, 350].map((x) => rule(x, 106, x, 146))
  ]
  const cells = [
    ["Heron", "four"],
    ["Wren", "seven"]
  ]
  assert.deepInclude(evidence(rows(cells, [60, 160], { y: 120, leading: 20 }), grid), [0, 1])
})
