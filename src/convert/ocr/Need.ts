/** Which pages are recognised, and which of two readings of a page is kept. */

import { mapping } from "../glyphs/Mapping.ts"
import type { PageReport } from "../model/Document.ts"
import { area } from "../model/Geometry.ts"
import type { Options } from "../model/Options.ts"
import { Flag, type GlyphTable, type RawPage } from "../model/Page.ts"
import { unspaced } from "../model/Text.ts"

/** Fewer visible characters than this are no text layer: a stamp, a page number. */
const few = 25
/** A page is a picture when images cover this share of it. */
const pictureShare = 0.6
/** Text that takes less than this share of such a page stands beside the text of the picture, in a margin. */
const marginShare = 0.015
/** Text set as outlines takes at least this many drawn paths. */
const outlines = 100
/** More of them are a map or hatching, which would take long to draw: a full page's letters have half as many. */
const mostOutlines = 30_000
/** Minimum number of characters that a page does not show, and maximum share of all that it shows, where its text is hidden. */
const hiddenLeast = 100
const hiddenShare = 0.45
/** A hidden text layer with a smaller share of letters and digits was recognised badly. */
const lettersShare = 0.7
/** Letters and digits between two spaces, on average: languages that have spaces lie within. */
const shortestWord = 2
const longestWord = 20

/** Text that the page itself shows: what was typed on a scan says nothing of the scan. */
const visibleOn = (page: RawPage) => {
  let count = 0
  let area = 0
  const { glyphs } = page
  for (let i = 0; i < glyphs.length; i++) {
    if (((glyphs.flags[i] ?? 0) & (Flag.invisible | Flag.overlaid)) !== 0 || glyphs.text[i] === " ") continue
    count++
    area += (glyphs.w[i] ?? 0) * (glyphs.size[i] ?? 0)
  }
  return { count, area }
}

const isLetter = /[\p{L}\p{N}]/u

/** Whether text that nobody sees, laid over a picture by some recogniser, can be what the picture shows. */
const isGoodLayer = (glyphs: Pick<GlyphTable, "length" | "text" | "x" | "y" | "w" | "size">): boolean => {
  let shown = 0
  let letters = 0
  let wide = 0
  let words = 0
  let within = false
  for (let i = 0; i < glyphs.length; i++) {
    const text = glyphs.text[i] ?? ""
    const far =
      i > 0 &&
      (Math.abs((glyphs.y[i] ?? 0) - (glyphs.y[i - 1] ?? 0)) > (glyphs.size[i] ?? 0) / 2 ||
        Math.abs((glyphs.x[i] ?? 0) - (glyphs.x[i - 1] ?? 0) - (glyphs.w[i - 1] ?? 0)) > 0.17 * (glyphs.size[i] ?? 0))
    if (text === " " || far) within = false
    if (text === " ") continue
    shown += text.length
    if (!within) words++
    within = true
    if (!isLetter.test(text)) continue
    letters += text.length
    if (unspaced.test(text)) wide += text.length
  }
  if (shown < few || letters < lettersShare * shown || mapping(glyphs) === "implausible") return false
  const length = letters / words
  return wide > letters / 2 || (length >= shortestWord && length <= longestWord)
}

/** Whether a page shows anything, if only a picture. */
export const hasInk = ({ images, drawings, fills, glyphs }: RawPage): boolean =>
  images.length > 0 || drawings.length >= few || fills.length >= few || glyphs.length >= few

/** Whether a page has more text than it shows, under a picture or in the colour of its paper. */
export const hasHiddenText = (raw: RawPage, shown: number): boolean => {
  const { glyphs } = raw
  const isShort = shown < hiddenShare * glyphs.length
  const set = isShort ? glyphs.text.reduce((sum, text) => sum + (text.trim() === "" ? 0 : 1), 0) : 0
  return (set - shown > hiddenLeast && shown < hiddenShare * set) || isCovered(raw)
}

/** Whether a picture is painted over the text of the page. */
const isCovered = ({ glyphs, images, imagesAt, width, height }: RawPage): boolean =>
  images.some(
    (box, i) =>
      area(box) > pictureShare * width * height &&
      (imagesAt?.[i] ?? 0) > Math.max(hiddenLeast, hiddenShare * glyphs.length)
  )

/**
 * Whether a page's picture is to be recognised. Under `auto` only where its text layer, `cleaned` of what nobody sees, is
 * not what the page shows: a picture or outlines beside next to no text, characters that cannot be what is printed, or a
 * picture's own text that was read in pieces (`isTorn`).
 */
export const isToRecognise = (
  raw: RawPage,
  cleaned: RawPage,
  isTorn: boolean,
  { converter }: Pick<Options, "converter">
): boolean => {
  if (converter === "text") return false
  const isBlank = raw.glyphs.length === 0 && raw.images.length === 0 && raw.drawings.length === 0
  if (isBlank || converter === "ocr") return !isBlank
  const pictures = raw.images.reduce((sum, box) => sum + area(box), 0)
  const page = raw.width * raw.height
  const visible = visibleOn(cleaned)
  const isUnder = isCovered(raw)
  if (pictures > pictureShare * page && (isUnder || visible.count < few || visible.area < marginShare * page)) {
    const isLayer = isUnder || cleaned.glyphs.flags.some((flags) => (flags & Flag.invisible) !== 0)
    return !(isLayer && isGoodLayer(cleaned.glyphs)) || isTorn
  }
  if (mapping(cleaned.glyphs) === "implausible") return true
  return visible.count < few && raw.drawings.length >= outlines && raw.drawings.length <= mostOutlines
}

/**
 * Under `ocr` what was recognised; under `auto` the text where recognising brought less to light, with the warning of a
 * recognition that failed.
 */
export const better = <A extends PageReport>(text: A, recognised: A, { converter }: Pick<Options, "converter">): A => {
  const isTrusted = text.characters > 0 && text.warnings.length === 0
  if (converter === "auto" && recognised.characters === 0 && text.characters > 0) {
    if (!recognised.warnings.includes("page_failed")) return text
    return text.characters < few ? recognised : { ...text, warnings: [...text.warnings, "page_failed"] }
  }
  return converter === "auto" && isTrusted && recognised.characters < text.characters ? text : recognised
}
