import type { Formula } from "../Document.ts"
import type { Random } from "../Random.ts"

const mi = (name: string) => `<mi>${name}</mi>`
const math = (inner: string) => `<math display="block"><mrow>${inner}</mrow></math>`

/** A formula that papers and data sheets print on a line of its own. */
export const formula = (random: Random): Formula => {
  const [a, b, c] = random.sample(["x", "y", "k", "m", "p", "q", "r", "t", "u", "v"], 3) as [string, string, string]
  const n = random.int(2, 9)
  return random.pick<Formula>([
    {
      tex: `${a} = \\frac{${b} + ${n}}{${c}^2}`,
      typst: `${a} = (${b} + ${n}) / ${c}^2`,
      eqn: `${a} = { ${b} + ${n} } over { ${c} sup 2 }`,
      mathml: math(
        `${mi(a)}<mo>=</mo><mfrac><mrow>${mi(b)}<mo>+</mo><mn>${n}</mn></mrow><msup>${mi(c)}<mn>2</mn></msup></mfrac>`
      )
    },
    {
      tex: `${a}_i = \\sqrt{${b}^2 + ${c}^2}`,
      typst: `${a}_i = sqrt(${b}^2 + ${c}^2)`,
      eqn: `${a} sub i = sqrt { ${b} sup 2 + ${c} sup 2 }`,
      mathml: math(
        `<msub>${mi(a)}${mi("i")}</msub><mo>=</mo><msqrt><msup>${mi(b)}<mn>2</mn></msup><mo>+</mo><msup>${mi(c)}<mn>2</mn></msup></msqrt>`
      )
    },
    {
      tex: `\\sum_{i=1}^{${n}} ${a}_i = ${b} ${c}`,
      typst: `sum_(i=1)^${n} ${a}_i = ${b} ${c}`,
      eqn: `sum from { i = 1 } to ${n} ${a} sub i = ${b} ${c}`,
      mathml: math(
        `<munderover><mo>∑</mo><mrow>${mi("i")}<mo>=</mo><mn>1</mn></mrow><mn>${n}</mn></munderover><msub>${mi(a)}${mi("i")}</msub><mo>=</mo>${mi(b)}${mi(c)}`
      )
    }
  ])
}
