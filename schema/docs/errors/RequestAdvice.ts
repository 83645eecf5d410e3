/** Of requests that are wrong in themselves: 400. */
import { type Advice, never } from "./Advice.ts"

export const requestAdvice: Readonly<Record<string, Advice>> = {
  invalid_request: {
    happened: "The body, a form field or a query parameter is malformed, missing or not known to this route.",
    remedy: "Mend what `issues` lists: each has the path of the fault and what is allowed there.",
    retry: never,
    example: { issues: [{ path: "body.page_range", message: "is not known here; did you mean options.page_range?" }] }
  },
  missing_input: {
    happened: "There is neither a file in the part `file` of a form nor a link in `url` of a JSON body, or both.",
    remedy: "Send one PDF as the part `file` of a form, or one link as `url` in JSON.",
    retry: never
  },
  not_a_pdf: {
    happened: "There is no `%PDF-` header within the first 1,024 bytes of the file.",
    remedy: "Check that the file or the link is the PDF itself, not a page about it or a login form.",
    retry: never
  },
  broken_link: {
    happened: "The link could not be fetched; `reason` and the message say at which step.",
    remedy: "Use a public http(s) link that answers with the PDF within 30 seconds, or upload the file.",
    retry: "Yes, if its server was down.",
    example: { reason: "bad_status" }
  },
  invalid_key: {
    happened: "`public_key` is not the public half of an ES256 key pair as a JWK, or carries a private member.",
    remedy: "Export the public key alone: `kty` EC, `crv` P-256, `x` and `y`.",
    retry: never
  },
  invalid_setting: {
    happened: "A setting has a name that is not known, or a value that it does not take.",
    remedy: "Mend what `issues` lists; `GET /settings` shows every setting with its value.",
    retry: never,
    example: { issues: [{ path: "tables", message: "must be one of gfm, html" }] }
  },
  invalid_webhook_url: {
    happened: "The address of the webhook is not https, or not on the public internet.",
    remedy: "Give an https address whose host resolves to public addresses only; `reason` says what is wrong.",
    retry: never,
    example: { reason: "blocked_address" }
  },
  invalid_webhook_events: {
    happened: "The filter names an event that does not exist.",
    remedy: "Use `job.ready`, `job.error`, `job.truncated` and `job.deleted`, or an empty list for all.",
    retry: never,
    example: { reason: "unknown_event" }
  },
  invalid_callback_url: {
    happened: "The `callback_url` is not https, or not on the public internet.",
    remedy: "Give an https address whose host resolves to public addresses only; `reason` says what is wrong.",
    retry: never,
    example: { reason: "blocked_address" }
  },
  idempotency_key_invalid: {
    happened: "The `Idempotency-Key` is empty, too long or has other than printable ASCII characters.",
    remedy: "Send 1 to 255 printable ASCII characters; a UUID is a good key.",
    retry: never
  },
  idempotency_key_reused: {
    happened: "Within 24 hours the same key came with another request: another file, link or option.",
    remedy: "Use a new key for a new request, and the same one only to repeat the very same request.",
    retry: never
  },
  invalid_page_range: {
    happened: "`page_range` can be read, but the document has none of these pages.",
    remedy: "Ask for pages that the document has; the message says how many there are.",
    retry: never
  },
  invalid_cursor: {
    happened: "The `cursor` is not one that a list has given.",
    remedy: "Pass `next_cursor` as it came, or begin again without a cursor.",
    retry: never
  },
  invalid_link_ticket: {
    happened: "The ticket that links a device is unknown, used or older than 10 minutes.",
    remedy: "Begin again on the device, which gets a fresh ticket.",
    retry: never
  }
}
