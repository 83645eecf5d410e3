import type { Duration, Effect, Scope, Stream } from "effect"
import { Context, Data } from "effect"

/** What an outgoing request is for: the file behind a link, or the delivery of an event. */
export type Purpose = "link" | "webhook"

/** Why an outgoing request came to nothing. Clients see these words; their meaning never changes. */
export type Refusal =
  /** Not an absolute URL, one with a user name or password, or one longer than is taken. */
  | "bad_url"
  /** Neither http nor https; for webhooks anything but https. */
  | "bad_scheme"
  /** A port other than 80, 443 or one from 1024 up. */
  | "bad_port"
  /** For webhooks: the service itself is asked to take its own events. */
  | "own_origin"
  /** The name has no address. */
  | "unresolvable"
  /** An address of the host is not public. */
  | "blocked_address"
  | "connect_failed"
  /** No TLS connection, or the certificate is not one for this name. */
  | "tls_failed"
  /** The host answered with something that is not HTTP. */
  | "bad_response"
  /** The connection ended before the answer did. */
  | "connection_lost"
  /** A `Content-Encoding` that is unknown or does not decode. */
  | "bad_encoding"
  | "too_large"
  | "timed_out"

/** The request was not sent, or its answer is not worth having. */
export class EgressRefused extends Data.TaggedError("EgressRefused")<{
  readonly reason: Refusal
  /** For people. Says nothing of what was found inside our own network. */
  readonly message: string
}> {}

export interface EgressRequest {
  readonly purpose: Purpose
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

export interface EgressLimits {
  /** From the look-up of the name to the last byte of the body. */
  readonly timeout: Duration.Input
  /** Largest body, in bytes as they are after decoding. */
  readonly maxBytes: number
}

export interface EgressResponse {
  readonly status: number
  /** Names in lower case. No `content-encoding`, and no `content-length` where that is another than the body's. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded. Fails with `too_large` at the first byte over the limit and with `timed_out` when the time is up. */
  readonly body: Stream.Stream<Uint8Array, EgressRefused>
}

/** Port: the only way out. */
export class Egress extends Context.Service<
  Egress,
  {
    /**
     * One request to one public host. Its name is resolved once, every address of it is judged, and the connection
     * goes to an address that was judged. A redirect is an answer like any other. The connection lives as long as
     * the scope and serves nothing else.
     */
    readonly fetch: (
      request: EgressRequest,
      limits: EgressLimits
    ) => Effect.Effect<EgressResponse, EgressRefused, Scope.Scope>

    /** Judges a URL and every address of its host as `fetch` would at this moment, and asks nothing of the host. */
    readonly check: (url: string, purpose: Purpose) => Effect.Effect<void, EgressRefused>
  }
>()("svc/net/Egress") {}
