/** Formulas that papers and textbooks print, made up: each as LaTeX and as Typst writes it. */
import type { Random } from "../unseen/Random.ts"

export interface Source {
  readonly tex: string
  readonly typst: string
  /** It can stand within a line of text. */
  readonly isLow: boolean
}

type Part = readonly [tex: string, typst: string]

const letters = "a b c d f g h k m n p q r s t u v w x y z A B C D F G H K L M N P Q R S T U V X Y".split(" ")
const greek = "alpha beta gamma delta lambda mu nu xi rho sigma tau omega theta Gamma Delta Omega Sigma Phi Psi".split(
  " "
)
const relations: ReadonlyArray<Part> = [
  ["=", "="],
  ["\\leq", "<="],
  ["\\geq", ">="],
  ["<", "<"],
  ["\\neq", "!="],
  ["\\approx", "approx"],
  ["\\in", "in"],
  ["\\subseteq", "subset.eq"],
  ["\\to", "->"],
  ["\\equiv", "equiv"],
  ["\\sim", "tilde.op"]
]
const binaries: ReadonlyArray<Part> = [
  ["+", "+"],
  ["-", "-"],
  ["\\cdot", "dot.op"],
  ["\\times", "times"],
  ["\\pm", "plus.minus"],
  ["\\cup", "union"],
  ["\\otimes", "times.o"],
  ["\\circ", "compose"]
]
const names = "sin cos tan log ln exp det dim".split(" ")
const accents: ReadonlyArray<Part> = [
  ["\\hat", "hat"],
  ["\\bar", "macron"],
  ["\\tilde", "tilde"],
  ["\\dot", "dot"],
  ["\\vec", "arrow"]
]

const both = (tex: string, typst = tex): Part => [tex, typst]

export const formula = (random: Random): Source => {
  const { pick, chance, int } = random
  const letter = (): Part => {
    const own = pick(letters)
    return both(own)
  }
  const symbol = (): Part =>
    random.weighted<() => Part>([
      [letter, 10],
      [
        () => {
          const own = pick(greek)
          return [`\\${own}`, own]
        },
        4
      ],
      [
        () => {
          const own = pick(["R", "N", "Z", "C"])
          return [`\\mathbb{${own}}`, `bb(${own})`]
        },
        0.5
      ],
      [
        () => {
          const own = pick(["L", "F", "H", "M"])
          return [`\\mathcal{${own}}`, `cal(${own})`]
        },
        0.6
      ],
      [
        () => {
          const own = pick(["x", "v", "A", "b"])
          return [`\\mathbf{${own}}`, `upright(bold(${own}))`]
        },
        0.6
      ],
      [
        () => {
          const [tex, typst] = pick(accents)
          const own = pick(["x", "y", "u", "v", "a", "H"])
          return [`${tex}{${own}}`, `${typst}(${own})`]
        },
        0.8
      ],
      [() => both("\\infty", "infinity"), 0.3],
      [() => both("\\partial", "diff"), 0.3],
      [() => both("\\nabla", "nabla"), 0.2]
    ])()
  const number = (): Part => both(String(chance(0.85) ? int(1, 12) : int(13, 480)))
  const leaf = (): Part => (chance(0.78) ? symbol() : number())
  const small = (): Part => {
    const one = chance(0.6) ? letter() : number()
    if (chance(0.7)) return one
    const [tex, typst] = letter()
    const more = `${pick(["+", "-"])}${int(1, 3)}`
    return [`${tex}${more}`, `${typst}${more}`]
  }
  const scripted = (depth: number): Part => {
    const [tex, typst] = chance(0.85) ? symbol() : bracketed(depth + 1)
    const kind = int(0, 4)
    const [low, lowTypst] = small()
    const [high, highTypst] = chance(0.15) && depth < 2 ? scripted(depth + 2) : small()
    if (kind <= 1) return [`${tex}^{${high}}`, `${typst}^(${highTypst})`]
    if (kind <= 3) return [`${tex}_{${low}}`, `${typst}_(${lowTypst})`]
    return [`${tex}_{${low}}^{${high}}`, `${typst}_(${lowTypst})^(${highTypst})`]
  }
  const primed = (): Part => {
    const [tex] = letter()
    return both(`${tex}'`)
  }
  const bracketed = (depth: number): Part => {
    const [tex, typst] = sum(depth + 1)
    return [`\\left(${tex}\\right)`, `(${typst})`]
  }
  const fraction = (depth: number): Part => {
    const [a, b] = [sum(depth + 1), chance(0.5) ? product(depth + 1) : sum(depth + 1)]
    return [`\\frac{${a[0]}}{${b[0]}}`, `frac(${a[1]}, ${b[1]})`]
  }
  const root = (depth: number): Part => {
    const [tex, typst] = sum(depth + 1)
    if (chance(0.2)) return [`\\sqrt[3]{${tex}}`, `root(3, ${typst})`]
    return [`\\sqrt{${tex}}`, `sqrt(${typst})`]
  }
  const named = (depth: number): Part => {
    const own = pick(names)
    const [tex, typst] = chance(0.5) ? bracketed(depth) : leaf()
    return [`\\${own} ${tex}`, `${own} ${typst}`]
  }
  const large = (depth: number): Part => {
    const [tex, typst] = product(depth + 1)
    const index = pick(["i", "j", "k", "n"])
    const [from, to] = [String(int(0, 2)), pick(["n", "m", "\\infty", "N"])]
    const toTypst = to === "\\infty" ? "infinity" : to
    return random.weighted<() => Part>([
      [() => [`\\sum_{${index}=${from}}^{${to}} ${tex}`, `sum_(${index}=${from})^(${toTypst}) ${typst}`], 4],
      [() => [`\\prod_{${index}=${from}}^{${to}} ${tex}`, `product_(${index}=${from})^(${toTypst}) ${typst}`], 1],
      [() => [`\\int_{${from}}^{${to}} ${tex} d${index}`, `integral_(${from})^(${toTypst}) ${typst} d ${index}`], 3],
      [() => [`\\lim_{${index}\\to\\infty} ${tex}`, `lim_(${index} -> infinity) ${typst}`], 1],
      [() => [`\\max_{${index}\\in S} ${tex}`, `max_(${index} in S) ${typst}`], 1],
      [() => [`\\bigcup_{${index}\\in I} ${tex}`, `union.big_(${index} in I) ${typst}`], 0.5]
    ])()
  }
  const matrix = (): Part => {
    const [rows, columns] = [int(2, 3), int(2, 3)]
    const cells = random.times(rows, () => random.times(columns, () => (chance(0.7) ? leaf() : scripted(2))))
    const kind = pick(["pmatrix", "bmatrix", "vmatrix"])
    const delimiter = kind === "pmatrix" ? "(" : kind === "bmatrix" ? "[" : "|"
    return [
      `\\begin{${kind}}${cells.map((row) => row.map(([tex]) => tex).join(" & ")).join(" \\\\ ")}\\end{${kind}}`,
      `mat(delim: "${delimiter}", ${cells.map((row) => row.map(([, typst]) => typst).join(", ")).join("; ")})`
    ]
  }
  const cases = (): Part => {
    const [a, b, c] = [product(2), product(2), letter()]
    return [
      `\\begin{cases}${a[0]} & \\text{if } ${c[0]} > 0 \\\\ ${b[0]} & \\text{otherwise}\\end{cases}`,
      `cases(${a[1]} & "if " ${c[1]} > 0, ${b[1]} & "otherwise")`
    ]
  }
  const binomial = (): Part => {
    const [a, b] = [letter(), letter()]
    return [`\\binom{${a[0]}}{${b[0]}}`, `binom(${a[1]}, ${b[1]})`]
  }
  const factor = (depth: number): Part =>
    depth > 2
      ? leaf()
      : random.weighted<() => Part>([
          [leaf, 9],
          [() => scripted(depth), 5],
          [primed, 0.6],
          [() => fraction(depth), depth === 0 ? 2.5 : 1],
          [() => root(depth), 0.9],
          [() => bracketed(depth), 1],
          [() => named(depth), 0.8],
          [() => large(depth), depth === 0 ? 1.5 : 0.2],
          [matrix, depth === 0 ? 0.6 : 0],
          [binomial, depth === 0 ? 0.3 : 0]
        ])()
  const product = (depth: number): Part => {
    const all = random.times(
      random.weighted([
        [1, 5],
        [2, 4],
        [3, 1]
      ]),
      () => factor(depth)
    )
    // two numerals side by side would be one
    return [
      all.map(([tex], i) => (i > 0 && /^\d/.test(tex) && /\d$/.test(all[i - 1]?.[0] ?? "") ? "x" : tex)).join(" "),
      all
        .map(([, typst], i) => (i > 0 && /^\d/.test(typst) && /\d$/.test(all[i - 1]?.[1] ?? "") ? "x" : typst))
        .join(" ")
    ]
  }
  const sum = (depth: number): Part => {
    const all = random.times(
      random.weighted([
        [1, 6],
        [2, 4],
        [3, depth === 0 ? 2 : 0.4]
      ]),
      () => product(depth)
    )
    const ops = all.map(() => pick(binaries))
    return [
      all.map(([tex], i) => (i === 0 ? tex : `${ops[i]?.[0]} ${tex}`)).join(" "),
      all.map(([, typst], i) => (i === 0 ? typst : `${ops[i]?.[1]} ${typst}`)).join(" ")
    ]
  }
  const equation = (): Part => {
    const [left, right, relation] = [
      chance(0.6) ? leaf() : product(1),
      chance(0.08) ? cases() : sum(0),
      pick(relations)
    ]
    return [`${left[0]} ${relation[0]} ${right[0]}`, `${left[1]} ${relation[1]} ${right[1]}`]
  }
  const aligned = (): Part => {
    const rows = random.times(int(2, 3), () => [product(2), sum(1)] as const)
    return [
      `\\begin{aligned}${rows.map(([a, b], i) => `${i === 0 ? a[0] : ""} &= ${b[0]}`).join(" \\\\ ")}\\end{aligned}`,
      rows.map(([a, b], i) => `${i === 0 ? a[1] : ""} &= ${b[1]}`).join(" \\\n ")
    ]
  }
  const [tex, typst] = chance(0.08) ? aligned() : chance(0.85) ? equation() : sum(0)
  return { tex, typst, isLow: !/\\(?:frac|sum|prod|int|lim|max|big|begin|binom|left|sqrt)/.test(tex) }
}
