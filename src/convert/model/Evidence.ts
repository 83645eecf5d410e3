/** Decisions by a sum: pieces of evidence, each from 0 (absent) to 1, times what each is worth. Above 0 in all it is so. */

/** 0 at `from` and below, 1 at `to` and above. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

export const flag = (is: boolean): number => (is ? 1 : 0)

/** What speaks for it less what speaks against it; `bias` counts always. */
export const weigh = <Name extends string>(
  evidence: Readonly<Record<Name, number>>,
  weights: Readonly<Partial<Record<NoInfer<Name> | "bias", number>>>
): number => {
  let sum = weights.bias ?? 0
  for (const name in evidence) sum += (weights[name] ?? 0) * evidence[name]
  return sum
}
