/**
 * Rate limits. Each bucket is one number, its theoretical arrival time (GCRA, ITU-T I.371): a request is allowed
 * while that time is less than a window ahead of now, and moves it on by a window divided by the quota.
 */

import { Clock, Context, Effect } from "effect"
import { RateLimited } from "../../schema/Errors.ts"

/** At most `quota` requests at once, refilled evenly over `windowSeconds`. */
export interface Policy {
  /** As it is named in `RateLimit-Policy`. */
  readonly name: string
  readonly quota: number
  readonly windowSeconds: number
}

/** A bucket after it was charged, or was found full. */
export interface Charge {
  readonly policy: Policy
  /** Theoretical arrival time, in milliseconds since the epoch. */
  readonly arrival: number
  readonly allowed: boolean
}

const hours = (n: number) => n * 3_600

/** Calls that carry no credential, per IP address. */
export const anonymous: Policy = { name: "anonymous", quota: 120, windowSeconds: 60 }

/** Failed authentications, per IP address; past it, those that fail are refused without saying why. */
export const failures: Policy = { name: "failures", quota: 20, windowSeconds: 600 }

export const registrationsPerAddress: Policy = { name: "register", quota: 10, windowSeconds: hours(3) }
export const registrationsPerNetwork: Policy = { name: "register-network", quota: 100, windowSeconds: hours(3) }

/** Clients of agents that register themselves, per IP address: a hosted agent does so for all its users. */
export const clientRegistrations: Policy = { name: "register-client", quota: 60, windowSeconds: hours(1) }

/** Metadata documents of such clients that are fetched for callers of one IP address. */
export const clientDocuments: Policy = { name: "client-document", quota: 30, windowSeconds: 60 }

export const creates = (perMinute: number): Policy => ({ name: "create", quota: perMinute, windowSeconds: 60 })
export const requests = (perMinute: number): Policy => ({ name: "requests", quota: perMinute, windowSeconds: 60 })

/** The same policy with its quota multiplied, as `RATE_LIMIT_SCALE` says. */
export const scaled = (policy: Policy, scale: number): Policy => ({
  ...policy,
  quota: Math.max(1, Math.floor(policy.quota * scale))
})

/** Milliseconds by which one request moves the arrival time. */
export const emission = (policy: Policy): number => (policy.windowSeconds * 1_000) / policy.quota

/** Whole seconds until a refused request would be allowed; at least 1. */
export const retryAfter = ({ policy, arrival }: Charge, now: number): number =>
  Math.max(1, Math.ceil((arrival + emission(policy) - policy.windowSeconds * 1_000 - now) / 1_000))

/** Refuses whoever found the bucket full. */
export const admitted = (charge: Charge): Effect.Effect<void, RateLimited> =>
  charge.allowed
    ? Effect.void
    : Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.fail(new RateLimited({ retry_after: retryAfter(charge, now) }))
      )

/** How many requests the bucket still takes right now. */
export const remaining = ({ policy, arrival }: Charge, now: number): number =>
  Math.max(0, Math.floor((policy.windowSeconds * 1_000 - Math.max(0, arrival - now)) / emission(policy) + 1e-9))

/** `RateLimit-Policy` and `RateLimit` of the IETF draft draft-ietf-httpapi-ratelimit-headers. */
export const headers = (charge: Charge, now: number) => ({
  "ratelimit-policy": `"${charge.policy.name}";q=${charge.policy.quota};w=${charge.policy.windowSeconds}`,
  ratelimit: `"${charge.policy.name}";r=${remaining(charge, now)};t=${Math.max(0, Math.ceil((charge.arrival - now) / 1_000))}`
})

export class Rates extends Context.Service<
  Rates,
  {
    /** The policy as `RATE_LIMIT_SCALE` has it here. */
    readonly scaled: (policy: Policy) => Policy
    /** Charges a bucket by one request, or finds it full; the same bucket on every node. Takes scaled policies. */
    readonly charge: (bucket: string, policy: Policy) => Effect.Effect<Charge>
    /** The same outside of any transaction, with whatever else is charged at this moment. */
    readonly chargeOutside: (bucket: string, policy: Policy) => Effect.Effect<Charge>
  }
>()("svc/auth/Rates") {}
