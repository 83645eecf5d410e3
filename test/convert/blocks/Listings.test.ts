import { assert, describe, it } from "@effect/vitest"
import { column, convert, rule } from "../../support/RawPages.ts"

describe("a listing in a box", () => {
  const typed = [
    "OWLS           = 3",
    "NESTS          = barn.txt",
    "SEASON         = from-march-to-june",
    ".include <birds.mk>"
  ]
  const about = "These lines are what a program reads before it builds anything at all."
  const boxed = (command: string, others: ReadonlyArray<string> = typed) => {
    const texts = [
      ...column(Array(4).fill(about), { x: 50, y: 60 }),
      { text: command, x: 60, y: 140, font: "Body-Bold" },
      ...others.map((text, i) => ({ text, x: 60, y: 152 + 12 * i, font: "Courier" })),
      ...column(Array(4).fill(about), { x: 50, y: 300 })
    ]
    const segments = [...[126, 252].map((y) => rule(50, y, 400, y)), ...[50, 400].map((x) => rule(x, 126, x, 252))]
    return convert([{ texts, segments }])
  }

  it("has its lines in bold as well: they were items and text between pieces of it", () =>
    assert.include(boxed("$ cat Birdfile"), "```\n$ cat Birdfile\nOWLS           = 3\n"))

  it("is text where much of it is in no typewriter", () =>
    assert.notInclude(boxed("What follows is read by make, line by line", typed.slice(0, 2)), "```\nWhat"))
})
