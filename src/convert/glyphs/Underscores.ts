/** RawPage → GlyphTable: underscores that were drawn as rules, as TeX draws them, are glyphs between those that they part. */
import { slackEm, touchEm } from "../model/Measures.ts"
import { type GlyphTable, picked, type RawPage, type Segment } from "../model/Page.ts"
import { extensionCharacter } from "./fonts/Symbols.ts"

/** Length of an underscore, and how far it stands below the baseline, in em; its ends touch its neighbours. */
const minLengthEm = 0.2
const maxLengthEm = 0.75
const maxDropEm = 0.3

export const withUnderscores = ({ glyphs, segments }: RawPage): GlyphTable => {
  const rules = segments.filter((each) => each.y0 === each.y1)
  if (rules.length === 0) return glyphs
  const rows = Map.groupBy(rules, ({ y0 }) => Math.round(y0))
  const found: Array<{ readonly after: number; readonly rule: Segment }> = []
  for (let i = 1; i < glyphs.length; i++) {
    const size = glyphs.size[i] ?? 0
    const from = (glyphs.x[i - 1] ?? 0) + (glyphs.w[i - 1] ?? 0)
    const to = glyphs.x[i] ?? 0
    const y = glyphs.y[i] ?? 0
    if (glyphs.angle[i] !== 0 || to - from < minLengthEm * size || to - from > maxLengthEm * size + touchEm) continue
    if (Math.abs(y - (glyphs.y[i - 1] ?? 0)) > slackEm * size || isExtension(glyphs.text[i] ?? "")) continue
    for (let row = Math.floor(y); row <= Math.ceil(y + maxDropEm * size); row++) {
      const rule = rows
        .get(row)
        ?.find(
          (each) =>
            Math.abs(each.x0 - from) < touchEm * size &&
            Math.abs(each.x1 - to) < touchEm * size &&
            each.y0 < y + maxDropEm * size
        )
      if (rule === undefined) continue
      // a line under words and the spaces between them is drawn in such pieces
      if (rows.get(row)?.some((each) => goesOn(each, rule, touchEm * size))) break
      found.push({ after: i - 1, rule })
      break
    }
  }
  return found.length === 0 ? glyphs : inserted(glyphs, found)
}

/** Whether one rule goes on where another ends. */
const goesOn = (rule: Segment, other: Segment, touch: number): boolean =>
  rule !== other &&
  rule.y0 === other.y0 &&
  (Math.abs(rule.x0 - other.x1) < touch || Math.abs(rule.x1 - other.x0) < touch)

/** TeX draws rules between the pieces of its braces. */
const isExtension = (text: string): boolean => (text.codePointAt(0) ?? 0) >= extensionCharacter

const inserted = (
  glyphs: GlyphTable,
  found: ReadonlyArray<{ readonly after: number; readonly rule: Segment }>
): GlyphTable => {
  /** Where each glyph comes from; an underscore is made of the glyph before it. */
  const from: Array<number> = []
  const rules: Array<Segment | null> = []
  let next = 0
  for (let i = 0; i < glyphs.length; i++) {
    from.push(i)
    rules.push(null)
    if (found[next]?.after !== i) continue
    from.push(i)
    rules.push(found[next++]?.rule ?? null)
  }
  const text = from.map((i, k) => (rules[k] ? "_" : (glyphs.text[i] ?? "")))
  const out = picked(glyphs, from, text)
  rules.forEach((rule, k) => {
    if (rule === null) return
    out.x[k] = rule.x0
    out.w[k] = rule.x1 - rule.x0
  })
  return out
}
