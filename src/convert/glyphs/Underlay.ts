/**
 * RawPage → RawPage: the invisible text under a scan. Whoever recognised it chose any font, and stretched each word of it to
 * the width it has in the picture: nothing of its look says anything of the page but sizes that differ by far.
 */
import { Flag, type FontInfo, type RawPage } from "../model/Page.ts"

/** Print has few sizes. Where there are so many, to a tenth of a point, they were measured … */
const minSizes = 8
/** … and those that differ from that of most letters by less than this factor are of that size. */
const maxSizeRatio = 1.5

const font: FontInfo = { name: "Recognised", bold: false, italic: false, mono: false, vertical: false }

/** The page with its invisible text in one font, and in one size as far as it may be. */
export const underlay = (page: RawPage): RawPage => {
  const { glyphs, fonts } = page
  const body = usual(page)
  const size = glyphs.size.slice()
  const own = glyphs.font.slice()
  for (let i = 0; i < glyphs.length; i++) {
    if (((glyphs.flags[i] ?? 0) & Flag.invisible) === 0) continue
    own[i] = fonts.length
    const measured = size[i] ?? 0
    if (measured < maxSizeRatio * body && body < maxSizeRatio * measured) size[i] = body
  }
  return { ...page, glyphs: { ...glyphs, size, font: own }, fonts: [...fonts, font] }
}

/** The middle of the sizes of all invisible characters, if those scatter; else 0. */
const usual = ({ glyphs }: RawPage): number => {
  const sizes = glyphs.size.filter((_, i) => ((glyphs.flags[i] ?? 0) & Flag.invisible) !== 0 && glyphs.text[i] !== " ")
  const steps = new Set(sizes.map((size) => Math.round(size * 10)))
  return steps.size < minSizes ? 0 : (sizes.sort()[sizes.length >> 1] ?? 0)
}
