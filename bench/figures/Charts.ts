/** Charts and diagrams of a seed, as SVG: axes, scales, grids, legends, panels, boxes with arrows, maps. */
import type { Random } from "../unseen/Random.ts"

export const shapes = [
  "bars",
  "lying bars",
  "stacked bars",
  "lines",
  "scatter",
  "pie",
  "flow",
  "tree",
  "map",
  "box plot",
  "timeline"
] as const

export interface Chart {
  readonly shape: (typeof shapes)[number]
  readonly title: string | null
  readonly labels: ReadonlyArray<string>
  readonly series: ReadonlyArray<{ readonly name: string; readonly values: ReadonlyArray<number> }>
  readonly axes: readonly [string, string]
  readonly hasGrid: boolean
  readonly hasFrame: boolean
  readonly width: number
  readonly height: number
  readonly fontSize: number
  readonly colours: ReadonlyArray<string>
}

const palettes = [
  ["#1f77b4", "#ff7f0e", "#2ca02c"],
  ["#222222", "#777777", "#bbbbbb"],
  ["#7b3294", "#c2a5cf", "#008837"],
  ["#d7191c", "#fdae61", "#2b83ba"]
]

export const chart = (random: Random, word: () => string, width: number): Chart => {
  const count = random.int(3, 7)
  const name = () => word().replace(/^./, (first) => first.toUpperCase())
  return {
    shape: random.pick(shapes),
    title: random.chance(0.3) ? `${name()} ${word()} ${word()}` : null,
    labels: random.times(count, () => name()),
    series: random.times(random.int(1, 3), () => ({
      name: name(),
      values: random.times(count, () => random.int(8, 98))
    })),
    axes: [`${name()} ${word()}`, `${name()} (${random.pick(["mm", "%", "kg", "s", "€"])})`],
    hasGrid: random.chance(0.5),
    hasFrame: random.chance(0.25),
    width,
    height: Math.round(width * random.pick([0.45, 0.55, 0.7])),
    fontSize: random.pick([7, 8, 9]),
    colours: random.pick(palettes)
  }
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

export const svg = (all: Chart): string => {
  const { width: w, height: h, fontSize: size, labels, series, colours } = all
  const [left, right, top, bottom] = [4.2 * size, 8, all.title === null ? 8 : 2.4 * size, 3.8 * size]
  const [wide, high] = [w - left - right, h - top - bottom]
  const text = (x: number, y: number, value: string, more = `text-anchor="middle"`) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" font-family="DejaVu Sans, sans-serif" ${more}>${escape(value)}</text>`
  const line = (x0: number, y0: number, x1: number, y1: number, stroke = "#444") =>
    `<line x1="${x0.toFixed(1)}" y1="${y0.toFixed(1)}" x2="${x1.toFixed(1)}" y2="${y1.toFixed(1)}" stroke="${stroke}" stroke-width="0.8"/>`
  const box = (x: number, y: number, wide: number, high: number, fill: string, stroke = "none", r = 0) =>
    `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}" rx="${r}" fill="${fill}" stroke="${stroke}"/>`
  const colour = (i: number) => colours[i % colours.length] ?? "#000"
  const step = wide / labels.length
  const x = (i: number) => left + step * (i + 0.5)
  const y = (value: number) => top + high * (1 - value / 100)
  const ticks = [0, 25, 50, 75, 100]
  const scale = () =>
    ticks
      .map(
        (tick) =>
          (all.hasGrid ? line(left, y(tick), left + wide, y(tick), "#ddd") : line(left - 3, y(tick), left, y(tick))) +
          text(left - 5, y(tick) + size / 3, String(tick), `text-anchor="end"`)
      )
      .join("") +
    labels
      .map((label, i) => text(x(i), top + high + 1.3 * size, label.slice(0, Math.max(3, step / (0.62 * size)))))
      .join("") +
    line(left, top, left, top + high) +
    line(left, top + high, left + wide, top + high) +
    text(left + wide / 2, h - 0.5 * size, all.axes[0]) +
    text(
      0,
      0,
      all.axes[1],
      `text-anchor="middle" transform="translate(${(1.1 * size).toFixed(1)} ${(top + high / 2).toFixed(1)}) rotate(-90)"`
    )
  const legend = () =>
    series.length < 2
      ? ""
      : series
          .map(
            ({ name }, i) =>
              box(left + wide - 60, top + 2 + 1.4 * size * i, size, 0.8 * size, colour(i)) +
              text(left + wide - 60 + 1.5 * size, top + 2 + 1.4 * size * i + 0.8 * size, name, "")
          )
          .join("")
  const bodies: Readonly<Record<Chart["shape"], () => string>> = {
    bars: () =>
      scale() +
      series
        .map(({ values }, k) =>
          values
            .map((value, i) => {
              const each = (0.7 * step) / series.length
              return box(x(i) - 0.35 * step + k * each, y(value), each, y(0) - y(value), colour(k))
            })
            .join("")
        )
        .join("") +
      legend(),
    "lying bars": () =>
      labels
        .map((label, i) => {
          const high_ = (h - top - bottom) / labels.length
          const value = series[0]?.values[i] ?? 0
          return (
            text(left + 30, top + high_ * (i + 0.6), label, `text-anchor="end"`) +
            box(left + 35, top + high_ * (i + 0.15), (value / 100) * (wide - 35), 0.7 * high_, colour(0)) +
            text(left + 40 + (value / 100) * (wide - 60), top + high_ * (i + 0.6), String(value), "")
          )
        })
        .join("") + line(left + 35, top, left + 35, top + high),
    "stacked bars": () =>
      scale() +
      labels
        .map((_, i) => {
          let under = 0
          return series
            .map(({ values }, k) => {
              const value = (values[i] ?? 0) / series.length
              under += value
              return box(x(i) - 0.3 * step, y(under), 0.6 * step, y(0) - y(value), colour(k))
            })
            .join("")
        })
        .join("") +
      legend(),
    lines: () =>
      scale() +
      series
        .map(
          ({ values }, k) =>
            `<polyline points="${values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}" fill="none" stroke="${colour(k)}" stroke-width="1.5"/>`
        )
        .join("") +
      legend(),
    scatter: () =>
      scale() +
      series
        .map(({ values }, k) =>
          Array.from({ length: 8 }, (_, n) =>
            values
              .map(
                (value, i) =>
                  `<circle cx="${(x(i) + (((n * 37) % 17) / 17 - 0.5) * step).toFixed(1)}" cy="${y(Math.min(99, Math.max(1, value + ((n * 29) % 31) - 15))).toFixed(1)}" r="1.8" fill="${colour(k)}"/>`
              )
              .join("")
          ).join("")
        )
        .join("") +
      legend(),
    pie: () => {
      const values = series[0]?.values ?? []
      const sum = values.reduce((a, b) => a + b, 0)
      const r = Math.min(w * 0.3, (h - top - 8) / 2)
      const [cx, cy] = [w * 0.33, top + r]
      let angle = 0
      return values
        .map((value, i) => {
          const from = angle
          angle += (value / sum) * 2 * Math.PI
          const at = (turn: number) => `${(cx + r * Math.sin(turn)).toFixed(1)} ${(cy - r * Math.cos(turn)).toFixed(1)}`
          const shade = (1 - 0.12 * i).toFixed(2)
          return `<path d="M${cx} ${cy}L${at(from)}A${r} ${r} 0 ${angle - from > Math.PI ? 1 : 0} 1 ${at(angle)}Z" fill="${colour(i)}" fill-opacity="${shade}" stroke="#fff"/>${box(w * 0.7, top + 1.6 * size * i, size, size, colour(i))}${text(w * 0.7 + 1.5 * size, top + 1.6 * size * i + 0.85 * size, `${labels[i]} ${Math.round((100 * value) / sum)}%`, "")}`
        })
        .join("")
    },
    flow: () =>
      labels
        .map((label, i) => {
          const each = w / labels.length
          return `${box(each * i + 3, h / 2 - 2 * size, each * 0.74, 4 * size, i % 2 ? "#eef3fa" : "none", colour(0), 3)}${text(each * i + 3 + each * 0.37, h / 2 + size / 3, label.slice(0, Math.max(3, (each * 0.74) / (0.62 * size))))}${i > 0 ? `<path d="M${(each * i - each * 0.22).toFixed(1)} ${h / 2}h${(each * 0.18).toFixed(1)}l-4 -3v6l4 -3" stroke="#444" fill="#444"/>` : ""}`
        })
        .join(""),
    tree: () => {
      const under = labels.slice(1)
      const each = w / under.length
      return (
        box(w / 2 - 35, top, 70, 2.4 * size, colour(0), "none", 2) +
        text(w / 2, top + 1.6 * size, labels[0] ?? "", `text-anchor="middle" fill="#fff"`) +
        under
          .map(
            (label, i) =>
              `<path d="M${w / 2} ${top + 2.4 * size}L${(each * (i + 0.5)).toFixed(1)} ${h - 4 * size}" stroke="#666" fill="none"/>${box(each * i + 4, h - 4 * size, each - 8, 2.4 * size, "#fff", colour(1))}${text(each * (i + 0.5), h - 2.4 * size, label.slice(0, Math.max(3, (each - 8) / (0.62 * size))))}`
          )
          .join("")
      )
    },
    map: () =>
      labels
        .map((label, i) => {
          const each = w / labels.length
          const points = Array.from({ length: 9 }, (_, n) => {
            const turn = (n / 9) * 2 * Math.PI
            const r = 0.3 + 0.2 * (((n * 13 + i * 7) % 10) / 10)
            return `${(each * (i + 0.5) + each * 1.1 * r * Math.cos(turn)).toFixed(1)},${(h / 2 + h * r * Math.sin(turn) * 0.95).toFixed(1)}`
          }).join(" ")
          return `<polygon points="${points}" fill="${colour(i)}" fill-opacity="0.5" stroke="#555"/>${text(each * (i + 0.5), h / 2, label)}`
        })
        .join(""),
    "box plot": () =>
      scale() +
      labels
        .map((_, i) => {
          const mid = series[0]?.values[i] ?? 50
          const [low, up] = [Math.max(4, mid - 15), Math.min(96, mid + 12)]
          return (
            line(x(i), y(Math.max(0, low - 10)), x(i), y(low)) +
            line(x(i), y(up), x(i), y(Math.min(100, up + 8))) +
            box(x(i) - 0.25 * step, y(up), 0.5 * step, y(low) - y(up), "none", colour(0)) +
            line(x(i) - 0.25 * step, y(mid), x(i) + 0.25 * step, y(mid), colour(1))
          )
        })
        .join(""),
    timeline: () =>
      line(10, h / 2, w - 10, h / 2) +
      labels
        .map((label, i) => {
          const at = 10 + ((w - 20) * (i + 0.5)) / labels.length
          const over = i % 2 === 0
          return `<circle cx="${at.toFixed(1)}" cy="${h / 2}" r="3.5" fill="${colour(i)}"/>${line(at, h / 2, at, over ? h * 0.25 : h * 0.75)}${text(at, over ? h * 0.2 : h * 0.75 + size, label)}${text(at, over ? h * 0.2 - 1.2 * size : h * 0.75 + 2.2 * size, String(1900 + 13 * i))}`
        })
        .join("")
  }
  const title = all.title === null ? "" : text(w / 2, 1.3 * size, all.title, `text-anchor="middle" font-weight="bold"`)
  const frame = all.hasFrame ? box(0.5, 0.5, w - 1, h - 1, "none", "#999") : ""
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}pt" height="${h}pt">${frame}${title}${bodies[all.shape]()}</svg>`
}

/** As large, with nothing in it. */
export const blank = ({ width, height }: Chart): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}pt" height="${height}pt"></svg>`

/** What a reader could take for text of the page. */
export const wordsOf = (of: Chart): ReadonlyArray<string> =>
  [of.title ?? "", ...of.labels, ...of.series.map(({ name }) => name), ...of.axes].flatMap((each) =>
    each.split(/[\s()]+/).filter((word) => /^\p{L}{4,}$/u.test(word))
  )
