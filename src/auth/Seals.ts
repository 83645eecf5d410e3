import { Context, type Effect, type Redacted } from "effect"

/** Port: secrets of callers that the service itself has to use again, kept where others may look. */
export class Seals extends Context.Service<
  Seals,
  {
    /** Opens with the service's own secret alone, and under the same name. */
    readonly seal: (secret: Redacted.Redacted, name: string) => Effect.Effect<Uint8Array>

    /** Null when it was sealed under another name, or under a secret that the service has no longer. */
    readonly open: (sealed: Uint8Array, name: string) => Effect.Effect<Redacted.Redacted | null>
  }
>()("svc/auth/Seals") {}
