import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { EntryId, KeyId } from "../../../schema/Ids.ts"
import { Audit } from "../../logs/Audit.ts"
import { RequestLog } from "../../logs/RequestLog.ts"
import { cursorOf, idIn, none, part } from "../Paging.ts"

/** How many entries a list shows unless it is told. */
const listed = 50

const isKeyId = Schema.is(KeyId)

const entryIn = idIn(Schema.is(EntryId))

const cursorAt = ({ entryId }: { readonly entryId: EntryId }) => cursorOf(entryId)

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
          const found = yield* audit.list(accountId, { after: yield* entryIn(query.cursor), limit: limit + 1 })
          const { items, next_cursor } = part(found, limit, cursorAt)
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
            next_cursor
          }
        })
      )
      .handle(
        "requests",
        Effect.fnUntraced(function* ({ query }) {
          const { accountId } = yield* Caller
          const limit = query.limit ?? listed
          const after = yield* entryIn(query.cursor)
          const keyId = query.key_id ?? null
          if (keyId !== null && !isKeyId(keyId)) return none
          const found = yield* requests.list(accountId, {
            keyId,
            requestId: query.request_id ?? null,
            code: query.code ?? null,
            status: query.status === undefined ? null : range(query.status),
            after,
            limit: limit + 1
          })
          const { items, next_cursor } = part(found, limit, cursorAt)
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
            next_cursor
          }
        })
      )
  })
)
