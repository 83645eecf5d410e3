import { assert, describe, it } from "@effect/vitest"
import { actualText, withActualText } from "../../layers/pdf/ActualText.ts"

const rewritten = (stream: string) => Buffer.from(withActualText(Buffer.from(stream, "latin1"))).toString("latin1")
const tag = (stream: string) => actualText(/\/(\S+) BMC/.exec(rewritten(stream))?.[1] ?? "")

describe("text set beside glyphs", () => {
  it("is found in a mark's name, from a literal string and from UTF-16", () => {
    assert.deepStrictEqual(tag("/Span<</ActualText (ft) >> BDC <58> Tj EMC"), { text: "ft", mcid: null })
    assert.deepStrictEqual(tag("/Span <</ActualText <FEFF0915093F>>> BDC"), { text: "कि", mcid: null })
    assert.deepStrictEqual(tag("/Span <</Lang (de) /MCID 3 /ActualText (\\(\\051) >> BDC"), { text: "()", mcid: 3 })
  })

  it("is left alone where it replaces more than a ligature, or another mark than a span", () => {
    const long = "/Span <</ActualText (a whole sentence for machines)>> BDC"
    const table = "/TD <</ActualText (ft)>> BDC"
    assert.strictEqual(rewritten(long), long)
    assert.strictEqual(rewritten(table), table)
    assert.isNull(actualText("Span"))
  })
})
