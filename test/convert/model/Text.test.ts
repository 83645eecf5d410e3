import { assert, describe, it } from "@effect/vitest"
import { ideographs, normal, unspaced, unspacedWords } from "../../../src/convert/model/Text.ts"

describe("a script written without spaces", () => {
  it("has about a word in two letters, whatever marks stand between them", () => {
    assert.strictEqual(unspacedWords("文字列。"), 1.5)
    assert.strictEqual(unspacedWords("データ"), 1.5)
    assert.strictEqual(unspacedWords("ภาษาไทย"), 3.5)
  })

  it("is neither Hangul, Greek nor Latin, with a dot between two words as little as without", () => {
    for (const text of ["한국어", "a · b", "λόγος", "1,000", ""]) assert.strictEqual(unspacedWords(text), 0)
    assert.isFalse(unspaced.test("한국어 text"))
  })

  it("is set by the em in ideographs alone", () => {
    assert.strictEqual(ideographs("文字 a ภาษา"), 2)
    assert.strictEqual(ideographs("ภาษา"), 0)
  })
})

describe("titles", () => {
  it("are the same with their accents and in capitals without: front matter went on over headings of a Greek outline", () => {
    assert.strictEqual(normal("ΙΣΤΟΡΙΑ ΤΗΣ ΠΟΛΗΣ"), normal("Ιστορία της πόλης"))
    assert.strictEqual(normal("ETAT CIVIL"), normal("État civil"))
    assert.notStrictEqual(normal("Etat 1"), normal("État 2"))
  })
})
