import { Context } from "effect"

/** Where a request comes from and what it came to; set once, before anything else runs. */
export interface Client {
  /** IP address, of the client itself where a trusted proxy names it. */
  readonly address: string
  /** The public origin that the request came to, from the allow-list: `https://example.com`. */
  readonly origin: string
  /** Path and query of the request, exactly as they were sent. */
  readonly target: string
}

export const Client = Context.Reference<Client>("svc/http/Client", {
  defaultValue: () => ({ address: "127.0.0.1", origin: "http://localhost", target: "/" })
})
