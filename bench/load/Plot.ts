/** Lines over time as SVG. */
export interface Line {
  readonly name: string
  /** Minutes and values. */
  readonly points: ReadonlyArray<readonly [number, number]>
}

/** From this minute on it is as the label says. */
export interface Phase {
  readonly from: number
  readonly label: string
}

const width = 960
const height = 340
const frame = { left: 64, right: 210, top: 58, bottom: 42 }
const right = width - frame.right
const bottom = height - frame.bottom

/** Told apart by those who see few colours, too (Okabe and Ito), and dark enough on white. */
const colours = ["#0072b2", "#d55e00", "#009e73", "#a6761d", "#cc79a7", "#56b4e9", "#4d4d4d", "#7570b3"]
const ink = "#24292f"
const faint = "#6e7781"

/** Names in the legend keep this much room, in pixels. */
const legendLine = 22

/** Round values from 0 to the first that is not below `most`, of which there are at most seven. */
const marks = (most: number): ReadonlyArray<number> => {
  const power = 10 ** Math.floor(Math.log10(most / 5))
  const step = power * ([1, 2, 5, 10].find((times) => most / (power * times) <= 6) ?? 10)
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(6)))
}

/** Three digits, and thousands parted. */
const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(value >= 10 ? 3 : 2)))

const escaped = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

interface Style {
  readonly anchor?: "start" | "middle" | "end"
  readonly colour?: string
  readonly weight?: number
  readonly size?: number
}

const text = (x: number, y: number, words: string, style: Style = {}) => {
  const { anchor = "start", colour = ink, weight = 400, size = 12 } = style
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}" font-weight="${weight}" font-size="${size}">${escaped(words)}</text>`
}

/** The legend's order is that of the lines' ends, the highest first. */
const endOf = ({ points }: Line) => points.at(-1)?.[1] ?? 0

/** Lines over minutes, under a title that says what of and in which unit. */
export const plot = (title: string, all: ReadonlyArray<Line>, phases: ReadonlyArray<Phase>): string => {
  const lines = all.filter(({ points }) => points.length > 0).toSorted((a, b) => endOf(b) - endOf(a))
  const points = lines.flatMap((line) => line.points)
  const lastMinute = Math.max(1e-3, ...points.map(([minute]) => minute))
  const values = marks(Math.max(1e-3, ...points.map(([, value]) => value)))
  const top = values.at(-1) ?? 1
  const x = (minute: number) => frame.left + (minute / lastMinute) * (right - frame.left)
  const y = (value: number) => bottom - (value / top) * (bottom - frame.top)
  const areas = phases.flatMap(({ from, label }, i) => {
    const to = phases[i + 1]?.from ?? lastMinute
    const fill = i % 2 === 0 ? "#f6f8fa" : "#eaeef2"
    return [
      `<rect x="${x(from).toFixed(1)}" y="${frame.top}" width="${Math.max(0, x(to) - x(from)).toFixed(1)}" height="${bottom - frame.top}" fill="${fill}"/>`,
      text((x(from) + x(to)) / 2, frame.top - 8, label, { anchor: "middle", colour: faint })
    ]
  })
  const grid = values.flatMap((value) => [
    `<path d="M${frame.left} ${y(value).toFixed(1)}H${right}" stroke="${value === 0 ? faint : "#d0d7de"}"/>`,
    text(frame.left - 8, y(value) + 4, shown(value), { anchor: "end", colour: faint })
  ])
  const axis = marks(lastMinute)
    .filter((minute) => minute <= lastMinute)
    .flatMap((minute) => [
      `<path d="M${x(minute).toFixed(1)} ${bottom}v5" stroke="${faint}"/>`,
      text(x(minute), bottom + 19, shown(minute), { anchor: "middle", colour: faint })
    ])
  const drawn = lines.flatMap((line, i) => {
    const colour = colours[i % colours.length] ?? ink
    const path = line.points.map(([minute, value]) => `${x(minute).toFixed(1)} ${y(value).toFixed(1)}`).join("L")
    const at = frame.top + 12 + legendLine * i
    return [
      `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`,
      `<path d="M${right + 18} ${at - 4}h18" stroke="${colour}" stroke-width="3"/>`,
      text(right + 42, at, line.name),
      text(width - 12, at, shown(endOf(line)), { anchor: "end", colour: faint })
    ]
  })
  const words = [
    text(16, 26, title, { size: 15, weight: 600 }),
    text((frame.left + right) / 2, height - 8, "minutes since the start", { anchor: "middle", colour: faint }),
    ...(lines.length > 0 ? [text(width - 12, frame.top - 8, "at the end", { anchor: "end", colour: faint })] : [])
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/>${[...areas, ...grid, ...axis, ...words, ...drawn].join("")}</svg>\n`
}
