/** What became of a service under load, for a person to read. */
import { mkdirSync, writeFileSync } from "node:fs"
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import { type Line, type Phase, plot } from "./Plot.ts"
import type { Call } from "./Traffic.ts"

/** What was looked at, again and again: its minutes and values, by `KIND: NAME`. */
export type Held = Map<string, Array<readonly [number, number]>>

/** Callers who came for so many minutes, whether the others were served or not. */
export interface Load {
  /** Of the capacity. */
  readonly share: number
  readonly minutes: number
  /** The minute in which it began. */
  readonly from: number
  readonly came: number
  readonly served: number
  readonly calls: ReadonlyArray<Call & { readonly minute: number }>
}

export interface Story {
  /** Jobs a second that so many callers at once got done. */
  readonly capacity: number
  readonly doors: number
  readonly documents: number
  readonly phases: ReadonlyArray<Load>
  readonly held: Held
  /** Events that webhooks brought. */
  readonly events: number
}

/** What callers see of each route. */
const meanings: Readonly<Record<string, string>> = {
  create: "POST a PDF, with a key",
  "create, signed": "POST a PDF, signed by a device",
  read: "GET the job",
  wait: "GET the job with `?wait=50`: until it ends",
  "wait, signed": "GET the job with `?wait=50`, signed by a device",
  events: "GET its events: until the first comes",
  download: "GET the Markdown",
  "download, signed": "GET the Markdown, signed by a device",
  blocks: "GET the blocks",
  mcp: "MCP: the list of jobs",
  delete: "DELETE the job",
  "delete, signed": "DELETE the job, signed by a device",
  any: "broken off before an answer"
}

/** Routes of the plot of latencies: those that answer at once. */
const quick = ["create", "read", "download", "mcp"]

/** Points of a line of latencies over one load. */
const slices = 40

/** The largest tables that the plot shows. */
const tables = 6

const quantile = (values: ReadonlyArray<number>, share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const millis = (value: number) => (value >= 10_000 ? `${(value / 1_000).toFixed(1)} s` : `${value.toFixed(0)} ms`)

const percent = (share: number) => `${Math.round(100 * share)} %`

const isRefused = ({ status }: Call) => status === 0 || status >= 400

const refusalsOf = (calls: ReadonlyArray<Call>): string => {
  const some = [...Map.groupBy(calls.filter(isRefused), ({ status }) => status)]
  return some
    .map(([status, own]) => {
      const patient = own.filter((call) => call.isPatient).length
      const told =
        patient === own.length ? ", all with Retry-After" : patient > 0 ? `, ${patient} with Retry-After` : ""
      return `${own.length} × ${status === 0 ? "broken off" : status}${told}`
    })
    .join("; ")
}

/** How often each route was called, how soon it answered, and what it refused. */
const tableOf = (calls: ReadonlyArray<Call>): ReadonlyArray<string> => {
  const order = Object.keys(meanings)
  const place = (route: string) => (order.includes(route) ? order.indexOf(route) : order.length)
  const routes = [...Map.groupBy(calls, ({ route }) => route)].toSorted(([a], [b]) => place(a) - place(b))
  const rows = routes.map(([route, own]) => {
    const times = own.filter((call) => !isRefused(call)).map(({ milliseconds }) => milliseconds)
    const cells = [0.5, 0.95, 0.99].map((share) => (times.length === 0 ? "" : millis(quantile(times, share))))
    const name = meanings[route] ?? route
    return `| ${name} | ${own.length.toLocaleString("en")} | ${cells.join(" | ")} | ${refusalsOf(own)} |`
  })
  return ["| call | times | median | 95 % | 99 % | refused |", "|---|---:|---:|---:|---:|---|", ...rows]
}

/** How long the median call of a route took, over time. */
const latencies = (phases: ReadonlyArray<Load>): ReadonlyArray<Line> =>
  quick.map((route) => ({
    name: route,
    points: phases.flatMap(({ from, minutes, calls }) => {
      const own = calls.filter((call) => call.route === route && !isRefused(call))
      const at = ({ minute }: { readonly minute: number }) => Math.floor(((minute - from) / minutes) * slices)
      return [...Map.groupBy(own, at)]
        .toSorted(([a], [b]) => a - b)
        .map(([slice, some]): readonly [number, number] => [
          from + ((slice + 0.5) / slices) * minutes,
          quantile(
            some.map(({ milliseconds }) => milliseconds),
            0.5
          )
        ])
    })
  }))

const linesOf = (held: Held, kind: string): ReadonlyArray<Line> =>
  [...held].flatMap(([name, points]) =>
    name.startsWith(`${kind}: `) ? [{ name: name.slice(kind.length + 2), points }] : []
  )

const ends = ({ points }: Line) => points.at(-1)?.[1] ?? 0

/** From the first look under load to the last. */
const growth = (lines: ReadonlyArray<Line>, from: number, unit: string) =>
  lines
    .map(({ name, points }) => {
      const first = points.find(([minute]) => minute >= from)?.[1] ?? 0
      return `${name} ${first.toFixed(0)} → ${(points.at(-1)?.[1] ?? 0).toFixed(0)}${unit}`
    })
    .join(", ")

/** Writes the report and its plots into a folder. Answers with what it comes to, line by line. */
export const written = (folder: string, story: Story): ReadonlyArray<string> => {
  const { capacity, doors, documents, phases, held, events } = story
  const first = phases[0]?.from ?? 0
  const marked: ReadonlyArray<Phase> = [
    { from: 0, label: "capacity" },
    ...phases.map(({ from, share }) => ({ from, label: `${percent(share)} of it` }))
  ]
  const largest = linesOf(held, "tables").toSorted((a, b) => ends(b) - ends(a))
  const plots = [
    { file: "latency", title: "Median time until an answer began, in ms", lines: latencies(phases) },
    { file: "queue", title: "Age of the oldest job that waits, in s, by pool", lines: linesOf(held, "queue") },
    { file: "memory", title: "Resident memory, in MiB", lines: linesOf(held, "memory") },
    { file: "descriptors", title: "Open descriptors", lines: linesOf(held, "descriptors") },
    { file: "tables", title: "The largest tables with their indexes, in MiB", lines: largest.slice(0, tables) }
  ]
  mkdirSync(folder, { recursive: true })
  for (const { file, title, lines } of plots) writeFileSync(join(folder, `${file}.svg`), plot(title, lines, marked))
  const told = [
    `Capacity: ${doors} callers at once got ${capacity.toFixed(2)} jobs/s done`,
    ...phases.map(({ share, minutes, came, served }) => {
      const each = `${(share * capacity * 60).toFixed(0)} callers a minute for ${minutes} minutes`
      return `${percent(share)} of it, ${each}: ${came} came, ${served} were served, ${came - served} refused`
    }),
    `Memory: ${growth(linesOf(held, "memory"), first, " MiB")}`,
    `Descriptors: ${growth(linesOf(held, "descriptors"), first, "")}`,
    `Webhooks brought ${events} events`
  ]
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const text = [
    "# A service under load",
    "",
    `${new Date().toISOString().slice(0, 10)}, ${machine}: service, PostgreSQL, converters and callers share it. Written by \`npm run bench -- Load\`.`,
    "",
    `Callers bring one of ${documents} documents each, four of five with a key, the others signed by a device. They learn of the end by waiting, polling or events, fetch the Markdown and sometimes the blocks, ask over MCP, are told by webhooks, and delete half of what they made. Under load they come at random, whether the others are served or not: above the capacity somebody must be refused, and the question is who, how soon and how.`,
    "",
    ...told.map((line) => `- ${line}`),
    "",
    ...plots.flatMap(({ file, title }) => [`![${title}](${file}.svg)`, ""]),
    ...phases.flatMap(({ share, minutes, calls }) => [
      `## ${percent(share)} of the capacity, ${minutes} minutes`,
      "",
      "Until the answer began; refused calls are not counted in the times.",
      "",
      ...tableOf(calls),
      ""
    ])
  ]
  writeFileSync(join(folder, "README.md"), text.join("\n"))
  return told
}
