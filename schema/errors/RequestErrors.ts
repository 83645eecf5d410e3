/** 400: a request that cannot be read, or asks for what there cannot be. */
import { Schema } from "effect"
import { Issues } from "../Issues.ts"
import { failure, item } from "./Failure.ts"

const Reason = Schema.String.annotate({ description: "What is wrong with it, in short." })

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
  reason: Reason,
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
  { reason: Reason }
) {}

export class InvalidWebhookEvents extends failure<InvalidWebhookEvents>()(
  400,
  "invalid_webhook_events",
  "The events filter is not valid",
  { reason: Reason }
) {}

export class InvalidCallbackUrl extends failure<InvalidCallbackUrl>()(
  400,
  "invalid_callback_url",
  "The callback_url is not acceptable",
  { reason: Reason, ...item }
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
