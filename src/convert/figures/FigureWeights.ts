/** Evidence → a sum: more than 0 in all is a figure. */
import { weigh } from "../model/Evidence.ts"
import type { Evidence } from "./Evidence.ts"

/** What each piece of evidence counts for. */
const weights: Readonly<Record<Exclude<keyof Evidence, "share"> | "bias", number>> = {
  bias: -1.2,
  pictured: 2.2,
  drawn: 1.7,
  paths: 2.4,
  bars: 2.4,
  prose: -5,
  text: -1.2,
  wordy: -2.8,
  lettered: 1.2,
  unlettered: -1.5,
  headed: -1.2,
  scaled: 2.6,
  arrowed: 2.4,
  staved: 4,
  bare: -6,
  wordless: 6,
  captioned: 2.5,
  thin: -2.5,
  marginal: -2,
  cornered: -1.6,
  ruled: -1.2,
  crossed: -2.4
}
/** A figure covers this share of the page; one of a quarter of it is likely an ornament. */
export const usualShare = 0.025
/** What stands in one frame with its listing may be smaller. */
export const minShareInFrame = usualShare / 4

export const scoreOf = (evidence: Evidence): number =>
  weigh(evidence, weights) + 1.1 * Math.max(-2, Math.min(0, Math.log2(evidence.share / usualShare)))
