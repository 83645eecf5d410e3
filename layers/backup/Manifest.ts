/**
 * A backup is a folder: `tables/NAME.ndjson.gz`, rows as PostgreSQL's `to_jsonb` prints them; `files/KEY`, each as it was
 * stored; `secret`, where the service had made its own; and `manifest.json`, which is written last.
 */
import { Data, Schema } from "effect"

export const Manifest = Schema.Struct({
  format: Schema.Literal(1),
  createdAt: Schema.String,
  version: Schema.String,
  /** What the database had been through. */
  migrations: Schema.Array(Schema.String),
  /** Rows of each table. */
  tables: Schema.Record(Schema.String, Schema.Int),
  sequences: Schema.Array(Schema.Struct({ name: Schema.String, last: Schema.String })),
  files: Schema.Int,
  bytes: Schema.Int
})
export type Manifest = typeof Manifest.Type

export const manifestName = "manifest.json"
export const tablesName = "tables"
export const filesName = "files"
export const secretName = "secret"

/** Why there is no backup, or nothing was restored: for the operator. */
export class BackupFailed extends Data.TaggedError("BackupFailed")<{ readonly message: string }> {}
