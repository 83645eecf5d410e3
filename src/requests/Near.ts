/** Which known name a wrong one was meant to be. */

/** How many letters must be added, removed, changed or swapped with their neighbour to get from one word to the other. */
export const distance = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let row: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          row[j]! + 1,
          next[j - 1]! + 1,
          row[j - 1]! + (isSame ? 0 : 1),
          isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** Letters in which a name may differ from the one that was meant; short names are near too many others. */
const slips = (name: string) => (name.length < 5 ? 1 : 2)

/** Names that are the same but for how their words are joined: `pageRange`, `page-range`. */
const bare = (name: string) => name.replace(/[_-]/g, "").toLowerCase()

/** The known path that the wrong one is nearest to, a slip of the pen or a wrong place; none when two are as near. */
export const nearest = (
  path: ReadonlyArray<string>,
  known: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> | undefined => {
  const name = bare(path.at(-1) ?? "").slice(0, 64)
  const parent = path.slice(0, -1).join(".")
  const ranked = known
    .map((one) => ({
      one,
      slips: distance(name, bare(one.at(-1)!)),
      away: one.slice(0, -1).join(".") === parent ? 0 : 1
    }))
    .filter(({ slips: found }) => found <= slips(name))
    .sort((a, b) => a.slips - b.slips || a.away - b.away)
  const [first, second] = ranked
  const isClear = first !== undefined && (first.slips !== second?.slips || first.away !== second?.away)
  return isClear ? first.one : undefined
}
