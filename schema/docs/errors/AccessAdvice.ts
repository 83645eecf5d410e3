/** Of credentials and of what they are good for: 401 and 403. */
import { type Advice, never, signAgain } from "./Advice.ts"

export const accessAdvice: Readonly<Record<string, Advice>> = {
  missing_credentials: {
    happened: "There is no credential, or none of a kind that this route takes.",
    remedy:
      "Send `Authorization: Bearer svc_…`, a device's signature or a session, as the reference says of the route.",
    retry: never
  },
  invalid_device_token: {
    happened: "The device token was not issued here, or has been altered.",
    remedy: "Register again with the same key for a fresh token.",
    retry: never
  },
  expired_device_token: {
    happened: "The device token is older than 30 days.",
    remedy: "Register again with the same key: the device stays the same.",
    retry: "Yes, with the fresh token."
  },
  stale_timestamp: {
    happened: "`X-SVC-Device-Timestamp` is not a number of unix seconds within 300 seconds of the server's clock.",
    remedy: "Set the clock, or sign with the difference to `server_time` added.",
    retry: signAgain,
    example: { server_time: "2026-03-01T12:00:00.000Z" }
  },
  invalid_signature: {
    happened: "The signature does not fit the request and the key of the device.",
    remedy: "Compare the signing string with the test vectors of the reference.",
    retry: never
  },
  body_hash_mismatch: {
    happened: "The body that arrived has another SHA-256 than `X-SVC-Body-SHA256`. Nothing was created.",
    remedy: "Hash the very bytes that are sent, form boundaries included.",
    retry: signAgain
  },
  invalid_api_key: {
    happened: "The API key is unknown, mistyped, revoked, expired or disabled.",
    remedy: "Check that the whole key was copied, or make a new one.",
    retry: never
  },
  invalid_session: {
    happened: "The session has ended: signed out, 30 days old or unused for 7 days.",
    remedy: "Sign in again.",
    retry: never
  },
  invalid_upload_ticket: {
    happened: "The upload ticket is missing, unknown, used or older than 10 minutes.",
    remedy: "Get a fresh ticket for each upload, repeats included.",
    retry: "Yes, with a fresh ticket and the same `Idempotency-Key`."
  },
  device_blocked: {
    happened: "An operator has blocked the device.",
    remedy: "Write to the support.",
    retry: never
  },
  api_key_required: {
    happened: "A session asked for what only API keys may do.",
    remedy: "Make an API key and call with it.",
    retry: never
  },
  missing_scope: {
    happened: "The API key was made without the scope that this route needs, which `scope` names.",
    remedy: "Make a key that has the scope; the scopes of a key never change.",
    retry: never,
    example: { scope: "jobs:create" }
  },
  device_not_linked: {
    happened: "The device belongs to no account, and this route acts for one.",
    remedy: "Link the device with `POST /api/v2/account/link/start`.",
    retry: never
  },
  key_limit_reached: {
    happened: "The account has as many API keys as its plan allows.",
    remedy: "Revoke a key, or choose a larger plan.",
    retry: "Yes, once a key is revoked.",
    example: { limit: 2 }
  },
  webhooks_unavailable: {
    happened: "The plan of the account has neither webhooks nor callbacks.",
    remedy: "Choose a plan that has them, or wait for jobs with `?wait=`.",
    retry: never
  },
  webhook_limit_reached: {
    happened: "The account has as many webhooks as its plan allows.",
    remedy: "Delete one, or choose a larger plan.",
    retry: "Yes, once one is deleted.",
    example: { limit: 5 }
  },
  batch_unavailable: {
    happened: "The plan of the account has no batch create.",
    remedy: "Create the jobs one by one, or choose a plan that has it.",
    retry: never
  },
  origin_not_allowed: {
    happened: "A page of another site called with a cookie, or purchases are closed.",
    remedy: "Call from a page of the service, or with an API key from a server.",
    retry: never
  }
}
