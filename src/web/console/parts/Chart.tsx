/** Pages by day of a month, as bars; the same as a table for whoever sees no bars. */
import { useState } from "preact/hooks"
import { text } from "../strings.ts"
import { Table } from "./Lists.tsx"
import { shown } from "./Shown.ts"

const words = text.overview

interface Day {
  readonly date: string
  readonly pages: number
  readonly jobs: number
}

const dayMillis = 86_400_000

/** Every day of the month, those without use too. */
const filled = (days: ReadonlyArray<Day>, from: string, until: string): ReadonlyArray<Day> => {
  const known = new Map(days.map((day) => [day.date, day]))
  const count = Math.round((Date.parse(until) - Date.parse(from)) / dayMillis)
  return Array.from({ length: count }, (_, at) => {
    const date = new Date(Date.parse(from) + at * dayMillis).toISOString().slice(0, 10)
    return known.get(date) ?? { date, pages: 0, jobs: 0 }
  })
}

/** A round number that is at least this: where the scale ends. */
const ceiling = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return Math.max(4, ([1, 2, 4, 5, 8, 10].find((step) => step * power >= most) ?? 10) * power)
}

const size = { width: 720, height: 200, left: 64, bottom: 26, top: 8 }

export const Chart = ({
  days,
  from,
  until
}: {
  readonly days: ReadonlyArray<Day>
  readonly from: string
  readonly until: string
}) => {
  const [pointed, setPointed] = useState<Day | null>(null)
  const all = filled(days, from, until)
  const most = ceiling(Math.max(...all.map(({ pages }) => pages)))
  const pages = days.reduce((sum, day) => sum + day.pages, 0)
  if (days.length === 0) return <p class="empty">{words.noUsage}</p>
  const slot = (size.width - size.left) / all.length
  const plot = size.height - size.bottom - size.top
  const y = (value: number) => size.top + plot * (1 - value / most)
  return (
    <>
      <div class="chart">
        <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={words.chart(pages, days.length)}>
          {[0, most / 2, most].map((value) => (
            <g key={value}>
              <line class="grid" x1={size.left} x2={size.width} y1={y(value)} y2={y(value)} />
              <text class="scale" x={size.left - 8} y={y(value) + 4} text-anchor="end">
                {shown.number(value)}
              </text>
            </g>
          ))}
          {all.map((day, at) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a bar says what the table says
            <g
              key={day.date}
              class={day.date === pointed?.date ? "bar pointed" : day.pages === 0 ? "bar none" : "bar"}
              onMouseEnter={() => setPointed(day)}
              onMouseLeave={() => setPointed(null)}
            >
              <rect class="reach" x={size.left + at * slot} y={size.top} width={slot} height={plot} />
              <rect
                x={size.left + at * slot + slot * 0.16}
                y={day.pages === 0 ? y(0) - 1 : Math.min(y(day.pages), y(0) - 2)}
                width={slot * 0.68}
                height={day.pages === 0 ? 1 : Math.max(2, y(0) - y(day.pages))}
                rx={2}
              />
              {at % 7 === 0 || (at === all.length - 1 && at % 7 > 3) ? (
                <text class="scale" x={size.left + (at + 0.5) * slot} y={size.height - 4} text-anchor="middle">
                  {Number(day.date.slice(8))}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </div>
      <p class="quiet told">
        {pointed === null
          ? words.chart(pages, days.length)
          : words.dayTold(shown.day(pointed.date), pointed.pages, pointed.jobs)}
      </p>
      <details>
        <summary>{words.asTable}</summary>
        <Table
          label={words.usage}
          rows={days}
          keyOf={({ date }) => date}
          columns={[
            { name: words.day, cell: ({ date }) => shown.day(date), isHead: true },
            { name: words.pagesColumn, cell: (day) => shown.number(day.pages), isNumber: true },
            { name: words.jobsColumn, cell: (day) => shown.number(day.jobs), isNumber: true }
          ]}
        />
      </details>
    </>
  )
}
