/** Lines over time as SVG. */
export interface Line {
  readonly name: string
  /** Minutes and values. */
  readonly points: ReadonlyArray<readonly [number, number]>
}

const width = 900
const height = 300
const margin = { left: 60, right: 170, top: 34, bottom: 34 }
const colours = ["#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#57606a", "#bf3989", "#0a7ea4"]

/** At most six marks at round values from 0 on. */
const marks = (most: number): ReadonlyArray<number> => {
  const power = 10 ** Math.floor(Math.log10(most / 5))
  const step = power * ([1, 2, 5, 10].find((times) => most / (power * times) <= 5) ?? 10)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => Number((i * step).toPrecision(6)))
}

const text = (x: number, y: number, words: string, anchor = "start", colour = "#24292f") =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`

/** `phases` are minutes at which something else begins. */
export const plot = (title: string, lines: ReadonlyArray<Line>, phases: ReadonlyArray<number>): string => {
  const points = lines.flatMap((line) => line.points)
  const [lastX, lastY] = [0, 1].map((at) => Math.max(1e-9, ...points.map((point) => point[at] as number))) as [
    number,
    number
  ]
  const x = (minute: number) => margin.left + (minute / lastX) * (width - margin.left - margin.right)
  const y = (value: number) => height - margin.bottom - (value / lastY) * (height - margin.top - margin.bottom)
  const grid = [
    ...marks(lastY).flatMap((value) => [
      `<path d="M${margin.left} ${y(value).toFixed(1)}H${width - margin.right}" stroke="#d0d7de"/>`,
      text(margin.left - 6, y(value) + 4, String(value), "end")
    ]),
    ...marks(lastX).map((minute) => text(x(minute), height - margin.bottom + 18, `${minute} min`, "middle")),
    ...phases.map(
      (minute) =>
        `<path d="M${x(minute).toFixed(1)} ${margin.top}V${height - margin.bottom}" stroke="#57606a" stroke-dasharray="4 3"/>`
    )
  ]
  const drawn = lines.flatMap(({ name, points }, i) => {
    const colour = colours[i % colours.length] ?? "#000"
    const path = points.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L")
    return [
      `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
      text(width - margin.right + 10, margin.top + 10 + 18 * i, name, "start", colour)
    ]
  })
  const head = text(margin.left, 20, title)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${[head, ...grid, ...drawn].join("")}</svg>\n`
}
