/**
 * Every failure a client can meet: its code, its status, its fields, in status order. The tag is the code:
 * `Effect.catchTag("slots_full", …)` in the program and `"code": "slots_full"` on the wire are the same word.
 * Codes never change meaning; fields are only ever added.
 */
import { Effect, Schema } from "effect"
import { Issues } from "./Issues.ts"

const failure =
  <Self>() =>
  <const Code extends string, const Fields extends Schema.Struct.Fields = Record<never, never>>(
    status: number,
    code: Code,
    title: string,
    fields: Fields = {} as Fields
  ) =>
    Schema.TaggedError<Self>()(
      code,
      { message: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(title))), ...fields },
      { httpApiStatus: status, title }
    )

/** What an item of a batch may be refused for says which item, counted from 0. */
const item = { index: Schema.optionalKey(Schema.Int) }

const Seconds = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

// ── 400 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Malformed JSON, multipart or parameters. */
export class InvalidRequest extends failure<InvalidRequest>()(400, "invalid_request", "The request is malformed", {
  issues: Issues,
  ...item
}) {}

/** Neither a file nor a link, or both. */
export class MissingInput extends failure<MissingInput>()(
  400,
  "missing_input",
  "Send one PDF file or one link",
  item
) {}

/** No `%PDF-` header within the first 1,024 bytes. */
export class NotAPdf extends failure<NotAPdf>()(400, "not_a_pdf", "The input is not a PDF", item) {}

/** The link cannot be fetched: unreachable, a blocked address, not http(s), too many redirects, non-2xx, timed out. */
export class BrokenLink extends failure<BrokenLink>()(400, "broken_link", "The link cannot be fetched", {
  reason: Schema.String,
  ...item
}) {}

/** The `public_key` of a registration is not an ES256 public key. */
export class InvalidKey extends failure<InvalidKey>()(400, "invalid_key", "public_key is not an ES256 public key") {}

/** An unknown setting, or a bad value for one. */
export class InvalidSetting extends failure<InvalidSetting>()(400, "invalid_setting", "A setting is not valid", {
  issues: Issues,
  ...item
}) {}

export class InvalidWebhookUrl extends failure<InvalidWebhookUrl>()(
  400,
  "invalid_webhook_url",
  "The webhook url is not acceptable",
  { reason: Schema.String }
) {}

export class InvalidWebhookEvents extends failure<InvalidWebhookEvents>()(
  400,
  "invalid_webhook_events",
  "The events filter is not valid",
  { reason: Schema.String }
) {}

export class InvalidCallbackUrl extends failure<InvalidCallbackUrl>()(
  400,
  "invalid_callback_url",
  "The callback_url is not acceptable",
  { reason: Schema.String, ...item }
) {}

/** Not 1 to 255 printable ASCII characters. */
export class IdempotencyKeyInvalid extends failure<IdempotencyKeyInvalid>()(
  400,
  "idempotency_key_invalid",
  "Idempotency-Key must be 1 to 255 printable ASCII characters"
) {}

/** The key was used for another request within the last 24 hours. */
export class IdempotencyKeyReused extends failure<IdempotencyKeyReused>()(
  400,
  "idempotency_key_reused",
  "The Idempotency-Key was used for another request"
) {}

/** Of a range that can be read, but names no page of the document. */
export class InvalidPageRange extends failure<InvalidPageRange>()(
  400,
  "invalid_page_range",
  "page_range names no page of the document",
  item
) {}

export class InvalidCursor extends failure<InvalidCursor>()(400, "invalid_cursor", "The cursor is not valid") {}

/** The device-link ticket is unknown, used or expired. An HTML page. */
export class InvalidLinkTicket extends failure<InvalidLinkTicket>()(
  400,
  "invalid_link_ticket",
  "The link ticket is not valid"
) {}

// ── 401 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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
  { server_time: Schema.String.annotate({ format: "date-time" }) }
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

// ── 403 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export class DeviceBlocked extends failure<DeviceBlocked>()(403, "device_blocked", "The device is blocked") {}

export class ApiKeyRequired extends failure<ApiKeyRequired>()(403, "api_key_required", "This call needs an API key") {}

export class MissingScope extends failure<MissingScope>()(403, "missing_scope", "The API key lacks a scope", {
  scope: Schema.String
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
  { limit: Schema.Int }
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
  { limit: Schema.Int }
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

// ── 404, 405 ─────────────────────────────────────────────────────────────────────────────────────────────────────

export class NotFound extends failure<NotFound>()(404, "not_found", "There is nothing here") {}

/** No such job, or not the caller's. */
export class JobNotFound extends failure<JobNotFound>()(404, "job_not_found", "There is no such job") {}

export class KeyNotFound extends failure<KeyNotFound>()(404, "key_not_found", "There is no such API key") {}

export class DeviceNotFound extends failure<DeviceNotFound>()(404, "device_not_found", "There is no such device") {}

export class WebhookNotFound extends failure<WebhookNotFound>()(404, "webhook_not_found", "There is no such webhook") {}

export class DeliveryNotFound extends failure<DeliveryNotFound>()(
  404,
  "delivery_not_found",
  "There is no such delivery"
) {}

export class ConnectionNotFound extends failure<ConnectionNotFound>()(
  404,
  "connection_not_found",
  "There is no such connection"
) {}

export class BlockNotFound extends failure<BlockNotFound>()(404, "block_not_found", "There is no such block") {}
export class ImageNotFound extends failure<ImageNotFound>()(404, "image_not_found", "There is no such picture") {}

/** The response names the methods that there are in `Allow`. */
export class MethodNotAllowed extends failure<MethodNotAllowed>()(
  405,
  "method_not_allowed",
  "The path does not take this method"
) {}

/** The block has no form of a media type that Accept takes. */
export class NotAcceptable extends failure<NotAcceptable>()(
  406,
  "not_acceptable",
  "There is no form of this that Accept takes"
) {}

// ── 409 to 416 ────────────────────────────────────────────────────────────────────────────────────────────────

/** The nonce was used before. Nothing was done. */
export class Replay extends failure<Replay>()(409, "replay", "The nonce was used before") {}

/** The job has no result (yet). v1 form. */
export class NotReady extends failure<NotReady>()(409, "not_ready", "The job is not ready", {
  status: Schema.Literals(["queued", "processing", "error"])
}) {}

/** There are fewer free slots than jobs were asked for. Clears as jobs finish, unless more are wanted than there are. */
export class SlotsFull extends failure<SlotsFull>()(409, "slots_full", "There are not enough free slots", {
  used: Schema.Int,
  limit: Schema.Int,
  /** How many jobs were asked for at once. */
  wanted: Schema.Int
}) {}

/** The month's page allowance is spent. Clears on the first day of the next UTC month. */
export class QuotaExceeded extends failure<QuotaExceeded>()(
  409,
  "quota_exceeded",
  "The monthly page allowance is spent",
  { used: Schema.Int, limit: Schema.Int, reset_at: Schema.String.annotate({ format: "date-time" }) }
) {}

/** The first request under this key is still running. */
export class IdempotencyInProgress extends failure<IdempotencyInProgress>()(
  409,
  "idempotency_in_progress",
  "The first request under this Idempotency-Key is still running"
) {}

/** The result was deleted. */
export class Gone extends failure<Gone>()(410, "gone", "The result is no longer there", {
  reason: Schema.Literals(["expired", "deleted", "canceled"])
}) {}

/** The file exceeds the limit of the route or tier, in bytes. */
export class FileTooLarge extends failure<FileTooLarge>()(413, "file_too_large", "The file is too large", {
  limit: Schema.Int,
  ...item
}) {}

export class PayloadTooLarge extends failure<PayloadTooLarge>()(413, "payload_too_large", "The body is too large") {}

/** No byte of the result is in the range. `Content-Range` says how many there are. */
export class RangeNotSatisfiable extends failure<RangeNotSatisfiable>()(
  416,
  "range_not_satisfiable",
  "The range is beyond the end of the result",
  { size: Schema.Int }
) {}

// ── 429, 5xx ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** `Retry-After` and `retry_after` say how many seconds to wait. */
export class RateLimited extends failure<RateLimited>()(429, "rate_limited", "Too many requests", {
  retry_after: Seconds
}) {}

export class RegistrationLimited extends failure<RegistrationLimited>()(
  429,
  "registration_limited",
  "Too many registrations from this network",
  { retry_after: Seconds }
) {}

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
