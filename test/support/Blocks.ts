/** Blocks for tests of the stages of a document: the smallest that have a place, a style and lines. */
import type { Figure, Heading, Item, Note, Paragraph, Provenance, Style } from "../../src/convert/model/Block.ts"
import type { Box } from "../../src/convert/model/Geometry.ts"

export const usual: Style = {
  size: 10,
  font: "Body",
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  colour: 0
}

export interface At {
  readonly page?: number
  readonly box?: Partial<Box>
  readonly style?: Partial<Style>
}

export const place = ({ page = 1, box = {} }: At): Provenance => ({
  page,
  box: { x0: 50, y0: 100, x1: 550, y1: 110, ...box },
  width: 600,
  height: 800,
  left: 50,
  right: 550
})

const text = (lines: string | ReadonlyArray<string>, at: At) => {
  const own = place(at)
  const texts = typeof lines === "string" ? [lines] : lines
  return {
    lines: texts.map((each) => ({ runs: [{ text: each }], page: own.page, box: own.box })),
    style: { ...usual, ...at.style },
    place: own
  }
}

export const paragraph = (lines: string | ReadonlyArray<string>, at: At = {}): Paragraph => ({
  kind: "paragraph",
  ...text(lines, at)
})

export const heading = (lines: string | ReadonlyArray<string>, at: At = {}): Heading => ({
  kind: "heading",
  level: 1,
  ...text(lines, at)
})

export const item = (lines: string | ReadonlyArray<string>, at: At = {}): Item => ({
  kind: "item",
  marker: "•",
  depth: 0,
  ...text(lines, at)
})

export const note = (label: string, at: At = {}): Note => ({ kind: "note", label, ...text(`Note ${label}`, at) })

export const figure = (at: At = {}): Figure => ({ kind: "figure", alt: "", place: place(at) })
