/** Words, sentences and names of a language, invented from a seed. */
import type { Inline, Text } from "../Document.ts"
import type { Random } from "../Random.ts"
import { labels } from "./Labels.ts"
import type { Language } from "./Languages.ts"

export interface Words {
  readonly language: Language
  readonly isRightToLeft: boolean
  readonly word: () => string
  /** A few words, as in a heading or in a cell. */
  readonly phrase: (least: number, most: number) => string
  readonly sentence: (least?: number, most?: number) => string
  /** Several sentences, some with emphasis, links, notes. */
  readonly paragraph: (sentences: number) => Text
  readonly plain: (sentences: number) => string
  readonly person: () => string
  readonly company: () => string
  readonly city: () => string
  readonly street: () => string
  /** A word of every office, in the language where it is known, or an invented one. */
  readonly label: (name: string) => string
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

const invent = (random: Random, language: Language): string => {
  const syllable = () => random.pick(language.onsets) + random.pick(language.vowels) + random.pick(language.codas)
  switch (language.script) {
    case "han":
    case "kana":
      return random
        .times(
          random.weighted([
            [1, 1],
            [2, 5],
            [3, 1]
          ] as const),
          () => random.pick(language.onsets)
        )
        .join("")
    case "hangul":
      return random
        .times(random.int(1, 4), () =>
          String.fromCodePoint(
            0xac00 +
              random.int(0, 18) * 588 +
              random.pick([0, 4, 8, 13, 18, 20]) * 28 +
              random.pick([0, 0, 0, 1, 4, 8, 16, 21])
          )
        )
        .join("")
    case "arabic":
      return (random.chance(0.4) ? "ال" : "") + syllable() + syllable() + random.pick(language.endings)
    default:
      return (
        random
          .times(
            random.weighted([
              [1, 7],
              [2, 5],
              [3, 0.6]
            ] as const),
            syllable
          )
          .join("") + random.pick(language.endings)
      )
  }
}

export const words = (random: Random, language: Language): Words => {
  const isSpaced = language.script !== "han" && language.script !== "kana"
  const space = isSpaced ? " " : ""
  const isIdeographic = !isSpaced
  const isRightToLeft = language.script === "arabic" || language.script === "hebrew"
  const known = [...new Set(random.times(420, () => invent(random, language)))].filter((word) => word.length < 14)
  const word = () => known[Math.floor(random.next() ** 2 * known.length)] as string
  const named = () => capital(word())
  const phrase = (least: number, most: number) => {
    const count = random.int(least, most)
    const parts = random.times(count, (index) =>
      index > 0 && index < count - 1 && random.chance(0.25) ? random.pick(language.small) : word()
    )
    return capital(
      (language.hasCapitalNouns ? parts.map((part) => (random.chance(0.6) ? capital(part) : part)) : parts).join(space)
    )
  }
  const odd = () =>
    random.weighted<() => string>([
      [() => `${random.int(2, 98)}${isIdeographic ? "" : " "}%`, 3],
      [() => String(random.int(1990, 2026)), 3],
      [() => `${random.int(1, 40)}.${random.int(0, 9)}`, 3],
      [() => `(${word()} ${word()})`, 3],
      [() => (isSpaced ? `${word()}-${word()}` : word()), 2],
      [() => `“${word()}${space}${word()}”`, 1]
    ])()
  const stop = language.code === "hi" ? "।" : isIdeographic ? "。" : "."
  const comma = language.script === "arabic" ? "،" : isIdeographic ? "、" : ","
  const sentence = (least = 6, most = 20) => {
    const count = random.int(least, most)
    const parts = random.times(count, (index) => {
      const value =
        index % 3 === 1 && random.chance(0.85)
          ? random.pick(language.small)
          : random.chance(0.04)
            ? odd()
            : language.hasCapitalNouns && random.chance(0.5)
              ? named()
              : word()
      return index > 1 && index < count - 2 && random.chance(0.09) ? value + comma : value
    })
    return capital(parts.join(space)) + stop
  }
  const plain = (sentences: number) => random.times(sentences, () => sentence()).join(space)
  const special = (): Inline =>
    random.weighted<() => Inline>([
      [() => ({ bold: `${word()}${space}${word()}` }), 4],
      [() => ({ italic: `${word()}${space}${word()}${space}${word()}` }), 4],
      [
        () => ({
          link: `${word()}${space}${word()}`,
          url: `https://${random.pick(["docs", "www", "help"])}.example/${random.int(100, 999)}`
        }),
        2
      ]
    ])()
  const label = (name: string) => {
    const row = labels[name]
    const found = row?.[language.code]
    if (found !== undefined) return random.pick(found.split("|"))
    return language.script === "latin" ? random.pick((row?.["en"] ?? named()).split("|")) : phrase(1, 2)
  }
  return {
    language,
    isRightToLeft,
    word,
    phrase,
    sentence,
    plain,
    paragraph: (sentences) =>
      random
        .times(sentences, (index): Text => {
          const before = index > 0 ? space : ""
          if (!random.chance(0.06)) return [before + sentence()]
          return [`${before + capital(word())}${space}`, special(), `${space}${sentence()}`]
        })
        .flat(),
    person: () =>
      isIdeographic ? word() + word() : `${random.chance(0.2) ? `${named().charAt(0)}. ` : ""}${named()} ${named()}`,
    company: () =>
      isIdeographic
        ? `${word()}${word()}`
        : `${named()} ${random.chance(0.4) ? `& ${named()} ` : ""}${random.pick(["Ltd", "GmbH", "S.A.", "Inc.", "AG", "B.V.", "plc", ""])}`.trim(),
    city: named,
    street: () => (isSpaced ? `${named()} ${word()} ${random.int(1, 199)}` : `${word()}${random.int(1, 99)}`),
    label
  }
}
