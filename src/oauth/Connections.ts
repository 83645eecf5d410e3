import { Context, type DateTime, type Effect } from "effect"
import type { KeyActor, Scope } from "../../schema/Actor.ts"
import type { ConnectionNotFound, InvalidApiKey, RateLimited } from "../../schema/Errors.ts"
import type { AccountId, KeyId } from "../../schema/Ids.ts"
import type { Call } from "../auth/Auth.ts"

/** Seconds that what the authorization server issues is good for. */
export const lifetimes = { code: 60, accessToken: 600, refreshToken: 30 * 86_400, question: 1_800 }

/** A connection that nobody has used for as long as a refresh token lives cannot be used again: it is forgotten. */
export const idleSeconds = lifetimes.refreshToken

/** A grant lives as long as its connection, which decides. */
export const grantSeconds = 10 * 365 * 86_400

/** Clients that registered and are connected to nobody are forgotten after this time. */
export const unusedClientSeconds = 30 * 86_400

/** A client that an account lets in. It acts as an API key of its own, with the connection's id, that is not counted. */
export interface Connection {
  readonly connectionId: KeyId
  readonly clientId: string
  readonly clientName: string
  readonly clientHost: string
  readonly scopes: ReadonlyArray<Scope>
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc
}

export class Connections extends Context.Service<
  Connections,
  {
    /** The account's connections, newest first. */
    readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Connection>>

    /** Ends a connection with all its tokens, on every node at once. */
    readonly remove: (accountId: AccountId, connectionId: KeyId) => Effect.Effect<void, ConnectionNotFound>

    /** The caller with this access token, which must be meant for this resource. */
    readonly caller: (
      token: string,
      resource: string,
      call: Call
    ) => Effect.Effect<KeyActor, InvalidApiKey | RateLimited>
  }
>()("svc/oauth/Connections") {}
