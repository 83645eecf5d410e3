/** A number of several parts, such as `2.1`, in front of anything. */
export const inParts = /^\d+(?:\.\d+)+\.?\s+/

/** The number of a heading alone, as it stands in a line over its text. */
export const ownNumber = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/

/** What the number of a heading looks like, at its start. */
export const numbering =
  /^(?:(?:chapter|part|section|appendix|kapitel|chapitre|article)\s+[\dIVXA-Z]+\b|\d+(?:\.\d+)*(?:\.|\s?[-–—:])?\s+\p{Lu}|\p{Lu}\p{Ll}+\s\d{1,3}\p{Lu}?[.:]\s+\p{Lu}|(?:\p{Nd}+(?:\.\p{Nd}+)+\.?|\p{Nd}{1,2}(?:-\p{Nd}{1,2})*[.-])\s+\p{Lo}|[IVX]+\.\s+\p{Lu}|[A-Z]\.\s+(?!\p{Lu}\.)\p{Lu}|[A-Z]\.\d+(?:\.\d+)*\.?\s+\p{Lu}|§\s*\d|第\s*[\d一二三四五六七八九十]+\s*[章节節条部])/u

/** The number of a heading with the word before it, which an outline may leave out. */
const number = /^(?:\p{L}+\s)?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[IVXLC]{1,6}|\p{Lu})(?:[.:]\s|\s)\s*(?=\S)/u

/** A title without its number. */
export const unnumbered = (text: string): string => text.replace(number, "")
