import type { Socket } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { Config, Context, type Duration, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import jobs from "../../migrations/0001_jobs.ts"
import accounts from "../../migrations/0002_accounts.ts"
import v2Jobs from "../../migrations/0003_v2_jobs.ts"
import uploadTickets from "../../migrations/0004_upload_tickets.ts"
import billing from "../../migrations/0006_billing.ts"
import webhooks from "../../migrations/0007_webhooks.ts"
import blocks from "../../migrations/0008_blocks.ts"
import deviceLinks from "../../migrations/0009_device_links.ts"
import sessions from "../../migrations/0010_sessions.ts"
import logs from "../../migrations/0011_logs.ts"
import jobPasswords from "../../migrations/0012_job_passwords.ts"
import oauth from "../../migrations/0013_oauth.ts"
import uploadKeys from "../../migrations/0014_upload_keys.ts"
import images from "../../migrations/0015_images.ts"
import turns from "../../migrations/0016_turns.ts"
import queue from "../../migrations/0017_queue.ts"
import sweeps from "../../migrations/0018_sweeps.ts"
import unlinkedDevices from "../../migrations/0019_unlinked_devices.ts"
import fingerprints from "../../migrations/0020_fingerprints.ts"
import turnsOfDay from "../../migrations/0021_turns_of_day.ts"
import lowestOfDay from "../../migrations/0022_lowest_of_day.ts"
import endedCredentials from "../../migrations/0023_ended_credentials.ts"
import pagesInTurn from "../../migrations/0024_pages_in_turn.ts"
import payers from "../../migrations/0025_payers.ts"
import subscribedPrices from "../../migrations/0026_subscribed_prices.ts"
import { wholeNumber } from "../../src/config/Variables.ts"
import { isOutage } from "../../src/process/Outage.ts"
import { rowsOf } from "../sql/Rows.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { type Lines, linesTo } from "./Lines.ts"
import { establish } from "./Role.ts"
import { PostgresUnavailable } from "./Unavailable.ts"

/** Where the database is, for clients that open connections of their own. */
export class Connection extends Context.Service<
  Connection,
  | { readonly url: Redacted.Redacted; readonly stream?: () => Socket; readonly lines?: Lines }
  | {
      readonly host: string
      readonly port: number
      readonly username: string
      readonly database: string
      /** For clients that say nothing else. */
      readonly connectTimeout?: Duration.Input
    }
>()("svc/layers/Database/Connection") {}

/** The oldest PostgreSQL this service is tried on. */
const oldest = 15

const migrations = Migrator.fromRecord({
  "0001_jobs": jobs,
  "0002_accounts": accounts,
  "0003_v2_jobs": v2Jobs,
  "0004_upload_tickets": uploadTickets,
  "0006_billing": billing,
  "0007_webhooks": webhooks,
  "0008_blocks": blocks,
  "0009_device_links": deviceLinks,
  "0010_sessions": sessions,
  "0011_logs": logs,
  "0012_job_passwords": jobPasswords,
  "0013_oauth": oauth,
  "0014_upload_keys": uploadKeys,
  "0015_images": images,
  "0016_turns": turns,
  "0017_queue": queue,
  "0018_sweeps": sweeps,
  "0019_unlinked_devices": unlinkedDevices,
  "0020_fingerprints": fingerprints,
  "0021_turns_of_day": turnsOfDay,
  "0022_lowest_of_day": lowestOfDay,
  "0023_ended_credentials": endedCredentials,
  "0024_pages_in_turn": pagesInTurn,
  "0025_payers": payers,
  "0026_subscribed_prices": subscribedPrices
})

/**
 * Brings the schema up to date. Nodes that start together do so one after the other: the first holds the table of
 * migrations until it commits, the others then find nothing left to do.
 */
export const migrate = Migrator.make({})({ loader: migrations, table: "migrations" })

const onEmbedded = (start: (dataDirectory: string) => ReturnType<typeof EmbeddedPostgres.start>) =>
  Effect.gen(function* () {
    const url = yield* Config.option(Config.Redacted("DATABASE_URL"))
    if (Option.isSome(url)) {
      const lines = linesTo(() => Redacted.value(url.value))
      return Connection.of({ url: url.value, stream: lines.open, lines })
    }
    const server = yield* start(yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")))
    return Connection.of({ ...server, database: "postgres" })
  })

const versions = rowsOf(Schema.Struct({ version: Schema.Int }))

/** A database that is still starting is waited for; one that answers is not asked twice. */
const answering = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* versions(sql`SELECT current_setting('server_version_num')::int / 10000 AS version`).pipe(
    Effect.tapError((error) => Effect.logWarning(`The database does not answer yet: ${error.message}`)),
    Effect.retry({
      while: isOutage,
      schedule: Schedule.spaced("1 second"),
      times: 30
    })
  )
  if (row === undefined || row.version < oldest) {
    return yield* new PostgresUnavailable({
      message: `PostgreSQL ${oldest} or newer is needed, this is ${row?.version}`
    })
  }
})

/**
 * Clients on a connection, whose schema is left as it is. `timestamptz` arrives as `Date`; `bigint` and `count(*)` as
 * BigInt, which JSON refuses: cast them (`count(*)::int`).
 */
export const layerClient = Layer.unwrap(
  Effect.gen(function* () {
    const maxConnections = yield* wholeNumber("DATABASE_POOL", 2).pipe(Config.withDefault(20))
    const connection = yield* Connection
    return PgClient.layer({
      ...connection,
      maxConnections,
      applicationName: "pdf-to-markdown",
      connectTimeout: "3 seconds",
      startupParameters: { timezone: "UTC" }
    })
  })
)

const migrated = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* answering(yield* SqlClient.SqlClient)
    yield* migrate
  })
).pipe(Layer.provideMerge(layerClient))

/** `DATABASE_URL`, else PostgreSQL of our own in `DATA_DIR`; with an up-to-date schema. */
export const layer = migrated.pipe(Layer.provideMerge(Layer.effect(Connection, onEmbedded(EmbeddedPostgres.start))))

/** As `layer`, but beside a service that may be running on the same `DATA_DIR`: for operator commands. */
export const layerBeside = migrated.pipe(
  Layer.provideMerge(
    Layer.effect(
      Connection,
      onEmbedded((dataDirectory) => {
        const server = EmbeddedPostgres.running(dataDirectory)
        // The service that runs there may be an earlier version, which knows no role.
        return server === undefined ? EmbeddedPostgres.start(dataDirectory) : Effect.as(establish(server.host), server)
      })
    )
  )
)
