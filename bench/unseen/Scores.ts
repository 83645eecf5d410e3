/** What the yardstick says of several converters on one corpus. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"

const Means = Schema.Record(Schema.String, Schema.NullOr(Schema.Number))

const Scored = Schema.Struct({
  summary: Means,
  byKind: Schema.Record(Schema.String, Means),
  docs: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      kind: Schema.optional(Schema.String),
      overall: Schema.NullOr(Schema.Number),
      nid: Schema.NullOr(Schema.Number),
      teds: Schema.NullOr(Schema.Number),
      mhs: Schema.NullOr(Schema.Number)
    })
  )
})

/** The means of one converter, of all documents and by kind, and its score of each document. */
export type Scored = typeof Scored.Type

const decode = Schema.decodeUnknownSync(Schema.Record(Schema.String, Scored))

/** Scores folders of Markdown, in their order. */
export const score = (
  yardstick: string,
  corpus: string,
  outs: ReadonlyArray<string>,
  skip: ReadonlyArray<string> = []
): ReadonlyArray<Scored> => {
  const json = join(outs[0] ?? corpus, "..", "scores.json")
  const skipped = skip.length > 0 ? ["--skip", skip.join(",")] : []
  execFileSync(process.execPath, [join(yardstick, "score.mjs"), corpus, ...outs, ...skipped, "--json", json], {
    stdio: ["ignore", "ignore", "inherit"]
  })
  return Object.values(decode(JSON.parse(readFileSync(json, "utf8"))))
}
