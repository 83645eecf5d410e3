import { assert, describe, it } from "@effect/vitest"
import { otherLanguage } from "../../../src/convert/ocr/Language.ts"
import type { RecognisedLine } from "../../../src/convert/ocr/Recognised.ts"

const linesOf = (text: string): ReadonlyArray<RecognisedLine> =>
  (text.match(/(?:\S+\s*){1,10}/g) ?? []).map((line, i) => ({
    words: line
      .trim()
      .split(/\s+/)
      .map((text, k) => ({ text, confidence: 0.9, x0: 40 * k, x1: 40 * k + 35, stroke: 0 })),
    baseline: 50 + 14 * i,
    angle: 0,
    rise: 7
  }))

/** As a recogniser of English has them: without accents. */
const german =
  "Als die Eisenbahn in der Mitte des Jahrhunderts die groBeren Stadte verband, mussten zahlreiche Flusse uberquert werden. Die Ingenieure pruften zunachst die Tragfahigkeit des Bodens, und man verlangte nach Bauwerken, die schwere Zuge trugen und dem Hochwasser standhielten. Fur die Pfeiler wahlte man Granit."
const french =
  "Lorsque le chemin de fer relia les grandes villes, il fallut franchir de nombreux cours d'eau. Les passages en bois ne suffisaient plus: on reclamait des ouvrages capables de supporter des convois tres lourds et de resister aux crues du printemps. On choisissait le granit pour les piles."
const english =
  "When the railway joined the larger towns, many rivers had to be crossed. The engineers first examined how much the ground would bear, and often they bored to a depth of fifteen metres before the foundations were begun. For the piers they chose granite, and for the vaults brick."

describe("A recognised page", () => {
  it("in another language than was expected is known by its commonest words", () => {
    assert.strictEqual(otherLanguage(linesOf(german), ["eng"]), "deu")
    assert.strictEqual(otherLanguage(linesOf(french), ["eng", "deu"]), "fra")
    assert.strictEqual(otherLanguage(linesOf(english), ["jpn"]), "eng")
  })

  it("in an expected language is left as it is", () => {
    assert.isNull(otherLanguage(linesOf(english), ["eng"]))
    assert.isNull(otherLanguage(linesOf(german), ["eng", "deu"]))
    assert.isNull(otherLanguage(linesOf(`${english} ${german}`), ["eng"]))
  })

  it("of few words, of names and figures, or of guesses says nothing", () => {
    assert.isNull(otherLanguage(linesOf(german.slice(0, 150)), ["eng"]))
    assert.isNull(otherLanguage(linesOf("Total 12 345 Granit Ziegel Eisen Stahl Holz 678 ".repeat(12)), ["eng"]))
    const guessed = linesOf(german).map((line) => ({
      ...line,
      words: line.words.map((word) => ({ ...word, confidence: 0.3 }))
    }))
    assert.isNull(otherLanguage(guessed, ["eng"]))
  })
})
