import { Context, type Effect } from "effect"
import type { DeviceActor, KeyActor, SessionActor, TicketHolder } from "../../schema/Actor.ts"
import type * as Errors from "../../schema/Errors.ts"
import type { Charge } from "./Rates.ts"

/** A request as its device signature sees it; an absent header is the empty string. */
export interface DeviceCredentials {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly timestamp: string
  readonly nonce: string
  readonly bodySha256: string
  readonly signature: string
}

/** What a call is charged for, and to whom its failure is. `onCharge` learns how the bucket stands, allowed or not. */
export interface Call {
  readonly address: string
  readonly bucket: "create" | "requests"
  readonly onCharge: (charge: Charge) => Effect.Effect<void>
}

/** The cookie that holds a session. */
export const sessionCookie = "svc_session"

/** A session ends after this time, and before it when it is not used for `sessionIdleSeconds`. */
export const sessionSeconds = 30 * 86_400
export const sessionIdleSeconds = 7 * 86_400

/**
 * Who is calling. Each kind of credential costs one statement, which charges the caller's rate limit too. Credentials
 * that are wrong are counted per address; past the limit such a call is told `rate_limited`, while one that authenticates
 * is served: nobody locks out the others behind an address. Missing ones are not counted so, nor are tokens that have
 * expired and timestamps that are off: they are charged as calls without credentials are.
 */
export class Auth extends Context.Service<
  Auth,
  {
    /** Checks the token, then the timestamp, then the signature; then the block, the limits and last the nonce. */
    readonly device: (
      credentials: DeviceCredentials,
      call: Call
    ) => Effect.Effect<
      DeviceActor,
      | Errors.MissingCredentials
      | Errors.InvalidDeviceToken
      | Errors.ExpiredDeviceToken
      | Errors.StaleTimestamp
      | Errors.InvalidSignature
      | Errors.DeviceBlocked
      | Errors.RateLimited
      | Errors.Replay
    >

    /** An API key that is known, and neither revoked, expired nor disabled. */
    readonly key: (secret: string, call: Call) => Effect.Effect<KeyActor, Errors.InvalidApiKey | Errors.RateLimited>

    /** What the cookie of a session holds. */
    readonly session: (
      secret: string,
      call: Call
    ) => Effect.Effect<SessionActor, Errors.InvalidSession | Errors.RateLimited>

    /**
     * Spends an upload ticket: of two calls with the same one, one finds it. A ticket is void once its device is
     * blocked or belongs to somebody else.
     */
    readonly ticket: (
      secret: string,
      call: Call
    ) => Effect.Effect<TicketHolder, Errors.InvalidUploadTicket | Errors.RateLimited>

    /** Charges a call that carries no credential to its address. */
    readonly anonymous: (
      address: string,
      onCharge: (charge: Charge) => Effect.Effect<void>
    ) => Effect.Effect<void, Errors.RateLimited>
  }
>()("svc/auth/Auth") {}
