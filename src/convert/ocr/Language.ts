/** Which language a recognised page is written in, as far as its commonest words tell. */

import { greatest } from "../model/Geometry.ts"
import type { RecognisedLine } from "./Recognised.ts"
import { confidentLines } from "./Scan.ts"

/**
 * Words that hold sentences together, as a recogniser of another language reads them too: without accents. They are a
 * third to a half of any running text.
 */
const common: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    eng: "the of and to in is that for was with as on by it be are this from at which or an were have not but his",
    deu: "der die und das den von zu mit sich des auf ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde",
    fra: "le la les des est dans une pour que qui sur pas avec au par plus de et il du en un ce se ne sont cette aux ou ses mais comme son nous on leur elle ont deux sans",
    spa: "el la los las del que en por con una para se su al de y es un lo como mas pero sus le ya este si porque esta entre cuando muy sin sobre ser tiene no",
    ita: "il di che della per una sono con del gli dei nel alla la e un in le si da non lo al delle come piu anche ma nella dal suo ha questo degli fu sua tra o",
    por: "que os da do em um uma para com nao dos das ao o a e se na no por mais as como mas foi ele tem seu sua ou ser quando muito ha nos pela pelo"
  }).map(([language, words]) => [language, new Set(words.split(" "))])
)

/** Fewer words say nothing. */
const minWords = 40
/** Running text has at least this share of its language's commonest words ... */
const plain = 0.25
/** ... and this many times as many of them as of those of the languages that were expected. The nearest relatives have a fifth of them in common. */
const clear = 1.8

const spoken = (lines: ReadonlyArray<RecognisedLine>): ReadonlyArray<string> =>
  confidentLines(lines)
    .flatMap(({ words }) =>
      words.flatMap(({ text }) =>
        text
          .normalize("NFD")
          .replace(/\p{M}/gu, "")
          .split(/[^\p{L}]+/u)
      )
    )
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())

/** The language that these lines are plainly written in when it is none of those they were read as; else null. */
export const otherLanguage = (lines: ReadonlyArray<RecognisedLine>, readAs: ReadonlyArray<string>): string | null => {
  const words = spoken(lines)
  if (words.length < minWords) return null
  const share = (language: string) =>
    words.reduce((sum, word) => sum + (common[language]?.has(word) ? 1 : 0), 0) / words.length
  const best = Object.keys(common).reduce((a, b) => (share(b) > share(a) ? b : a))
  const isPlain = share(best) >= plain && share(best) >= clear * greatest(readAs.map(share))
  return isPlain && !readAs.includes(best) ? best : null
}
