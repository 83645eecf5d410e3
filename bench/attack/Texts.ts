/** Hostile texts through our Markdown and the libraries that show it: how many of them came to something that is not ours. */
import * as fc from "fast-check"
import { hostileMarkdown } from "../../test/support/HostileText.ts"
import { foreignIn, renderers } from "../../test/support/Renderers.ts"

export interface Outcome {
  readonly texts: number
  readonly renderers: number
  /** The Markdown of the first that was shown as more than text, and what it came to. */
  readonly live: string | null
}

export const attack = (rounds: number, seed: number): Outcome => {
  const outcome = fc.check(
    fc.property(hostileMarkdown, (markdown) => {
      const found = foreignIn(markdown)
      if (found.length > 0) throw new Error(found.join("; "))
    }),
    { numRuns: rounds, seed }
  )
  const live = outcome.failed ? `${String(outcome.errorInstance)}\n${outcome.counterexample?.[0]}` : null
  return { texts: outcome.numRuns, renderers: Object.keys(renderers).length, live }
}
