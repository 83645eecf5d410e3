/**
 * GlyphTable → GlyphTable: an accent painted over a letter of its own, as older TeX does, becomes part of that letter, a
 * stroke through a sign part of that sign, and a letter in a ring one sign with it.
 */
import { slackEm } from "../model/Measures.ts"
import type { GlyphTable } from "../model/Page.ts"

/** Spacing accents and the combining marks they stand for. */
const combining: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "\u00b4": "\u0301",
  "^": "\u0302",
  "\u02c6": "\u0302",
  "~": "\u0303",
  "\u02dc": "\u0303",
  "\u00af": "\u0304",
  "\u02d8": "\u0306",
  "\u02d9": "\u0307",
  "\u00a8": "\u0308",
  "\u02da": "\u030a",
  "\u02dd": "\u030b",
  "\u02c7": "\u030c",
  "\u00b8": "\u0327",
  "\u02db": "\u0328"
}

const negated = (sign: string) => `${sign}\u0338`.normalize("NFC")

/**
 * TeX's symbol font has a stroke and a bar, without a width, for the sign that comes next. Where they have no name that
 * stands for a character, their codes are taken for figures.
 */
const strokes: Readonly<Record<string, (sign: string) => string>> = {
  "\u0338": negated,
  "6": negated,
  "7": (sign) => (sign === "→" ? "↦" : "")
}

/** TeX has accents where keyboards have these, which are of paths and formulas that people type. */
const keyed: Readonly<Record<string, string>> = { "\u02c6": "^", "\u02dc": "~" }
const isSpacingMark = /^[\p{Lm}\p{M}\p{Sk}]/u

/** TeX draws a ring around what stands before it, in its sign for a copyright too. */
const ring = "○"
const ringed: Readonly<Record<string, string>> = { c: "©", R: "®", r: "®", P: "℗" }
const inRing = (text: string): string | undefined => {
  if (ringed[text] !== undefined) return ringed[text]
  const code = text.charCodeAt(0)
  if (/^[1-9]$/.test(text)) return String.fromCharCode(0x2460 + code - 0x31)
  if (/^[A-Z]$/.test(text)) return String.fromCharCode(0x24b6 + code - 0x41)
  return /^[a-z]$/.test(text) ? String.fromCharCode(0x24d0 + code - 0x61) : undefined
}

const letter = /^\p{L}/u
const mark = /^\p{M}$/u
/** How far the middle of an accent may lie beside its letter, and its baseline off the letter's. */
const maxOffMiddleEm = 0.05
const maxRaisedEm = 0.6
/** Signs of the keyboard are quotation marks and operators, unless they make a letter that some language has. */
const isKeyed = /^[`^~]$/
/** The dotless letters that accents are set over, and how far beyond one. */
const maxOffDotlessEm = 0.15
const dotted: Readonly<Record<string, string>> = { "\u0131": "i", "\u0237": "j" }

/** Most glyphs: looked at before the costlier questions. */
const isPlain = (text: string): boolean =>
  text.length === 1 && text < "\x80" && text !== "`" && text !== "^" && text !== "~"

export const accented = (glyphs: GlyphTable): GlyphTable => {
  /** A copy, once there is something to change. */
  let changed: Array<string> | null = null
  let font: Uint16Array | null = null
  for (let i = 0; i < glyphs.length; i++) {
    const text: ReadonlyArray<string> = changed ?? glyphs.text
    const own = text[i] ?? ""
    if (glyphs.w[i] === 0 && strokes[own] !== undefined) {
      const sign = struck(glyphs, i, strokes[own])
      if (sign !== "") {
        changed ??= [...glyphs.text]
        changed[i] = ""
        changed[i + 1] = sign
        // the sign is one of formulas, though it may be drawn with an equals sign of the text
        font ??= glyphs.font.slice()
        font[i + 1] = font[i] ?? 0
        continue
      }
    }
    if (isPlain(own)) continue
    const within = own === ring && isOver(glyphs, i, i - 1) ? inRing(text[i - 1] ?? "") : undefined
    if (within !== undefined) {
      changed ??= [...glyphs.text]
      changed[i] = within
      changed[i - 1] = ""
      continue
    }
    const accent = mark.test(own) ? own : combining[own]
    if (accent === undefined) continue
    // a mark without a width follows its letter; TeX writes its accents before theirs
    let before = i - 1
    while (before > 0 && text[before] === "") before--
    const places = own === accent && glyphs.w[i] === 0 ? [before, i + 1] : [i + 1, before]
    const over = places.find((k) => letter.test(text[k] ?? "") && isOver(glyphs, i, k))
    if (over === undefined) {
      if (keyed[own] === undefined || !standsAlone(glyphs, i)) continue
      changed ??= [...glyphs.text]
      changed[i] = keyed[own]
      continue
    }
    const base = text[over] ?? ""
    const composed = ((dotted[base] ?? base) + accent).normalize("NFC")
    if (isKeyed.test(own) && composed.length > 1) continue
    changed ??= [...glyphs.text]
    changed[over] = composed
    changed[i] = ""
  }
  return changed === null ? glyphs : { ...glyphs, text: changed, font: font ?? glyphs.font }
}

/** The sign after the stroke at `i` with that through it; empty where there is none. */
const struck = (glyphs: GlyphTable, i: number, through: (sign: string) => string): string => {
  const next = glyphs.text[i + 1] ?? ""
  const apart = Math.hypot((glyphs.x[i + 1] ?? 0) - (glyphs.x[i] ?? 0), (glyphs.y[i + 1] ?? 0) - (glyphs.y[i] ?? 0))
  const sign = apart <= slackEm * (glyphs.size[i] ?? 0) ? through(next) : ""
  return sign.length === 1 && !letter.test(next) ? sign : ""
}

/** Whether an accent is set over nothing, and is none of a row of accents. */
const standsAlone = (glyphs: GlyphTable, i: number): boolean => {
  const near = [i - 2, i - 1, i + 1, i + 2].filter((k) => (glyphs.text[k] ?? " ") !== " ")
  return near.every((k) => !isOver(glyphs, i, k) && !isSpacingMark.test(glyphs.text[k] ?? ""))
}

const isOver = (glyphs: GlyphTable, accent: number, base: number): boolean => {
  const size = glyphs.size[base] ?? 0
  const middle = (glyphs.x[accent] ?? 0) + (glyphs.w[accent] ?? 0) / 2
  const left = glyphs.x[base] ?? 0
  const off = (dotted[glyphs.text[base] ?? ""] === undefined ? maxOffMiddleEm : maxOffDotlessEm) * size
  return (
    glyphs.angle[accent] === 0 &&
    glyphs.angle[base] === 0 &&
    Math.abs((glyphs.y[accent] ?? 0) - (glyphs.y[base] ?? 0)) <= maxRaisedEm * size &&
    middle >= left - off &&
    middle <= left + (glyphs.w[base] ?? 0) + off
  )
}
