import { Clock, Config, DateTime, Effect, Layer, Option, Schema, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { hasProperty } from "effect/Predicate"
import { SqlClient } from "effect/sql"
import type { Provider as Library } from "oidc-provider"
import { Scope } from "../../schema/Actor.ts"
import { type AccountId, KeyId } from "../../schema/Ids.ts"
import { consentPath, issuerPath, mcpPath } from "../../schema/oauth/Paths.ts"
import * as Origins from "../../src/auth/Origins.ts"
import { clientDocuments, Rates } from "../../src/auth/Rates.ts"
import { newToken } from "../../src/auth/Secrets.ts"
import { serviceSecret } from "../../src/config/Variables.ts"
import { Audit } from "../../src/logs/Audit.ts"
import { subscriber } from "../../src/net/Address.ts"
import { Egress } from "../../src/net/Egress.ts"
import {
  AuthorizationServer,
  type ClientMetadata,
  type Question,
  QuestionUnknown,
  RegistrationRefused
} from "../../src/oauth/AuthorizationServer.ts"
import { asked, asTaken, kept, publicClient } from "../../src/oauth/Requests.ts"
import { rowsOf } from "../sql/Rows.ts"
import { asking, exchange } from "./Exchange.ts"
import * as Provider from "./Provider.ts"
import * as Records from "./Records.ts"

/** What a metadata document may take. */
const documentLimits = { timeout: "5 seconds", maxBytes: 65_536 } as const

/** Characters of what is kept of a client. */
const maxMetadataLength = 8_192

const remembered = rowsOf(Schema.Struct({ id: KeyId, grant_id: Schema.String, scopes: Schema.Array(Scope) }))

/** The library's way out, through the guard: a redirect is an answer like any other. */
const guarded = Effect.gen(function* () {
  const egress = yield* Egress
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  return ((input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input)
    const request = { purpose: "link", url, method: "GET", headers: { accept: "application/json" } } as const
    return run(
      Effect.gen(function* () {
        const { status, headers, body } = yield* egress.fetch(request, documentLimits)
        const text = yield* Stream.mkString(Stream.decodeText(body))
        return new Response([204, 304].includes(status) ? null : text, { status, headers })
      }).pipe(Effect.scoped)
    )
  }) as typeof fetch
})

export const layer = Layer.effect(
  AuthorizationServer,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const random = yield* SecureRandom
    const rates = yield* Rates
    const { allowed } = yield* Origins.config
    const current = yield* serviceSecret("SVC_SECRET")
    const previous = yield* Config.option(serviceSecret("SVC_SECRET_PREVIOUS"))
    const origin = new URL(allowed[0]!)
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    const fetch = yield* guarded

    let made: Promise<Library> | undefined
    const library = Effect.promise(() => {
      made ??= Provider.make({
        issuer: origin.origin + issuerPath,
        resources: allowed.map((each) => each + mcpPath),
        secrets: [current, ...Option.toArray(previous)],
        records: (spent) =>
          run(
            Records.make(spent).pipe(
              Effect.provideService(SqlClient.SqlClient, sql),
              Effect.provideService(Audit, audit)
            )
          ),
        fetch,
        mayFetch: (address) =>
          run(
            Effect.map(
              rates.charge(`client-document:${subscriber(address)}`, rates.scaled(clientDocuments)),
              ({ allowed }) => allowed
            )
          )
      }).catch((error: unknown) => {
        made = undefined
        throw error
      })
      return made
    })

    const isGone = (error: unknown) => hasProperty(error, "error") && error.error === "invalid_request"

    /** The question, and what the library finds it by. */
    const found = Effect.fnUntraced(function* ({ uid, cookies }: Question) {
      const provider = yield* library
      const pair = asking(origin, `${consentPath}/${uid}`, cookies)
      const question = yield* Effect.tryPromise({
        try: () => provider.interactionDetails(...pair),
        catch: (error) => error
      }).pipe(Effect.catch((error) => (isGone(error) ? new QuestionUnknown() : Effect.die(error))))
      const client = yield* Effect.promise(() => provider.Client.find(String(question.params["client_id"])))
      if (question.uid !== uid || client === undefined) return yield* new QuestionUnknown()
      const what = asked(question.params, client.metadata(), `${origin.origin}${mcpPath}`)
      return { provider, pair, ...what }
    })

    const known = (accountId: AccountId, clientId: string) =>
      Effect.orDie(
        remembered(sql`SELECT id, grant_id, scopes FROM connections
          WHERE account_id = ${accountId} AND client_id = ${clientId}`)
      )

    type What = Effect.Success<ReturnType<typeof found>>
    type Connection = Effect.Success<ReturnType<typeof known>>[number]

    /** Allows what is asked for beside what the grant of this id allows, if there is one. */
    const granted = ({ provider, asked: { clientId, scopes }, resources }: What, accountId: AccountId, id?: string) =>
      Effect.promise(async () => {
        const grant =
          (id === undefined ? undefined : await provider.Grant.find(id)) ?? new provider.Grant({ accountId, clientId })
        for (const resource of resources) grant.addResourceScope(resource, scopes.join(" "))
        return { grant, grantId: await grant.save() }
      })

    const back = ({ provider, pair }: What, accountId: AccountId, grantId: string) =>
      Effect.promise(() =>
        provider.interactionResult(...pair, { login: { accountId, remember: false }, consent: { grantId } })
      )

    const used = (clientId: string, now: Date) =>
      sql`UPDATE oauth_clients SET used_at = ${now} WHERE client_id = ${clientId}`

    const connect = Effect.fnUntraced(function* (what: What, accountId: AccountId) {
      const { clientId, clientName, host, scopes } = what.asked
      const { grantId } = yield* granted(what, accountId)
      const now = yield* DateTime.nowAsDate
      const connectionId = KeyId.make(yield* random.uuidV7())
      const store = Effect.gen(function* () {
        const account = yield* sql`SELECT FROM accounts WHERE id = ${accountId} FOR KEY SHARE`
        if (account.length === 0) return false
        yield* sql`
          INSERT INTO connections (id, account_id, client_id, client_name, client_host, grant_id, scopes, created_at, last_used_at)
          VALUES (${connectionId}, ${accountId}, ${clientId}, ${clientName ?? host}, ${host}, ${grantId},
            ${JSON.stringify(scopes)}::jsonb, ${now}, ${now})
          ON CONFLICT (account_id, client_id) DO UPDATE SET client_name = EXCLUDED.client_name,
            client_host = EXCLUDED.client_host, grant_id = EXCLUDED.grant_id, scopes = EXCLUDED.scopes,
            last_used_at = EXCLUDED.last_used_at`
        yield* used(clientId, now)
        const name = `${clientName ?? host}: ${scopes.join(" ")}`
        yield* audit.record(accountId, { action: "connection.created", id: connectionId, name })
        return true
      })
      // There is nobody left to ask where the account was deleted meanwhile.
      if (!(yield* Effect.orDie(sql.withTransaction(store)))) return yield* new QuestionUnknown()
      return yield* back(what, accountId, grantId)
    })

    /** None where the connection has ended meanwhile: its grant stays as it was ended, and so do the tokens of it. */
    const reconnect = Effect.fnUntraced(function* (what: What, accountId: AccountId, connection: Connection) {
      const { clientId, clientName, host, scopes } = what.asked
      const { grant, grantId } = yield* granted(what, accountId, connection.grant_id)
      const now = yield* DateTime.nowAsDate
      const all = [...new Set([...connection.scopes, ...scopes])]
      const store = Effect.gen(function* () {
        const kept = yield* sql`
          UPDATE connections SET client_name = ${clientName ?? host}, client_host = ${host}, grant_id = ${grantId},
            scopes = ${JSON.stringify(all)}::jsonb, last_used_at = ${now}
          WHERE id = ${connection.id} AND grant_id = ${connection.grant_id} RETURNING 1`
        if (kept.length === 0) return false
        yield* used(clientId, now)
        if (all.length > connection.scopes.length) {
          const name = `${clientName ?? host}: ${all.join(" ")}`
          const previous = connection.scopes.join(" ")
          yield* audit.record(accountId, { action: "connection.changed", id: connection.id, name, previous })
        }
        return true
      })
      if (yield* Effect.orDie(sql.withTransaction(store))) return Option.some(yield* back(what, accountId, grantId))
      yield* Effect.promise(() => grant.destroy())
      return Option.none()
    })

    return AuthorizationServer.of({
      answer: Effect.fn("AuthorizationServer.answer")(function* (request) {
        const provider = yield* library
        return yield* Effect.promise(() =>
          exchange(provider.callback(), origin, { ...request, path: asTaken(request.path) })
        )
      }),

      asked: Effect.fn("AuthorizationServer.asked")((question) => Effect.map(found(question), ({ asked }) => asked)),

      allowedBefore: Effect.fn("AuthorizationServer.allowedBefore")(function* (question, accountId) {
        const what = yield* found(question)
        const { clientId, scopes, mustAsk } = what.asked
        const [connection] = yield* known(accountId, clientId)
        const isAllowed =
          !mustAsk && connection !== undefined && scopes.every((scope) => connection.scopes.includes(scope))
        return isAllowed ? yield* reconnect(what, accountId, connection) : Option.none()
      }),

      allow: Effect.fn("AuthorizationServer.allow")(function* (question, accountId) {
        const what = yield* found(question)
        const [connection] = yield* known(accountId, what.asked.clientId)
        const before = connection === undefined ? Option.none() : yield* reconnect(what, accountId, connection)
        return Option.isSome(before) ? before.value : yield* connect(what, accountId)
      }),

      decline: Effect.fn("AuthorizationServer.decline")(function* (question) {
        const { provider, pair } = yield* found(question)
        const result = { error: "access_denied", error_description: "The person declined" }
        return yield* Effect.promise(() => provider.interactionResult(...pair, result))
      }),

      register: Effect.fn("AuthorizationServer.register")(function* (given) {
        const provider = yield* library
        const clientId = yield* newToken(random)
        const metadata = publicClient(given, clientId)
        const text = kept(metadata)
        if (text === null || text.length > maxMetadataLength) {
          const description = text === null ? "The metadata cannot be kept" : "This is too much"
          return yield* new RegistrationRefused({ error: "invalid_client_metadata", description })
        }
        const Client = provider.Client as unknown as new (metadata: ClientMetadata) => unknown
        yield* Effect.try({
          try: () => new Client(metadata),
          catch: (error) =>
            hasProperty(error, "error_description")
              ? new RegistrationRefused({
                  error: String(hasProperty(error, "error") ? error.error : "invalid_client_metadata"),
                  description: String(error.error_description)
                })
              : new RegistrationRefused({ error: "invalid_client_metadata", description: "The metadata is not valid" })
        })
        const now = yield* Clock.currentTimeMillis
        yield* Effect.orDie(sql`INSERT INTO oauth_clients (client_id, metadata, used_at)
          VALUES (${clientId}, ${text}::jsonb, ${new Date(now)})`)
        return { ...metadata, client_id: clientId, client_id_issued_at: Math.floor(now / 1_000) }
      })
    })
  })
)
