/** Charts and diagrams as SVG: bars, lines, a pie, boxes with arrows. */
import type { Drawing } from "../Document.ts"
import type { Random } from "../Random.ts"
import type { Words } from "./Words.ts"

export const drawing = (random: Random, words: Words): Drawing => {
  const count = random.int(3, 5)
  return {
    shape: random.pick(["bars", "lines", "pie", "flow"]),
    labels: random.times(count, () => words.phrase(1, 1).slice(0, 9)),
    values: random.times(count, () => random.int(10, 95))
  }
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const text = (x: number, y: number, value: string) =>
  `<text x="${x}" y="${y}" font-size="9" text-anchor="middle" font-family="Noto Sans, sans-serif">${escape(value)}</text>`

/** 320 × 150 units. */
export const svg = ({ shape, labels, values }: Drawing, colour: string): string => {
  const step = 290 / values.length
  const at = (index: number) => Math.round(25 + step * (index + 0.5))
  const axes = `<path d="M20 10V125H315" fill="none" stroke="#666"/>`
  const under = labels.map((label, index) => text(at(index), 138, label)).join("")
  const body = {
    bars: () =>
      axes +
      under +
      values
        .map(
          (value, index) =>
            `<rect x="${at(index) - step * 0.3}" y="${125 - value}" width="${step * 0.6}" height="${value}" fill="${colour}"/>${text(at(index), 120 - value, String(value))}`
        )
        .join(""),
    lines: () =>
      `${axes + under}<polyline points="${values.map((value, index) => `${at(index)},${125 - value}`).join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    pie: () => {
      const sum = values.reduce((all, value) => all + value, 0)
      let angle = 0
      return values
        .map((value, index) => {
          const from = angle
          angle += (value / sum) * 2 * Math.PI
          const point = (turn: number, radius: number) =>
            `${(90 + radius * Math.sin(turn)).toFixed(1)} ${(75 - radius * Math.cos(turn)).toFixed(1)}`
          const large = angle - from > Math.PI ? 1 : 0
          return `<path d="M90 75L${point(from, 60)}A60 60 0 ${large} 1 ${point(angle, 60)}Z" fill="${colour}" fill-opacity="${(1 - index * 0.17).toFixed(2)}" stroke="#fff"/><rect x="190" y="${25 + index * 22}" width="10" height="10" fill="${colour}" fill-opacity="${(1 - index * 0.17).toFixed(2)}"/>${text(240, 34 + index * 22, labels[index] ?? "")}`
        })
        .join("")
    },
    flow: () =>
      labels
        .map(
          (label, index) =>
            `<rect x="${at(index) - step * 0.4}" y="55" width="${step * 0.8}" height="34" rx="4" fill="none" stroke="${colour}"/>${text(at(index), 75, label)}${index > 0 ? `<path d="M${at(index) - step * 0.6} 72h${step * 0.16}" stroke="#444"/>` : ""}`
        )
        .join("")
  }[shape]()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 150" width="320" height="150">${body}</svg>`
}
