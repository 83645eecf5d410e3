import { Context, type Effect } from "effect"
import type * as Errors from "../../schema/Errors.ts"
import type { Actor } from "../../schema/Security.ts"
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

export class Auth extends Context.Service<
  Auth,
  {
    /**
     * Who signed the request. Checks the token, then the timestamp, then the signature; then, in one statement, the
     * caller's failures, the block, the rate limit and the nonce, in that order, each only when those before it
     * passed. `onCharge` learns how the bucket stands, allowed or not. Failures are counted per address.
     */
    readonly device: (
      credentials: DeviceCredentials,
      call: {
        readonly address: string
        readonly bucket: "create" | "requests"
        readonly onCharge: (charge: Charge) => Effect.Effect<void>
      }
    ) => Effect.Effect<
      Actor["Service"],
      | Errors.MissingCredentials
      | Errors.InvalidDeviceToken
      | Errors.ExpiredDeviceToken
      | Errors.StaleTimestamp
      | Errors.InvalidSignature
      | Errors.DeviceBlocked
      | Errors.RateLimited
      | Errors.Replay
    >

    /** Charges a call that carries no credential to its address. */
    readonly anonymous: (
      address: string,
      onCharge: (charge: Charge) => Effect.Effect<void>
    ) => Effect.Effect<void, Errors.RateLimited>
  }
>()("svc/auth/Auth") {}
