/** Logistic regression by Newton's method. Weights are drawn towards what was thought of them before, which rare evidence keeps. */

export interface Sample {
  readonly evidence: Readonly<Record<string, number>>
  readonly is: boolean
  /** How much it counts. */
  readonly weight: number
}

/** How strongly weights are drawn towards what was thought before. */
const strength = 12
const steps = 12

/** The weight of each name, and of what always is (`bias`). */
export const regress = (
  samples: ReadonlyArray<Sample>,
  before: Readonly<Record<string, number>>
): Readonly<Record<string, number>> => {
  const names = [...new Set(samples.flatMap(({ evidence }) => Object.keys(evidence)))].sort()
  const n = names.length + 1
  const rows = samples.map(({ evidence }) => [1, ...names.map((name) => evidence[name] ?? 0)])
  const thought = ["bias", ...names].map((name) => before[name] ?? 0)
  let w = [...thought]
  const loss = (of: ReadonlyArray<number>): number => {
    let sum = of.reduce((all, each, i) => all + (strength / 2) * (each - (thought[i] ?? 0)) ** 2, 0)
    rows.forEach((row, s) => {
      const { is, weight } = samples[s] as Sample
      let score = 0
      for (let i = 0; i < n; i++) score += (of[i] ?? 0) * (row[i] ?? 0)
      sum += weight * Math.log1p(Math.exp(Math.max(-500, Math.min(500, is ? -score : score))))
    })
    return sum
  }
  for (let step = 0; step < steps; step++) {
    const gradient = w.map((each, i) => strength * ((thought[i] ?? 0) - each))
    const hessian = w.map((_, i) => Float64Array.from({ length: n }, (_, k) => (i === k ? strength : 0)))
    rows.forEach((row, s) => {
      const { is, weight } = samples[s] as Sample
      let sum = 0
      for (let i = 0; i < n; i++) sum += (w[i] ?? 0) * (row[i] ?? 0)
      const p = 1 / (1 + Math.exp(-sum))
      const error = weight * ((is ? 1 : 0) - p)
      const curve = weight * Math.max(p * (1 - p), 1e-6)
      for (let i = 0; i < n; i++) {
        const x = row[i] ?? 0
        if (x === 0) continue
        gradient[i] = (gradient[i] ?? 0) + error * x
        const own = hessian[i] as Float64Array
        for (let k = 0; k < n; k++) own[k] = (own[k] ?? 0) + curve * x * (row[k] ?? 0)
      }
    })
    const by = solved(hessian, gradient)
    // a whole step may go too far where much is certain
    const now = loss(w)
    for (let part = 1; part > 0.001; part /= 2) {
      const next = w.map((each, i) => each + part * (by[i] ?? 0))
      if (loss(next) >= now) continue
      w = next
      break
    }
  }
  return Object.fromEntries(["bias", ...names].map((name, i) => [name, Math.round((w[i] ?? 0) * 100) / 100]))
}

/** x of a·x = b, by elimination. */
const solved = (a: ReadonlyArray<Float64Array>, b: ReadonlyArray<number>): ReadonlyArray<number> => {
  const m = a.map((row, i) => [...row, b[i] ?? 0])
  const n = m.length
  for (let i = 0; i < n; i++) {
    let pivot = i
    for (let k = i + 1; k < n; k++) if (Math.abs(m[k]?.[i] ?? 0) > Math.abs(m[pivot]?.[i] ?? 0)) pivot = k
    const swapped = m[i] as Array<number>
    m[i] = m[pivot] as Array<number>
    m[pivot] = swapped
    const own = m[i] as Array<number>
    for (let k = i + 1; k < n; k++) {
      const row = m[k] as Array<number>
      const by = (row[i] ?? 0) / (own[i] || 1e-9)
      for (let c = i; c <= n; c++) row[c] = (row[c] ?? 0) - by * (own[c] ?? 0)
    }
  }
  const x = Array.from({ length: n }, () => 0)
  for (let i = n - 1; i >= 0; i--) {
    const own = m[i] as Array<number>
    let sum = own[n] ?? 0
    for (let k = i + 1; k < n; k++) sum -= (own[k] ?? 0) * (x[k] ?? 0)
    x[i] = sum / (own[i] || 1e-9)
  }
  return x
}
