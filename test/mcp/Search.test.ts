import { assert, describe, it } from "@effect/vitest"
import { passageAt, searching } from "../../src/mcp/passages/Search.ts"
import { curlLine } from "../../src/mcp/Uploads.ts"

const kindOf = (phrase: string, text: string) => searching(phrase)(text)?.kind ?? null

describe("A phrase", () => {
  it("is found whatever its case, spacing, dashes, quotes and ligatures are", () => {
    for (const [phrase, text] of [
      ["net profit", "The Net\n  Profit rose"],
      ["co-operation", "of co‑operation"],
      ["don't", "I don’t"],
      ['"quoted"', "a “quoted” word"],
      ["efficient", "an eﬃcient way"],
      ["maßnahme", "MAẞNAHME".toLowerCase()],
      ["2019–2020", "in 2019-2020"],
      ["Überschuss", "der ÜBERSCHUSS"],
      ["利益", "純利益が"]
    ] as const) {
      assert.strictEqual(kindOf(phrase, text), "phrase", text)
    }
  })

  it("is found by its words when it stands nowhere whole, and not by some of them", () => {
    assert.strictEqual(kindOf("profit net", "The net profit rose"), "words")
    assert.isNull(kindOf("gross profit", "The net profit rose"))
    assert.isNull(kindOf("...", "The net profit rose..."))
  })

  it("is looked for in a page of two million characters, five times over, in no time", () => {
    const text = "lorem ipsum dol sit amet ".repeat(80_000)
    const started = process.cpuUsage()
    for (let n = 0; n < 5; n++) assert.isNull(kindOf(`needle ${n}`, text))
    assert.strictEqual(kindOf("needle", `${text}Needle`), "phrase")
    // each character took microseconds, of all other requests too
    assert.isBelow(process.cpuUsage(started).user / 1_000, 10_000)
  })

  it("stands where it is said to, whatever was before it", () => {
    const text = `ﬃ ﬃ   ${"😀 ".repeat(50)}İ the needle here`
    const { place } = searching("NEEDLE")(text) ?? { place: -1 }
    assert.strictEqual(text.slice(place, place + 6), "needle")
  })
})

describe("A passage", () => {
  it("is the whole of a short text, and a part of a long one that has the place in it and whole words", () => {
    assert.strictEqual(passageAt("short", 2).text, "short")
    const words = Array.from({ length: 1_000 }, (_, i) => `word${i}`)
    const text = words.join(" ")
    for (const wanted of ["word0", "word500", "word999"]) {
      const { text: passage, start, end } = passageAt(text, text.indexOf(wanted))
      assert.strictEqual(passage.replaceAll("…", ""), text.slice(start, end))
      assert.include(passage.split(/[ …]/), wanted)
      assert.isBelow(passage.length, 650)
      for (const word of passage.split(/[ …]/)) assert.include(["", ...words], word)
    }
    assert.strictEqual(passageAt("x".repeat(2_000), 1_500).text.replaceAll("x", ""), "……")
  })
})

it("A passage of a text without spaces begins and ends with whole characters", () => {
  const text = `x${"𝑥".repeat(2_000)}`
  for (const place of [1, 1_001, 1_003, 3_999]) {
    const { text: passage, start, end } = passageAt(text, place)
    assert.isTrue(passage.isWellFormed(), `${place}`)
    assert.strictEqual(passage.replaceAll("…", ""), text.slice(start, end))
  }
})

describe("The line that uploads", () => {
  it("gives a shell nothing to do but to run curl", () =>
    assert.strictEqual(
      curlLine("https://pdf.example/api/v2/jobs/upload", "t", `/a b/it's $(x) "y"\\.pdf`),
      `curl -sS -H 'Upload-Ticket: t' -F 'file=@"/a b/it'\\''s $(x) \\"y\\"\\\\.pdf"' 'https://pdf.example/api/v2/jobs/upload'`
    ))
})
