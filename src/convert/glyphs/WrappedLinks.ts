/**
 * Word[] → Word[]: a link that goes on in the next line may be told by the one box around both, with whatever else stands in these lines
 * (Qt's printer does so). Where some of it is in the colour of most of the page, that is no link.
 */
import { heaviest, holds } from "../model/Geometry.ts"
import type { Word } from "../model/Line.ts"
import type { Link } from "../model/Page.ts"

/** Words of a page that are looked for in the boxes of its links, each in each of one address: a bound. */
const mostLookups = 1_000_000

export const withWrappedLinks = (words: ReadonlyArray<Word>, links: ReadonlyArray<Link>): ReadonlyArray<Word> => {
  if (links.length === 0) return words
  const byUrl = Map.groupBy(words, ({ href }) => href)
  if (links.reduce((sum, { url }) => sum + (byUrl.get(url)?.length ?? 0), 0) > mostLookups) return words
  const counts = new Map<number, number>()
  for (const { colour } of words) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const usual = heaviest(counts)
  const plain = new Set(
    links.flatMap(({ box, url }) => {
      const own = (byUrl.get(url) ?? []).filter((word) =>
        holds(box, (word.box.x0 + word.box.x1) / 2, word.baseline - 1)
      )
      const lines = new Set(own.map(({ baseline }) => Math.round(baseline)))
      const others = own.filter(({ colour }) => colour === usual)
      return lines.size > 1 && others.length < own.length ? others : []
    })
  )
  return plain.size === 0 ? words : words.map((word) => (plain.has(word) ? { ...word, href: null } : word))
}
