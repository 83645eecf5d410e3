import { Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { AccountId } from "../../../schema/Ids.ts"
import { Exports } from "../../../src/accounts/Exports.ts"
import { rowsOf } from "../Rows.ts"

/** Rows of one statement: no more of an account is held at a time, and no connection while its reader takes a rest. */
const page = 500

/** Whatever the statement of a section names. */
const AnyRow = Schema.Record(Schema.String, Schema.Unknown)
type Row = typeof AnyRow.Type

const listedRows = rowsOf(AnyRow)

/** What an export lists under one name, by the names of the API, and what its rows are in the order of. */
interface Section {
  readonly name: string
  readonly rows: Statement.Fragment
  readonly order: ReadonlyArray<string>
}

export const layer = Layer.effect(
  Exports,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const sections = (accountId: AccountId): ReadonlyArray<Section> => [
      {
        name: "devices",
        order: ["device_id"],
        rows: sql`SELECT id AS device_id, name, linked_at, linked_from, last_seen_at FROM devices
          WHERE account_id = ${accountId}`
      },
      {
        name: "identities",
        order: ["issuer", "subject"],
        rows: sql`SELECT issuer, subject FROM identities WHERE account_id = ${accountId}`
      },
      {
        name: "sessions",
        order: ["session_id"],
        rows: sql`SELECT id AS session_id, browser, address, created_at, last_used_at, expires_at FROM sessions
          WHERE account_id = ${accountId}`
      },
      {
        name: "api_keys",
        order: ["key_id"],
        rows: sql`SELECT id AS key_id, name, prefix, last4, scopes, monthly_pages, created_at, last_used_at, expires_at,
          disabled_at, disabled_reason, revoked_at FROM api_keys WHERE account_id = ${accountId}`
      },
      {
        name: "connections",
        order: ["connection_id"],
        rows: sql`SELECT id AS connection_id, client_id, client_name, client_host, scopes, created_at, last_used_at
          FROM connections WHERE account_id = ${accountId}`
      },
      {
        name: "jobs",
        order: ["job_id"],
        rows: sql`SELECT id AS job_id, status, created_at, status_since, expires_at, file_name, source,
          input_size::float8 AS input_size, pages, pages_done, output_size::float8 AS output_size, truncated,
          CASE WHEN error_code IS NOT NULL THEN jsonb_build_object('code', error_code, 'message', error_message) END AS error,
          external_id, tags, warnings, continue_from, retention_sec, settings AS options, device_id, key_id
          FROM jobs WHERE account_id = ${accountId}`
      },
      {
        name: "webhooks",
        order: ["webhook_id"],
        rows: sql`SELECT id AS webhook_id, url, events, created_at, disabled_at, disabled_reason FROM webhooks
          WHERE account_id = ${accountId}`
      },
      {
        name: "webhook_deliveries",
        order: ["delivery_id"],
        rows: sql`SELECT id AS delivery_id, webhook_id, job_id, event, url, payload, status, attempts, response_code, error,
          created_at, last_attempt_at FROM deliveries WHERE account_id = ${accountId}`
      },
      {
        name: "usage",
        order: ["date", "key_id"],
        rows: sql`SELECT day::text AS date, key_id, pages, jobs_created, jobs_ready, jobs_error FROM usage
          WHERE account_id = ${accountId}`
      },
      {
        name: "subscriptions",
        order: ["subscription_id"],
        rows: sql`SELECT s.id AS subscription_id, a.customer_id, s.price_id, s.price_ids, s.status, s.past_due_since
          FROM subscriptions s JOIN accounts a ON a.id = s.account_id WHERE a.id = ${accountId}`
      },
      {
        name: "audit",
        order: ["entry_id"],
        rows: sql`SELECT id AS entry_id, occurred_at, action, json_build_object('kind', by_kind, 'id', by_id) AS by,
          address, subject_id, subject_name, previous FROM audit_log WHERE account_id = ${accountId}`
      },
      {
        name: "requests",
        order: ["entry_id"],
        rows: sql`SELECT id AS entry_id, request_id, occurred_at, method, route, status, code, key_id, device_id, job_id,
          replayed, duration_ms / 1000.0::float8 AS duration_sec FROM request_log WHERE account_id = ${accountId}`
      }
    ]

    /** The rows that come after one, or the first ones. */
    const next = ({ rows, order }: Section, last: Row | null) => {
      const names = sql.csv(order.map((name) => sql`${sql(name)}`))
      const after = last === null ? sql`TRUE` : sql`(${names}) > (${sql.csv(order.map((name) => sql`${last[name]}`))})`
      return listedRows(sql`SELECT * FROM (${rows}) AS section WHERE ${after} ORDER BY ${names} LIMIT ${page}`)
    }

    const listed = (section: Section) =>
      Stream.paginate(null as Row | null, (last) =>
        Effect.map(next(section, last), (rows) => {
          const text = rows.map((row) => JSON.stringify(row)).join(",")
          const isLast = rows.length < page
          return [
            [`${last === null || text === "" ? "" : ","}${text}`],
            isLast ? Option.none<Row | null>() : Option.some<Row | null>(rows.at(-1) ?? null)
          ] as const
        })
      ).pipe((rows) =>
        Stream.succeed(`,${JSON.stringify(section.name)}:[`).pipe(
          Stream.concat(rows),
          Stream.concat(Stream.succeed("]"))
        )
      )

    const head = (accountId: AccountId) =>
      Effect.gen(function* () {
        const [account] = yield* sql`
          SELECT id AS account_id, email, name, tier, created_at FROM accounts WHERE id = ${accountId}`
        const [own] = yield* sql`SELECT settings FROM account_settings WHERE account_id = ${accountId}`
        return `{"account":${JSON.stringify(account ?? null)},"settings":${JSON.stringify(own?.["settings"] ?? {})}`
      })

    return Exports.of({
      of: (accountId) =>
        Stream.fromEffect(head(accountId)).pipe(
          Stream.concat(Stream.flatMap(Stream.fromIterable(sections(accountId)), listed)),
          Stream.concat(Stream.succeed("}")),
          Stream.encodeText,
          Stream.orDie
        )
    })
  })
)
