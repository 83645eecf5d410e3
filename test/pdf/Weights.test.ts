import { assert, describe, it } from "@effect/vitest"
import { withWeights } from "../../layers/pdf/Streams.ts"

const told = (source: string): string => {
  const bytes = Buffer.from(source, "latin1")
  withWeights(bytes)
  return bytes.toString("latin1")
}

const descriptor = (weight: number, angle: string, name = "BAAAAA+Inter"): string =>
  `5 0 obj <</Type /FontDescriptor /FontWeight ${weight}\n/FontName /${name} /ItalicAngle ${angle}>> endobj`

describe("the descriptor of a font", () => {
  it("tells in the name that the font is bold or slanted, in as many bytes", () => {
    for (const [weight, angle, tag] of [
      [600, "0", "--Bold-"],
      [500, "-9.5", "Italic-"],
      [900, "-9", "Ital-Bd"]
    ] as const) {
      assert.strictEqual(told(descriptor(weight, angle)), descriptor(weight, angle, `${tag}Inter`))
    }
  })

  it("is left alone where the font is neither, or is no subset", () => {
    for (const source of [
      descriptor(599, "0"),
      descriptor(700, "0", "Inter"),
      "/FontWeight 700 /FontName /BAAAAA+Inter"
    ])
      assert.strictEqual(told(source), source)
  })

  it("says nothing of the font beside it", () => {
    const [regular, bold] = [descriptor(400, "0", "AAAAAA+Inter"), descriptor(700, "0")]
    assert.strictEqual(
      told(`${regular}${bold}${regular}`),
      `${regular}${descriptor(700, "0", "--Bold-Inter")}${regular}`
    )
  })
})
