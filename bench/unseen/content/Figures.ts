/** Amounts, dates and numbers in the ways that offices write them. One document keeps to one way. */
import type { Random } from "../Random.ts"

export interface Figures {
  readonly number: (least: number, most: number, places?: number) => string
  readonly amount: (value: number) => string
  readonly plainAmount: (value: number) => string
  readonly percent: () => string
  readonly date: () => string
  readonly code: () => string
}

export const figures = (random: Random): Figures => {
  const [thousands, point] = random.pick([
    [",", "."],
    [",", "."],
    [".", ","],
    [" ", ","],
    ["", "."]
  ] as const)
  const currency = random.pick(["€ {}", "{} €", "$ {}", "£{}", "{} PLN", "CHF {}", "{}", "¥{}"])
  const negative = random.pick(["−{}", "-{}", "({})", "-{}"])
  const dates = random.pick(["iso", "dots", "slashes", "words"] as const)
  const code = random.pick(["AA-####", "####.##", "A##-###", "######", "AAA ###"])
  const written = (value: number, places: number) => {
    const [whole = "0", part] = Math.abs(value).toFixed(places).split(".")
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
    const plain = `${grouped}${part === undefined ? "" : point + part}`
    return value < 0 ? negative.replace("{}", plain) : plain
  }
  const two = (value: number) => String(value).padStart(2, "0")
  return {
    number: (least, most, places = 0) => written(least + random.next() * (most - least), places),
    amount: (value) => currency.replace("{}", written(value, 2)),
    plainAmount: (value) => written(value, 2),
    percent: () => `${written(random.next() * 100, random.int(0, 1))}${random.chance(0.5) ? "" : " "}%`,
    date: () => {
      const [year, month, day] = [random.int(2015, 2026), random.int(1, 12), random.int(1, 28)]
      switch (dates) {
        case "iso":
          return `${year}-${two(month)}-${two(day)}`
        case "dots":
          return `${two(day)}.${two(month)}.${year}`
        case "slashes":
          return `${two(month)}/${two(day)}/${year}`
        case "words":
          return `${day} ${["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]} ${year}`
      }
    },
    code: () =>
      code.replace(/[A#]/g, (sign) =>
        sign === "A" ? String.fromCharCode(65 + random.int(0, 25)) : String(random.int(0, 9))
      )
  }
}
