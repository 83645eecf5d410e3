import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { ConnectionNotFound } from "../../../schema/Errors.ts"
import { KeyId } from "../../../schema/Ids.ts"
import { Connections } from "../../oauth/Connections.ts"
import { known } from "../../requests/Ids.ts"

const connectionIn = known(Schema.is(KeyId), () => new ConnectionNotFound())

export const layer = HttpApiBuilder.group(
  Api,
  "v2.connections",
  Effect.fn(function* (handlers) {
    const connections = yield* Connections

    return handlers
      .handle(
        "list",
        Effect.fnUntraced(function* () {
          const { accountId } = yield* Caller
          const found = yield* connections.list(accountId)
          return {
            items: found.map((one) => ({
              connection_id: one.connectionId,
              client_id: one.clientId,
              client_name: one.clientName,
              client_host: one.clientHost,
              scopes: one.scopes,
              created_at: one.createdAt,
              last_used_at: one.lastUsedAt
            }))
          }
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params: { connectionId } }) {
          const { accountId } = yield* Caller
          yield* connections.remove(accountId, yield* connectionIn(connectionId))
        })
      )
  })
)
