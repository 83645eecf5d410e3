import { Effect, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { InvalidCursor } from "../../../schema/Errors.ts"
import { EntryId, KeyId } from "../../../schema/Ids.ts"
import { Audit } from "../../logs/Audit.ts"
import { RequestLog } from "../../logs/RequestLog.ts"
import { known, none } from "../Known.ts"

/** How many entries a list shows unless it is told. */
const listed = 50

const isKeyId = Schema.is(KeyId)

const entryIn = known(Schema.is(EntryId), () => new InvalidCursor())

const after = (cursor: string | undefined) =>
  cursor === undefined ? Effect.succeed(null) : entryIn(Result.getOrElse(Base64Url.decodeString(cursor), () => ""))

/** Of entries of which one more than a page was asked for: a page, and where the next begins. */
const paged = <A extends { readonly entryId: EntryId }>(found: ReadonlyArray<A>, limit: number) => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? Base64Url.encode(last.entryId) : null }
}

/** `404` is one status, `4xx` a hundred. */
const range = (status: string) => ({ from: Number(status.replace("xx", "00")), to: Number(status.replace("xx", "99")) })

export const layer = HttpApiBuilder.group(
  Api,
  "v2.logs",
  Effect.fn(function* (handlers) {
    const audit = yield* Audit
    const requests = yield* RequestLog

    return handlers
      .handle(
        "audit",
        Effect.fnUntraced(function* ({ query }) {
          const { accountId } = yield* Caller
          const limit = query.limit ?? listed
          const found = yield* audit.list(accountId, { after: yield* after(query.cursor), limit: limit + 1 })
          const { items, next } = paged(found, limit)
          return {
            items: items.map(({ entryId, at, action, by, address, id, name, previous }) => ({
              entry_id: entryId,
              occurred_at: at,
              action,
              by,
              address,
              subject_id: id,
              subject_name: name,
              previous
            })),
            next_cursor: next
          }
        })
      )
      .handle(
        "requests",
        Effect.fnUntraced(function* ({ query }) {
          const { accountId } = yield* Caller
          const limit = query.limit ?? listed
          const from = yield* after(query.cursor)
          const keyId = query.key_id ?? null
          if (keyId !== null && !isKeyId(keyId)) return none
          const found = yield* requests.list(accountId, {
            keyId,
            requestId: query.request_id ?? null,
            code: query.code ?? null,
            status: query.status === undefined ? null : range(query.status),
            after: from,
            limit: limit + 1
          })
          const { items, next } = paged(found, limit)
          return {
            items: items.map((entry) => ({
              request_id: entry.requestId,
              occurred_at: entry.at,
              method: entry.method,
              route: entry.route,
              status: entry.status,
              code: entry.code,
              key_id: entry.keyId,
              device_id: entry.deviceId,
              job_id: entry.jobId,
              replayed: entry.isReplay,
              duration_sec: entry.milliseconds / 1_000
            })),
            next_cursor: next
          }
        })
      )
  })
)
