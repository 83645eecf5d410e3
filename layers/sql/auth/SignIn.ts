import { Clock, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { InvalidLinkTicket, OauthNotConfigured } from "../../../schema/Errors.ts"
import { AccountId, DeviceId } from "../../../schema/Ids.ts"
import { callbackPath } from "../../../schema/v2/Auth.ts"
import { Links } from "../../../src/accounts/Links.ts"
import { DefaultTier } from "../../../src/accounts/Tiers.ts"
import { sessionSeconds } from "../../../src/auth/Auth.ts"
import { Digest } from "../../../src/auth/Digest.ts"
import { Identity, type Person } from "../../../src/auth/Identity.ts"
import { hashOf, newToken } from "../../../src/auth/Secrets.ts"
import { admit, ProviderRefused, read, SignIn, SignInUnknown, signInSeconds } from "../../../src/auth/SignIn.ts"
import { rowsOf } from "../Rows.ts"

const Begun = Schema.Struct({
  nonce: Schema.String,
  verifier: Schema.String,
  origin: Schema.String,
  device_id: Schema.NullOr(DeviceId)
})

const begunSignIns = rowsOf(Begun)

const accounts = rowsOf(Schema.Struct({ id: AccountId, email: Schema.String }))

const tickets = rowsOf(Schema.Struct({ device_id: DeviceId }))

const devices = rowsOf(Schema.Struct({ name: Schema.NullOr(Schema.String) }))

export const layer = Layer.effect(
  SignIn,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const digest = yield* Digest
    const identity = yield* Identity
    const links = yield* Links
    const random = yield* SecureRandom
    const defaultTier = yield* DefaultTier

    const secret = Effect.provideService(newToken, SecureRandom, random)

    const hash = (of: string) =>
      Effect.map(Effect.provideService(hashOf(of), Digest, digest), (hex) => sql`decode(${hex}, 'hex')`)

    /** The device that a ticket is for. A ticket is good for one use. */
    const redeem = Effect.fnUntraced(function* (ticket: string, now: number) {
      const [found] = yield* Effect.orDie(
        tickets(sql`
          DELETE FROM link_tickets WHERE hash = ${yield* hash(ticket)} AND expires_at > ${new Date(now)}
          RETURNING device_id`)
      )
      return found === undefined ? yield* new InvalidLinkTicket() : found.device_id
    })

    /** The sign-in by this state, which nobody can take again. Other browsers cannot take it at all. */
    const take = Effect.fnUntraced(function* (state: string, browser: string | undefined) {
      const now = new Date(yield* Clock.currentTimeMillis)
      const [found] = yield* Effect.orDie(
        begunSignIns(sql`
          DELETE FROM sign_ins
          WHERE state = ${yield* hash(state)} AND browser = ${yield* hash(browser ?? "")} AND expires_at > ${now}
          RETURNING nonce, verifier, origin, device_id`)
      )
      return found ?? (yield* new SignInUnknown())
    })

    /**
     * The account of this person. An address that has changed at the provider changes here too, unless it is somebody
     * else's account: who is given the old address later must not find this account by it.
     */
    const accountOf = Effect.fnUntraced(function* (
      { issuer, subject }: Person,
      { email, name }: { readonly email: string; readonly name: string | null },
      now: Date
    ) {
      const [known] = yield* accounts(sql`
        UPDATE accounts a SET name = COALESCE(${name}, a.name),
          email = CASE WHEN EXISTS (SELECT FROM accounts WHERE email = ${email}) THEN a.email ELSE ${email} END
        FROM identities i WHERE i.issuer = ${issuer} AND i.subject = ${subject} AND a.id = i.account_id
        RETURNING a.id, a.email`)
      if (known !== undefined) return known
      const [account] = yield* accounts(sql`
        INSERT INTO accounts AS a (id, email, name, tier, created_at, claimed_at)
        VALUES (${yield* random.uuidV7()}, ${email}, ${name}, ${defaultTier}, ${now}, ${now})
        ON CONFLICT (email) DO UPDATE SET
          name = COALESCE(EXCLUDED.name, a.name), claimed_at = COALESCE(a.claimed_at, EXCLUDED.claimed_at)
        RETURNING id, email`)
      yield* sql`INSERT INTO identities (issuer, subject, account_id) VALUES (${issuer}, ${subject}, ${account!.id})
        ON CONFLICT DO NOTHING`
      return account!
    })

    const endSession = Effect.fnUntraced(function* (session: string) {
      return (yield* sql`DELETE FROM sessions WHERE hash = ${yield* hash(session)} RETURNING 1`).length > 0
    })

    /** Account, identity, session and link, all or none. */
    const settle = Effect.fnUntraced(
      function* (
        person: Person,
        admitted: { readonly email: string; readonly name: string | null },
        begun: typeof Begun.Type,
        old: string | undefined
      ) {
        const now = yield* Clock.currentTimeMillis
        const account = yield* accountOf(person, admitted, new Date(now))
        if (old !== undefined) yield* endSession(old)
        const session = yield* secret
        yield* sql`INSERT INTO sessions (id, hash, account_id, created_at, last_used_at, expires_at)
          VALUES (${yield* random.uuidV7()}, ${yield* hash(session)}, ${account.id}, ${new Date(now)}, ${new Date(now)},
            ${new Date(now + sessionSeconds * 1_000)})`
        if (begun.device_id === null) return { session, email: account.email, device: null }
        yield* links.attach(begun.device_id, account.id)
        const [device] = yield* devices(sql`SELECT name FROM devices WHERE id = ${begun.device_id}`)
        return { session, email: account.email, device: device ?? null }
      },
      sql.withTransaction,
      Effect.orDie
    )

    return SignIn.of({
      begin: Effect.fn("SignIn.begin")(function* ({ origin, ticket }) {
        const proofs = { state: yield* secret, nonce: yield* secret, verifier: yield* secret }
        const browser = yield* secret
        // Whoever follows a link to link a device must see that it is about to happen, so the provider asks.
        const url = yield* identity.authorize({
          ...proofs,
          redirectUri: origin + callbackPath,
          asks: ticket !== undefined
        })
        const now = yield* Clock.currentTimeMillis
        const store = Effect.gen(function* () {
          const deviceId = ticket === undefined ? null : yield* redeem(ticket, now)
          yield* Effect.orDie(sql`INSERT INTO sign_ins (state, browser, nonce, verifier, origin, device_id, expires_at)
            VALUES (${yield* hash(proofs.state)}, ${yield* hash(browser)}, ${proofs.nonce}, ${proofs.verifier},
              ${origin}, ${deviceId}, ${new Date(now + signInSeconds * 1_000)})`)
        })
        yield* store.pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
        return { url, browser }
      }),

      finish: Effect.fn("SignIn.finish")(function* ({ search, browser, session }) {
        if (!identity.isConfigured) return yield* new OauthNotConfigured()
        const { state, error } = yield* Effect.fromResult(read(search))
        const begun = yield* take(state, browser)
        if (error !== null) return yield* new ProviderRefused({ code: error })
        const answer = `${begun.origin}${callbackPath}?${search.replace(/^\?/, "")}`
        const person = yield* identity.exchange(answer, { state, nonce: begun.nonce, verifier: begun.verifier })
        const admitted = yield* Effect.fromResult(admit(person))
        return yield* settle(person, admitted, begun, session)
      }),

      end: Effect.fn("SignIn.end")(endSession, Effect.orDie)
    })
  })
)
