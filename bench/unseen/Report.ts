/** The tables that a batch is reported in. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Made } from "./Generate.ts"
import type { Scored } from "./Scores.ts"

const figure = (value: number | null | undefined) => (value === null || value === undefined ? "–" : value.toFixed(3))

const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, body: ReadonlyArray<ReadonlyArray<string>>) => [
  row(head),
  row(head.map(() => "---")),
  ...body.map(row)
]

const metrics = [
  "overall",
  "nid",
  "teds",
  "mhs",
  "x_heading_f1",
  "x_heading_level",
  "x_table_pairs",
  "x_lists",
  "x_code"
]

/** One line for each converter: the means of all documents. */
export const means = (names: ReadonlyArray<string>, scores: ReadonlyArray<Scored>): ReadonlyArray<string> =>
  table(
    ["converter", ...metrics],
    scores.map(({ summary }, index) => [names[index] ?? "", ...metrics.map((metric) => figure(summary[metric]))])
  )

/** One line for each kind: the overall mean of each converter, and where this engine stands. */
export const kinds = (names: ReadonlyArray<string>, scores: ReadonlyArray<Scored>): ReadonlyArray<string> => {
  const [own, ...others] = scores
  const known = Object.keys(own?.byKind ?? {})
  const first = known.filter((kind) =>
    others.every((other) => (own?.byKind[kind]?.["overall"] ?? 0) >= (other.byKind[kind]?.["overall"] ?? 0))
  )
  return [
    ...table(
      ["kind", "documents", ...names, "teds: this − best", "mhs: this − best"],
      known.map((kind) => {
        const lead = (metric: string) => {
          const mine = own?.byKind[kind]?.[metric]
          const best = Math.max(...others.map((other) => other.byKind[kind]?.[metric] ?? 0))
          return mine === null || mine === undefined || others.length === 0 ? "–" : (mine - best).toFixed(3)
        }
        return [
          kind,
          String(own?.byKind[kind]?.["documents"] ?? 0),
          ...scores.map(({ byKind }) => figure(byKind[kind]?.["overall"])),
          lead("teds"),
          lead("mhs")
        ]
      })
    ),
    "",
    `First in ${first.length} of ${known.length} kinds.`
  ]
}

interface Compared {
  readonly id: string
  readonly mine: number
  readonly best: number
}

const compare = (scores: ReadonlyArray<Scored>): ReadonlyArray<Compared> => {
  const [own, ...others] = scores
  return (own?.docs ?? []).map(({ id, overall }, index) => ({
    id,
    mine: overall ?? 0,
    best: Math.max(0, ...others.map(({ docs }) => docs[index]?.overall ?? 0))
  }))
}

const quantile = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

/** How far documents lie apart: quartiles of each converter, and how many collapse where a peer does well. */
export const spread = (names: ReadonlyArray<string>, scores: ReadonlyArray<Scored>): ReadonlyArray<string> => {
  const lines = table(
    ["converter", "worst", "first quartile", "median", "third quartile", "below 0.5"],
    scores.map(({ docs }, index) => {
      const sorted = docs.map(({ overall }) => overall ?? 0).sort((a, b) => a - b)
      return [
        names[index] ?? "",
        ...[0, 0.25, 0.5, 0.75].map((share) => figure(quantile(sorted, share))),
        String(sorted.filter((value) => value < 0.5).length)
      ]
    })
  )
  const collapsed = compare(scores).filter(({ mine, best }) => mine < 0.5 && best >= 0.8)
  return [
    ...lines,
    "",
    `Below 0.5 where a peer has 0.8: ${collapsed.length} ${collapsed.map(({ id }) => id).join(" ")}`.trim()
  ]
}

/** The documents in which this engine is furthest behind the best of the others. */
export const worst = (scores: ReadonlyArray<Scored>, count: number): ReadonlyArray<string> =>
  table(
    ["document", "this engine", "best peer", "difference", "nid", "teds", "mhs"],
    [...compare(scores)]
      .sort((a, b) => a.mine - a.best - (b.mine - b.best))
      .slice(0, count)
      .map(({ id, mine, best }) => {
        const own = scores[0]?.docs.find((each) => each.id === id)
        return [
          id,
          figure(mine),
          figure(best),
          (mine - best).toFixed(3),
          figure(own?.nid),
          figure(own?.teds),
          figure(own?.mhs)
        ]
      })
  )

/** Unseen beside seen: the difference to the first peer in both, by metric. */
export const beside = (
  columns: ReadonlyArray<{ readonly name: string; readonly scores: ReadonlyArray<Scored> }>,
  peer: string
): ReadonlyArray<string> =>
  table(
    ["metric", ...columns.map(({ name }) => `${name}: this engine, ${peer}, difference`)],
    metrics.slice(0, 4).map((metric) => [
      metric,
      ...columns.map(({ scores: [own, other] }) => {
        const [mine, theirs] = [own?.summary[metric], other?.summary[metric]]
        const difference = typeof mine === "number" && typeof theirs === "number" ? (mine - theirs).toFixed(3) : "–"
        return `${figure(mine)}, ${figure(theirs)}, ${difference}`
      })
    ])
  )

/** Means by what scores may depend on: the printer, the script, how a table spans. */
export const facets = (
  names: ReadonlyArray<string>,
  scores: ReadonlyArray<Scored>,
  made: ReadonlyArray<Made>
): ReadonlyArray<string> => {
  const shown = ["overall", "teds", "mhs"] as const
  const known = [...new Set(made.flatMap((one) => Object.keys(one.facets)))]
  const body = known.flatMap((facet) =>
    [...new Set(made.map((one) => one.facets[facet] ?? ""))].sort().map((value) => {
      const ids = new Set(made.filter((one) => (one.facets[facet] ?? "") === value).map(({ id }) => id))
      const mean = ({ docs }: Scored, metric: (typeof shown)[number]) => {
        const found = docs.flatMap((each) => (ids.has(each.id) && each[metric] !== null ? [each[metric]] : []))
        return found.length === 0 ? null : found.reduce((sum, each) => sum + each, 0) / found.length
      }
      return [
        value,
        String(ids.size),
        ...shown.map((metric) =>
          scores
            .slice(0, 2)
            .map((each) => figure(mean(each, metric)))
            .join(", ")
        )
      ]
    })
  )
  return table(["", "documents", ...shown.map((metric) => `${metric}: ${names.slice(0, 2).join(", ")}`)], body)
}

const tablesIn = (markdown: string) =>
  (markdown.match(/<table\b/g)?.length ?? 0) + (markdown.match(/^ *\|?( *:?-+:? *\|)+ *(:?-+:? *)?$/gm)?.length ?? 0)

/** Tables in the Markdown of documents that have none. */
export const invented = (
  names: ReadonlyArray<string>,
  outs: ReadonlyArray<string>,
  made: ReadonlyArray<Made>,
  folder: string
): ReadonlyArray<string> => {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "")
  const without = made.filter(({ gt }) => tablesIn(read(join(folder, gt))) === 0)
  return [
    `${without.length} documents have no table.`,
    "",
    ...table(
      ["converter", "documents with invented tables", "invented tables", "where"],
      outs.map((out, index) => {
        const found = without.map((one) => ({ ...one, count: tablesIn(read(join(out, `${one.id}.md`))) }))
        const wrong = found.filter(({ count }) => count > 0)
        const where = Object.entries(Object.groupBy(wrong, ({ kind }) => kind)).map(
          ([kind, of]) => `${kind} ${of?.length}`
        )
        return [
          names[index] ?? "",
          String(wrong.length),
          String(wrong.reduce((sum, { count }) => sum + count, 0)),
          where.join(", ")
        ]
      })
    )
  ]
}
