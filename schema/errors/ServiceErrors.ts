/** 500 and above: the service, or one that it needs, cannot answer. */
import { failure } from "./Failure.ts"

/** A defect of ours. The log has its cause under the request id. */
export class InternalError extends failure<InternalError>()(500, "internal_error", "Something went wrong here") {}

export class BillingUnavailable extends failure<BillingUnavailable>()(
  502,
  "billing_unavailable",
  "The billing provider does not answer"
) {}

export class OauthNotConfigured extends failure<OauthNotConfigured>()(
  503,
  "oauth_not_configured",
  "Sign-in is not configured"
) {}

export class BillingNotConfigured extends failure<BillingNotConfigured>()(
  503,
  "billing_not_configured",
  "Billing is not configured"
) {}

/** Starting, draining, or a store is down. `Retry-After` says how many seconds to wait. */
export class Unavailable extends failure<Unavailable>()(503, "unavailable", "The service is not available right now") {}
