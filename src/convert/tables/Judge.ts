/** Proposal[] → Candidate[] with their scores, and the winners: which proposals are tables, of those that claim the same words. */

import { weigh } from "../model/Evidence.ts"
import { apartness } from "./evidence/Apart.ts"
import { evidenceOf } from "./evidence/Evidence.ts"
import { keysOf, type Spot, spotsOf } from "./evidence/Spots.ts"
import type { Proposal, Sight } from "./Proposal.ts"
import { type Evidence, weights } from "./TableWeights.ts"

/** A proposal with what speaks for and against it. */
export interface Candidate extends Proposal {
  readonly evidence: Evidence
  /** Above 0 it is a table, or things side by side. */
  readonly score: number
  /** Above 0 its columns are read each by itself. */
  readonly apart: number
}

export const scored = (proposals: ReadonlyArray<Proposal>, sight: Sight): ReadonlyArray<Candidate> => {
  const known = new Map<Proposal, Measured>()
  /** A table without its header is a proposal as well. */
  const of = (proposal: Proposal) => {
    const measured = known.get(proposal) ?? measure(proposal, sight)
    known.set(proposal, measured)
    return measured
  }
  return proposals.map((proposal) => {
    const { spots, evidence } = of(proposal)
    const { body } = proposal
    // a header that was found by itself takes nothing from the table below
    const least = body === undefined ? Number.NEGATIVE_INFINITY : scoreOf(of(body).evidence)
    const apart = apartness(spots, evidence)
    // what stands side by side is in columns as a table is
    const own = scoreOf(apart > 0 ? { ...evidence, turned: 0 } : evidence)
    return { ...proposal, evidence, apart, score: Math.max(least, own) }
  })
}

interface Measured {
  readonly spots: ReadonlyArray<Spot>
  readonly evidence: Evidence
}

const measure = (proposal: Proposal, sight: Sight): Measured => {
  const spots = spotsOf(proposal)
  return { spots, evidence: evidenceOf(proposal, spots, sight) }
}

const scoreOf = (evidence: Evidence): number => Math.round(1000 * weigh(evidence, weights)) / 1000

/** Maximum number of candidates for the same words that are weighed against each other; the weakest are out. */
const maxRivals = 14

/** The tables: of candidates that claim the same words those that together explain the most. */
export const winners = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const claims = candidates
    .filter((each) => each.score > 0)
    .map((candidate) => ({ candidate, words: keysOf(candidate.draft) }))
    .map((each): Claim => ({ ...each, worth: each.candidate.score * each.words.size }))
    .sort((a, b) => b.worth - a.worth)
  const likely =
    claims.length < 2
      ? claims
      : [...Map.groupBy(claims, ({ words }) => Float64Array.from(words).sort().join()).values()].flatMap(
          ([first]) => first ?? []
        )
  const out: Array<Candidate> = []
  const open = new Set(likely)
  for (const first of likely) {
    if (!open.has(first)) continue
    const rivals = connected(first, open)
    for (const each of rivals) open.delete(each)
    out.push(...best(rivals.slice(0, maxRivals)).map((each) => each.candidate))
  }
  return out
}

interface Claim {
  readonly candidate: Candidate
  readonly words: ReadonlySet<number>
  readonly worth: number
}

const meet = (a: Claim, b: Claim): boolean => {
  const [few, many] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words]
  for (const key of few) if (many.has(key)) return true
  return false
}

/** Everything that claims a word of `first`, or of what claims one, by worth. */
const connected = (first: Claim, open: ReadonlySet<Claim>): ReadonlyArray<Claim> => {
  const found = new Set([first])
  for (const each of found) for (const other of open) if (!found.has(other) && meet(each, other)) found.add(other)
  return [...found].sort((a, b) => b.worth - a.worth)
}

/** The claims that do not meet and are worth the most together. */
const best = (claims: ReadonlyArray<Claim>): ReadonlyArray<Claim> => {
  const [first, ...rest] = claims
  if (first === undefined) return []
  const others = rest.filter((each) => !meet(first, each))
  const taken = [first, ...best(others)]
  if (others.length === rest.length) return taken
  const left = best(rest)
  return worthOf(left) > worthOf(taken) ? left : taken
}

const worthOf = (claims: ReadonlyArray<Claim>): number => claims.reduce((sum, each) => sum + each.worth, 0)
