import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { InvalidLinkTicket, OauthNotConfigured } from "../../../schema/Errors.ts"
import { AccountId, DeviceId, SessionId } from "../../../schema/Ids.ts"
import { callbackPath } from "../../../schema/v2/Auth.ts"
import { Links } from "../../../src/accounts/Links.ts"
import { DefaultTier } from "../../../src/accounts/Tiers.ts"
import { sessionSeconds } from "../../../src/auth/Auth.ts"
import { Digest } from "../../../src/auth/Digest.ts"
import { Identity, type Person } from "../../../src/auth/Identity.ts"
import { hashOf, newToken } from "../../../src/auth/Secrets.ts"
import {
  admit,
  LinkUnconfirmed,
  ProviderRefused,
  read,
  SignIn,
  SignInUnknown,
  signInSeconds
} from "../../../src/auth/SignIn.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { rowsOf, transacting } from "../Rows.ts"

const Begun = Schema.Struct({
  nonce: Schema.String,
  verifier: Schema.String,
  origin: Schema.String,
  device_id: Schema.NullOr(DeviceId),
  asked_from: Schema.NullOr(Schema.String),
  consent: Schema.NullOr(Schema.String)
})

/** A device's ticket, and the browser that it was brought in. */
interface Link {
  readonly ticket: string
  readonly browser: string
}

const begunSignIns = rowsOf(Begun)

const accounts = rowsOf(Schema.Struct({ id: AccountId, email: Schema.String }))

const tickets = rowsOf(Schema.Struct({ device_id: DeviceId, asked_from: Schema.NullOr(Schema.String) }))

const confirmations = rowsOf(Schema.Struct({ confirmed: Schema.Boolean }))

const endedSessions = rowsOf(
  Schema.Struct({ id: SessionId, account_id: AccountId, browser: Schema.NullOr(Schema.String) })
)

const devices = rowsOf(Schema.Struct({ name: Schema.NullOr(Schema.String) }))

export const layer = Layer.effect(
  SignIn,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const digest = yield* Digest
    const identity = yield* Identity
    const links = yield* Links
    const random = yield* SecureRandom
    const audit = yield* Audit
    const defaultTier = yield* DefaultTier

    const secret = newToken(random)

    const hash = (of: string) => sql`decode(${hashOf(digest, of)}, 'hex')`

    /** Whether somebody has seen in this browser which device it is. */
    const checkConfirmed = Effect.fnUntraced(function* ({ ticket, browser }: Link, now: number) {
      const [found] = yield* Effect.orDie(
        confirmations(sql`
          SELECT COALESCE(confirmed = ${hash(browser)}, false) AS confirmed FROM link_tickets
          WHERE hash = ${hash(ticket)} AND expires_at > ${new Date(now)}`)
      )
      if (found === undefined) return yield* new InvalidLinkTicket()
      if (!found.confirmed) return yield* new LinkUnconfirmed({ ticket })
    })

    /** The device that a ticket is for. A ticket is good for one use. */
    const redeem = Effect.fnUntraced(function* ({ ticket, browser }: Link, now: number) {
      const [found] = yield* Effect.orDie(
        tickets(sql`
          DELETE FROM link_tickets WHERE hash = ${hash(ticket)} AND expires_at > ${new Date(now)}
            AND confirmed = ${hash(browser)}
          RETURNING device_id, asked_from`)
      )
      return found ?? (yield* new InvalidLinkTicket())
    })

    /** The sign-in by this state, which nobody can take again. Other browsers cannot take it at all. */
    const take = Effect.fnUntraced(function* (state: string, browser: string | undefined) {
      const now = yield* DateTime.nowAsDate
      const [found] = yield* Effect.orDie(
        begunSignIns(sql`
          DELETE FROM sign_ins
          WHERE state = ${hash(state)} AND browser = ${hash(browser ?? "")} AND expires_at > ${now}
          RETURNING nonce, verifier, origin, device_id, asked_from, consent`)
      )
      return found ?? (yield* new SignInUnknown())
    })

    /**
     * The account of this person. An address that has changed at the provider changes here too, unless it is somebody
     * else's account: the next owner of the old address must not find this account by it.
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
      const [ended] = yield* endedSessions(
        sql`DELETE FROM sessions WHERE hash = ${hash(session)} RETURNING id, account_id, browser`
      )
      if (ended === undefined) return false
      const { id, account_id, browser } = ended
      const by = { kind: "session", id } as const
      yield* audit.record(account_id, { action: "session.ended", id, name: browser, by })
      return true
    })

    /** Account, identity, session and link, all or none. */
    const settle = Effect.fnUntraced(
      function* (
        person: Person,
        admitted: { readonly email: string; readonly name: string | null },
        begun: typeof Begun.Type,
        old: string | undefined,
        from: { readonly browser: string | null; readonly address: string }
      ) {
        const now = yield* Clock.currentTimeMillis
        // Before the account, as everybody who needs both has them.
        if (begun.device_id !== null) yield* sql`SELECT FROM devices WHERE id = ${begun.device_id} FOR NO KEY UPDATE`
        const account = yield* accountOf(person, admitted, new Date(now))
        if (old !== undefined) yield* endSession(old)
        const session = yield* secret
        const sessionId = yield* random.uuidV7()
        yield* sql`INSERT INTO sessions (id, hash, account_id, browser, address, created_at, last_used_at, expires_at)
          VALUES (${sessionId}, ${hash(session)}, ${account.id}, ${from.browser},
            ${from.address}, ${new Date(now)}, ${new Date(now)},
            ${new Date(now + sessionSeconds * 1_000)})`
        const by = { kind: "session", id: sessionId } as const
        yield* audit.record(account.id, { action: "session.started", id: sessionId, name: from.browser, by })
        if (begun.device_id === null) return { session, email: account.email, device: null, consent: begun.consent }
        yield* links.attach(begun.device_id, account.id, begun.asked_from, by)
        const [device] = yield* devices(sql`SELECT name FROM devices WHERE id = ${begun.device_id}`)
        const linked = device === undefined ? null : { deviceId: begun.device_id, name: device.name }
        return { session, email: account.email, device: linked, consent: begun.consent }
      },
      // The account is being deleted.
      Effect.catchTag("invalid_session", () => Effect.fail(new SignInUnknown())),
      transacting(sql)
    )

    return SignIn.of({
      begin: Effect.fn("SignIn.begin")(function* ({ origin, link, consent, other }) {
        const now = yield* Clock.currentTimeMillis
        if (link !== null && identity.isConfigured) yield* checkConfirmed(link, now)
        const proofs = { state: yield* secret, nonce: yield* secret, verifier: yield* secret }
        const browser = yield* secret
        // Whoever follows a link to link a device must see that it is about to happen, so the provider asks.
        const url = yield* identity.authorize({
          ...proofs,
          redirectUri: origin + callbackPath,
          asks: link !== null ? "consent" : other ? "account" : null
        })
        const store = Effect.gen(function* () {
          const device = link === null ? null : yield* redeem(link, now)
          yield* Effect.orDie(sql`
            INSERT INTO sign_ins (state, browser, nonce, verifier, origin, device_id, asked_from, consent, expires_at)
            VALUES (${hash(proofs.state)}, ${hash(browser)}, ${proofs.nonce}, ${proofs.verifier},
              ${origin}, ${device?.device_id ?? null}, ${device?.asked_from ?? null}, ${consent}, ${new Date(now + signInSeconds * 1_000)})`)
        })
        yield* transacting(sql)(store)
        return { url, browser }
      }),

      finish: Effect.fn("SignIn.finish")(function* ({ search, browser, session, from }) {
        if (!identity.isConfigured) return yield* new OauthNotConfigured()
        const { state, error } = yield* Effect.fromResult(read(search))
        const begun = yield* take(state, browser)
        if (error !== null) return yield* new ProviderRefused({ code: error })
        const answer = `${begun.origin}${callbackPath}?${search.replace(/^\?/, "")}`
        const person = yield* identity.exchange(answer, { state, nonce: begun.nonce, verifier: begun.verifier })
        const admitted = yield* Effect.fromResult(admit(person))
        return yield* settle(person, admitted, begun, session, from)
      }),

      end: Effect.fn("SignIn.end")(endSession, sql.withTransaction, Effect.orDie)
    })
  })
)
