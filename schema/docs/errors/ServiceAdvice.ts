/** Of what the service itself cannot do now: 500 and above. */
import { type Advice, never } from "./Advice.ts"

export const serviceAdvice: Readonly<Record<string, Advice>> = {
  internal_error: {
    happened: "A defect of the service; its cause is in the log under the request id.",
    remedy:
      "Repeat the request with the same `Idempotency-Key`; if it stays, write to the support with the request id.",
    retry: "Yes."
  },
  billing_unavailable: {
    happened: "The billing provider does not answer.",
    remedy: "Try again in a minute.",
    retry: "Yes."
  },
  oauth_not_configured: {
    happened: "This instance has no identity provider, so nobody can sign in.",
    remedy:
      "Operators set OAUTH_ISSUER, OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET; keys can be made with `npm run admin`.",
    retry: never
  },
  billing_not_configured: {
    happened: "This instance has no billing provider, so nothing can be bought.",
    remedy: "Operators set the keys of the provider; `npm run admin -- set-tier` gives a plan without it.",
    retry: never
  },
  unavailable: {
    happened: "The service is starting or stopping, or its database or storage is down.",
    remedy: "Repeat the request after `Retry-After` seconds.",
    retry: "Yes, after `Retry-After` seconds."
  }
}
