/** 401 and 403: nobody knows who asks, or they may not. */
import { Schema } from "effect"
import { failure } from "./Failure.ts"

/** No credential of a kind that the route takes. */
export class MissingCredentials extends failure<MissingCredentials>()(
  401,
  "missing_credentials",
  "The request carries no credential that this route takes"
) {}

export class InvalidDeviceToken extends failure<InvalidDeviceToken>()(
  401,
  "invalid_device_token",
  "The device token is not valid"
) {}

/** Register again with the same key for a fresh token. */
export class ExpiredDeviceToken extends failure<ExpiredDeviceToken>()(
  401,
  "expired_device_token",
  "The device token has expired"
) {}

/** The timestamp is not a number of unix seconds within 300 s of the server's clock. */
export class StaleTimestamp extends failure<StaleTimestamp>()(
  401,
  "stale_timestamp",
  "The timestamp is too far from the server's clock",
  { server_time: Schema.String.annotate({ format: "date-time", description: "What the server's clock shows." }) }
) {}

export class InvalidSignature extends failure<InvalidSignature>()(
  401,
  "invalid_signature",
  "The signature does not match the request"
) {}

/** The body is not the one that was signed. Nothing was created. */
export class BodyHashMismatch extends failure<BodyHashMismatch>()(
  401,
  "body_hash_mismatch",
  "The body does not match X-SVC-Body-SHA256"
) {}

/** Unknown, revoked, expired or disabled. */
export class InvalidApiKey extends failure<InvalidApiKey>()(401, "invalid_api_key", "The API key is not valid") {}

export class InvalidSession extends failure<InvalidSession>()(401, "invalid_session", "The session is not valid") {}

export class InvalidUploadTicket extends failure<InvalidUploadTicket>()(
  401,
  "invalid_upload_ticket",
  "The upload ticket is missing, unknown, used or expired"
) {}

export class DeviceBlocked extends failure<DeviceBlocked>()(403, "device_blocked", "The device is blocked") {}

export class ApiKeyRequired extends failure<ApiKeyRequired>()(403, "api_key_required", "This call needs an API key") {}

export class MissingScope extends failure<MissingScope>()(403, "missing_scope", "The API key lacks a scope", {
  scope: Schema.String.annotate({ description: "The scope that the call needs." })
}) {}

export class DeviceNotLinked extends failure<DeviceNotLinked>()(
  403,
  "device_not_linked",
  "The device is not linked to an account"
) {}

export class KeyLimitReached extends failure<KeyLimitReached>()(
  403,
  "key_limit_reached",
  "The plan allows no more API keys",
  { limit: Schema.Int.annotate({ description: "API keys that the plan allows." }) }
) {}

export class WebhooksUnavailable extends failure<WebhooksUnavailable>()(
  403,
  "webhooks_unavailable",
  "The plan has no webhooks"
) {}

export class WebhookLimitReached extends failure<WebhookLimitReached>()(
  403,
  "webhook_limit_reached",
  "The plan allows no more webhooks",
  { limit: Schema.Int.annotate({ description: "Webhooks that the plan allows." }) }
) {}

export class BatchUnavailable extends failure<BatchUnavailable>()(
  403,
  "batch_unavailable",
  "The plan has no batch create"
) {}

export class OriginNotAllowed extends failure<OriginNotAllowed>()(
  403,
  "origin_not_allowed",
  "The Origin of the request is not allowed"
) {}
