import { assert, describe, it } from "@effect/vitest"
import { marked, unmarked, withActualText } from "../../layers/pdf/Marks.ts"

const rewritten = (stream: string) => Buffer.from(withActualText(Buffer.from(stream, "latin1"))).toString("latin1")
const isShown = () => false
const tag = (stream: string) => {
  const { actual, mcid } = marked(unmarked, [/\/(\S+) BMC/.exec(rewritten(stream))?.[1] ?? ""], isShown)
  return { text: actual?.text, mcid }
}

describe("text set beside glyphs", () => {
  it("is found in a mark's name, from a literal string and from UTF-16", () => {
    assert.deepStrictEqual(tag("/Span<</ActualText (ft) >> BDC <58> Tj EMC"), { text: "ft", mcid: -1 })
    assert.deepStrictEqual(tag("/Span <</ActualText <FEFF0915093F>>> BDC"), { text: "कि", mcid: -1 })
    assert.deepStrictEqual(tag("/Span <</Lang (de) /MCID 3 /ActualText (\\(\\051) >> BDC"), { text: "()", mcid: 3 })
  })

  it("is left alone where it replaces more than a ligature, or another mark than a span", () => {
    const long = "/Span <</ActualText (a whole sentence for machines)>> BDC"
    const table = "/TD <</ActualText (ft)>> BDC"
    assert.strictEqual(rewritten(long), long)
    assert.strictEqual(rewritten(table), table)
    assert.isNull(marked(unmarked, ["Span"], isShown).actual)
  })

  it("holds within other marks, as do artifacts and what is switched off", () => {
    const outer = { mcid: 4, artifact: true, hidden: false, overlaid: true, actual: { text: "ft" } }
    assert.deepStrictEqual(marked(outer, ["Span"], isShown), outer)
    assert.deepStrictEqual(marked(unmarked, ["P", 7], isShown), { ...unmarked, mcid: 7 })
    assert.isTrue(marked(unmarked, ["Artifact"], isShown).artifact)
    assert.isTrue(marked(unmarked, ["OC", "layer"], () => true).hidden)
    assert.isFalse(marked(unmarked, ["OC", "layer"], isShown).hidden)
  })
})
