import { assert, describe, it } from "@effect/vitest"
import { withAsides } from "../../../src/convert/document/Asides.ts"
import type { Block, Figure, Provenance } from "../../../src/convert/model/Block.ts"

const place = (page: number, x0: number, y0: number, x1: number, y1: number): Provenance => ({
  page,
  box: { x0, y0, x1, y1 },
  width: 600,
  height: 800,
  left: x0,
  right: x1
})
const code = (name: string, at: Provenance, continuedOn?: ReadonlyArray<Provenance>): Block => ({
  kind: "code",
  lines: [name],
  place: at,
  ...(continuedOn === undefined ? {} : { continuedOn })
})
const figure = (at: Provenance): Figure => ({ kind: "figure", alt: "", place: at })
const style = { size: 10, font: "Body", bold: false, italic: false, mono: false, caps: false, colour: 0 }
const head = (kind: "header" | "footer", page: number): Block => ({
  kind,
  lines: [],
  style,
  place: place(page, 50, kind === "header" ? 20 : 780, 550, kind === "header" ? 30 : 790)
})

const order = (blocks: ReadonlyArray<Block>, asides: ReadonlyArray<Block>): string =>
  withAsides(blocks, asides)
    .map((block) => (block.kind === "code" ? block.lines[0] : block.kind))
    .join(" ")

describe("withAsides", () => {
  const left = code("left", place(1, 50, 100, 280, 300))
  const right = code("right", place(1, 320, 100, 550, 300))

  it("puts a picture before the text right below it, in its own column", () =>
    assert.strictEqual(order([left, right], [figure(place(1, 320, 50, 550, 95))]), "left figure right"))

  it("puts a picture behind the text right above it where nothing is below", () =>
    assert.strictEqual(order([left, right], [figure(place(1, 50, 310, 280, 500))]), "left figure right"))

  it("puts running heads above and feet below all text of their page", () =>
    assert.strictEqual(
      order([left, right, code("next", place(2, 50, 100, 280, 300))], [head("footer", 1), head("header", 2)]),
      "left right footer header next"
    ))

  it("keeps what goes on over a page whole", () =>
    assert.strictEqual(
      order(
        [code("both", place(1, 50, 600, 550, 770), [place(2, 50, 60, 550, 200)])],
        [head("footer", 1), head("header", 2), figure(place(2, 50, 210, 550, 400))]
      ),
      "both footer header figure"
    ))

  it("has a page of nothing but a picture between the pages around it", () =>
    assert.strictEqual(
      order([left, code("third", place(3, 50, 100, 550, 200))], [figure(place(2, 50, 100, 550, 700))]),
      "left figure third"
    ))
})
