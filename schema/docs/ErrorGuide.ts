/** What each code tells the person who meets it: what happened, what to do, and whether the same request may succeed. */

export interface Advice {
  readonly happened: string
  readonly remedy: string
  readonly retry: string
  /** Values of the error's own fields, for an example. */
  readonly example?: Readonly<Record<string, unknown>>
}

const never = "No: the same request fails again."

const signAgain = "Yes, signed anew with a fresh timestamp and nonce."

/** Of answers to requests, by their `code`. */
export const advice: Readonly<Record<string, Advice>> = {
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
  },
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
  },
  not_found: {
    happened: "No route has this path. An empty segment or a slash at the end makes another path.",
    remedy: "Compare the path with the reference.",
    retry: never
  },
  job_not_found: {
    happened: "The job does not exist, belongs to somebody else, was deleted or has expired.",
    remedy: "Check the id and the credentials; create the job again if its result has expired.",
    retry: never
  },
  key_not_found: {
    happened: "The account has no active key with this id.",
    remedy: "List the keys for their ids.",
    retry: never
  },
  device_not_found: {
    happened: "No device with this id is linked to the account.",
    remedy: "Read the account for the ids of its devices.",
    retry: never
  },
  webhook_not_found: {
    happened: "The account has no webhook with this id.",
    remedy: "List the webhooks for their ids.",
    retry: never
  },
  delivery_not_found: {
    happened: "The account has no delivery with this id, or it is older than 30 days.",
    remedy: "List the deliveries for their ids.",
    retry: never
  },
  connection_not_found: {
    happened: "No client is connected to the account under this id.",
    remedy: "List the connections for their ids.",
    retry: never
  },
  block_not_found: {
    happened: "The document has no block with this id.",
    remedy: "List the blocks for their ids: they are the same as long as the bytes and the options are.",
    retry: never
  },
  image_not_found: {
    happened: "The document has no picture of this name.",
    remedy: "List the pictures for their names. There are none unless the job was made with `images: files`.",
    retry: never
  },
  not_acceptable: {
    happened:
      "The block has no form of a media type that `Accept` names: only tables are CSV, and only figures pictures.",
    remedy: "Ask for `application/json`.",
    retry: never
  },
  method_not_allowed: {
    happened: "The path exists, but takes other methods, which `Allow` names.",
    remedy: "Use one of them.",
    retry: never
  },
  replay: {
    happened: "The nonce came with an earlier request of this device. Nothing was done.",
    remedy: "Use a fresh random nonce for each request.",
    retry: signAgain
  },
  not_ready: {
    happened: "The job has no result: it is still queued or processing, or it ended in an error.",
    remedy: "Wait with `GET …/jobs/{jobId}?wait=50`; of a job in `error` there never is a result.",
    retry: "Yes, while the job is queued or processing.",
    example: { status: "processing" }
  },
  slots_full: {
    happened: "There are not as many free slots as jobs were asked for.",
    remedy: "Wait for jobs to end, or delete some; when `wanted` is above `limit`, send fewer at once.",
    retry: "Yes, unless `wanted` is above `limit`.",
    example: { used: 3, limit: 3, wanted: 1 }
  },
  quota_exceeded: {
    happened: "The pages of this UTC month are spent, those of the account or those of the key.",
    remedy: "Wait until `reset_at`, or choose a larger plan.",
    retry: "Yes, from `reset_at` on.",
    example: { used: 500, limit: 500, reset_at: "2026-04-01T00:00:00.000Z" }
  },
  idempotency_in_progress: {
    happened: "The first request under this `Idempotency-Key` is still running.",
    remedy: "Repeat the request after `Retry-After` seconds.",
    retry: "Yes."
  },
  gone: {
    happened: "The job had a result, which has expired or was deleted, as `reason` says.",
    remedy: "Create the job again.",
    retry: never,
    example: { reason: "expired" }
  },
  file_too_large: {
    happened: "The file is larger than the route or the plan takes; `limit` is in bytes.",
    remedy: "Send a smaller file, or choose a larger plan.",
    retry: never,
    example: { limit: 10_485_760 }
  },
  payload_too_large: {
    happened: "The JSON body is larger than 256 KiB.",
    remedy: "Send less; documents go into a form or behind a link.",
    retry: never
  },
  range_not_satisfiable: {
    happened: "The `Range` begins behind the last byte of the result, which has `size` bytes.",
    remedy: "Ask for a range within it, or without `Range` for the whole.",
    retry: never,
    example: { size: 4_096 }
  },
  rate_limited: {
    happened: "The key, device, session or address has sent more requests than its rate allows.",
    remedy: "Wait as many seconds as `Retry-After` says; `RateLimit` tells what is left before that.",
    retry: "Yes, after `Retry-After` seconds.",
    example: { retry_after: 12 }
  },
  registration_limited: {
    happened: "Too many devices were registered from this address or its network within 3 hours.",
    remedy: "Keep the key pair of a device and use it again; wait as long as `Retry-After` says.",
    retry: "Yes, after `Retry-After` seconds.",
    example: { retry_after: 600 }
  },
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

/** Why a job ended in `error`, by the `code` in its `error`. */
export const jobAdvice: Readonly<Record<string, Advice>> = {
  password_required: {
    happened: "The PDF is encrypted, and opens only with a password.",
    remedy:
      "Make the job again with `password` (v2 and MCP; `--password` on the command line), or send a copy without one.",
    retry: "No: without its password the file fails again."
  },
  password_wrong: {
    happened: "The PDF is encrypted, and the `password` of the job does not open it.",
    remedy: "Make the job again with the right `password`; upper and lower case count.",
    retry: "No: the same password fails again."
  },
  corrupt_pdf: {
    happened: "The file begins like a PDF, but cannot be opened as one: it is cut off or damaged.",
    remedy: "Open it in a viewer and save it again, or fetch it again.",
    retry: "No: the same file fails again."
  },
  empty_pdf: {
    happened: "The PDF has no pages.",
    remedy: "Send a PDF that has some.",
    retry: "No: the same file fails again."
  },
  time_budget_exceeded: {
    happened: "The plan's time was over before a page (v2) or the whole document (v1) was converted.",
    remedy: "Ask for fewer pages with `page_range`, or choose a larger plan.",
    retry: "Rarely: only when the document was near its limit."
  },
  memory_limit_exceeded: {
    happened: "No page of the document could be converted within 1 GiB of memory.",
    remedy: "Save the document again with smaller pictures, or ask for other pages with `page_range`.",
    retry: "No: the same file fails again."
  },
  page_limit_exceeded: {
    happened: "The document has more pages than the plan takes; `max_pages` of the limits says how many.",
    remedy: "Ask for a part with `page_range`, split the document, or choose a larger plan.",
    retry: "No: the same file fails again."
  },
  engine_crashed: {
    happened: "The conversion broke off three times.",
    remedy: "Save the document again with another program; if it stays, write to the support with the job's id.",
    retry: "Yes, once: the machine may have been at fault."
  },
  conversion_failed: {
    happened: "The document was opened, but could not be converted.",
    remedy: "Save the document again with another program; if it stays, write to the support with the job's id.",
    retry: "Rarely."
  }
}
