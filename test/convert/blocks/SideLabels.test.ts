import { assert, describe, it } from "@effect/vitest"
import { column, convert, type Text } from "../../support/RawPages.ts"

const before = [
  "The pump is switched on at six in the morning, and off again at ten in the",
  "evening, which is enough for two hundred people. Where more come it runs on,",
  "and somebody has to look after it from then on, and write down what it took",
  "of oil and of current. Where less come it can be switched off at noon for two",
  "hours or three, but not for longer than that, since the water would be cold in the evening."
]
const note = [
  "The valve must be closed before the cover is taken off, as the",
  "water in the pipe is hot and stands under a pressure of two bar",
  "at least. Whoever opens it is liable for what comes of that."
]
const page = (label: Text, lines: number) =>
  convert([
    { texts: [...column(before, { x: 50, y: 60 }), ...column(note.slice(0, lines), { x: 110, y: 150 }), label] }
  ])

describe("a label in the middle of the height of the text beside it", () => {
  it("is read before the text where it stands between two lines", () =>
    assert.match(
      page({ text: "Warning", x: 50, y: 156, font: "Body-Bold" }, 2),
      /evening\.\n\n\*\*Warning\*\*\n\nThe valve .* as the water in .* two bar/
    ))

  it("is read before it where it stands in one row with the line in the middle, with which a sentence goes on", () =>
    assert.match(
      page({ text: "Warning", x: 50, y: 162, font: "Body-Bold" }, 3),
      /evening\.\n\n\*\*Warning\*\*\n\nThe valve .* as the water in .* comes of that/
    ))

  it("is no label of text that does not stand in the middle of its height", () =>
    assert.notMatch(page({ text: "Warning", x: 50, y: 174, font: "Body-Bold" }, 3), /Warning\**\n\nThe valve/))
})
