import { Context, type DateTime, type Effect } from "effect"
import type * as Errors from "../../schema/Errors.ts"
import type { DeviceId } from "../../schema/Ids.ts"
import type { DeviceCredentials } from "../auth/Auth.ts"
import type { Charge } from "../auth/Rates.ts"

export class Devices extends Context.Service<
  Devices,
  {
    /**
     * The device of this public key (a JWK), known or new, with a fresh token. A known one takes another name only from
     * whoever holds its key, and has signed the request with it. A key that is not ES256, not on the
     * curve or not public is `invalid_key`. Counted per address and per network; `onCharge` learns how the bucket
     * stands that matters.
     */
    readonly register: (
      request: {
        readonly publicKey: unknown
        readonly name: string | undefined
        /** The signature over the request, by whomever. */
        readonly credentials: DeviceCredentials
      },
      address: string,
      onCharge: (charge: Charge) => Effect.Effect<void>
    ) => Effect.Effect<
      { readonly deviceId: DeviceId; readonly token: string; readonly expiresAt: DateTime.Utc },
      Errors.InvalidKey | Errors.RegistrationLimited
    >

    /** Blocks or unblocks a device; false when there is no such device. */
    readonly block: (deviceId: DeviceId, blocked: boolean) => Effect.Effect<boolean>
  }
>()("svc/accounts/Devices") {}
