import { Context, type DateTime, type Effect } from "effect"
import type { ExpiredDeviceToken, InvalidDeviceToken } from "../../schema/Errors.ts"
import type { DeviceId } from "../../schema/Ids.ts"
import type { PublicKey } from "../../schema/v1/Devices.ts"

/** A device token is good for 30 days. */
export const lifetimeSeconds = 30 * 86_400

/**
 * Device tokens: JWTs (HS256) that carry the device's id as `sub` and its public key as `cnf.jwk` (RFC 7800), so that a
 * signature can be checked without asking the database. Tokens under the previous secret still hold.
 */
export class Tokens extends Context.Service<
  Tokens,
  {
    readonly issue: (device: {
      readonly deviceId: DeviceId
      readonly publicKey: PublicKey
    }) => Effect.Effect<{ readonly token: string; readonly expiresAt: DateTime.Utc }>

    readonly read: (
      token: string
    ) => Effect.Effect<
      { readonly deviceId: DeviceId; readonly publicKey: PublicKey },
      InvalidDeviceToken | ExpiredDeviceToken
    >
  }
>()("svc/auth/Tokens") {}
