/** Rows of the service's own tables as lines of JSON: what a backup holds of the database. */
import { Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf } from "../sql/Rows.ts"

/** Rows that travel at once. */
const batch = 500

const tables = rowsOf(Schema.Struct({ name: Schema.String }))
const lines = rowsOf(Schema.Struct({ line: Schema.String }))
const references = rowsOf(Schema.Struct({ child: Schema.String, parent: Schema.String }))
const columns = rowsOf(Schema.Struct({ name: Schema.String }))
const counters = rowsOf(Schema.Struct({ name: Schema.String, last: Schema.String }))
const steps = rowsOf(Schema.Struct({ name: Schema.String }))

/** Where a sequence stands. */
export interface Counter {
  readonly name: string
  readonly last: string
}

/** Tables of the service; the queue's are made anew from the jobs, and the migrations are those of the program. */
export const names = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* tables(sql`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('migrations', 'queue')
    ORDER BY c.relname`)
  return found.map(({ name }) => name)
})

/** The migrations that the database has been through. */
export const migrations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* steps(sql`SELECT name FROM migrations ORDER BY migration_id`)
  return found.map(({ name }) => name)
})

/** Parents before the tables that refer to them. */
const inOrder = (all: ReadonlyArray<string>, links: ReadonlyArray<{ child: string; parent: string }>) => {
  const placed: Array<string> = []
  const place = (name: string, path: ReadonlyArray<string>) => {
    if (placed.includes(name) || path.includes(name)) return
    for (const { child, parent } of links) if (child === name) place(parent, [...path, name])
    placed.push(name)
  }
  for (const name of all) place(name, [])
  return placed
}

/** The tables in the order in which they can be filled. */
export const fillable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const links = yield* references(sql`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`)
  return inOrder(yield* names, links)
})

/** The rows of a table. Only within a transaction. */
export const dump = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DECLARE dump NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS line FROM ${sql(table)} t`
    const fetch = lines(sql.unsafe(`FETCH ${batch} FROM dump`))
    const close = Stream.fromEffectDrain(sql`CLOSE dump`)
    return Stream.fromEffectRepeat(fetch).pipe(
      Stream.takeWhile((rows) => rows.length > 0),
      Stream.flattenIterable,
      Stream.map(({ line }) => line),
      Stream.concat(close)
    )
  }).pipe(Stream.unwrap)

/** Adds rows to a table, as `dump` handed them out. */
export const load = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* columns(sql`
    SELECT quote_ident(attname) AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`)
  const list = sql.literal(found.map(({ name }) => name).join(", "))
  for (let at = 0; at < rows.length; at += batch) {
    yield* sql`
      INSERT INTO ${sql(table)} (${list}) OVERRIDING SYSTEM VALUE
      SELECT ${list} FROM jsonb_populate_recordset(NULL::${sql(table)}, ${`[${rows.slice(at, at + batch).join(",")}]`}::jsonb)`
  }
})

/** Where the sequences stand that have been used. */
export const sequences = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* counters(sql`
    SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL`)
})

/** Lets the sequences go on where they stood. */
export const advance = Effect.fnUntraced(function* (all: ReadonlyArray<Counter>) {
  const sql = yield* SqlClient.SqlClient
  for (const { name, last } of all) yield* sql`SELECT setval(${name}::regclass, ${last}::bigint)`
})
