import { signingVectors } from "../v1/SigningVectors.ts"
import { webhookVectors } from "./WebhookVectors.ts"

const vector = signingVectors.requests[2]

const [delivery] = webhookVectors

/** What the reference says before it lists the routes. CommonMark. */
export const guide = `
Send a PDF, get Markdown. Conversion is asynchronous: create a job, wait until it is \`ready\`, download the Markdown,
delete the job. A result is there only when the status is \`ready\`, and for as long as \`expires_at\` says.

There are two ways in. Programs with an account carry an API key and call \`/api/v2\`: see [With an account](#with-an-account).
Devices without one, such as browser extensions, sign their requests and call the routes at the root: that comes first here.

## A first conversion, as a device

1. \`POST /register\` with an ES256 public key gives a \`device_id\` and a \`device_token\`.
2. \`POST /jobs\` with the PDF as the part \`file\` of a form gives a job.
3. \`GET /jobs/{jobId}?wait=30\` answers when the job ends.
4. \`GET /jobs/{jobId}/download\` is the Markdown.
5. \`DELETE /jobs/{jobId}\` frees what it holds.

## Signing requests

Every request of a device but \`/register\` and \`/config\` carries:

| header | value |
|---|---|
| \`X-SVC-Device-Token\` | the token; register again with the same key for a fresh one, it lasts 30 days |
| \`X-SVC-Device-Timestamp\` | unix seconds, at most 300 s from the server's clock |
| \`X-SVC-Device-Nonce\` | 16 to 64 characters of \`A-Za-z0-9_-\`, used once |
| \`X-SVC-Body-SHA256\` | SHA-256 of the body's bytes in lower-case hex (of no bytes when there is no body) |
| \`X-SVC-Device-Signature\` | ECDSA P-256 with SHA-256 over the signing string: the 64 bytes r‖s as base64url without padding, which is what WebCrypto's \`sign\` returns. DER is refused |

The signing string is UTF-8, six lines joined by a line feed, with none at the end: \`SVC1-ES256\`, the method, the path
with its query exactly as sent, the timestamp, the nonce, the body's SHA-256.

Checks run in this order: credentials present, token, timestamp, signature (all 401), blocked (403), rate limit (429),
nonce (409), and once the body is read its hash (401, and nothing was created).

### Test vectors

With this private key

\`\`\`json
${JSON.stringify(signingVectors.private_key, null, 2)}
\`\`\`

\`${vector.method} ${vector.path}\` with the body \`${vector.body}\` has the signing string

\`\`\`text
${vector.signing_string}
\`\`\`

and this is one signature that verifies (ECDSA signatures differ each time):

\`\`\`text
${vector.signature}
\`\`\`

All vectors: [/docs/signing-vectors.json](/docs/signing-vectors.json).

## Webhooks

On paid plans a registered webhook is told of every job of the account, and a \`callback_url\` of its job: \`job.ready\`,
\`job.error\`, \`job.truncated\` (beside \`job.ready\`), \`job.deleted\` (canceled, deleted or expired). A delivery is a POST of
JSON without any content of the document. Answer with 2xx within 15 s. Anything else is tried again after 5 s, 5 min, 30 min,
2 h, 5 h, 10 h and 10 h; \`410\` disables the webhook. A delivery may come twice: its id is the same each time. Deliveries may
overtake each other: \`sequence\` counts the events of a job.

\`X-SVC-Signature\` is \`sha256=\` and the lower-case hex HMAC-SHA256 of \`X-SVC-Timestamp\`, a dot and the raw body, keyed with
the UTF-8 bytes of the whole secret, \`whsec_\` included. \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` are those of
Standard Webhooks 1.0, which ready libraries verify; a \`callback_secret\` that does not begin with \`whsec_\` is its own raw
bytes there. Compare in constant time, and refuse timestamps that are minutes old.

With the secret \`${delivery.secrets[0]}\` the body

\`\`\`json
${delivery.body}
\`\`\`

has these headers:

\`\`\`text
${Object.entries(delivery.headers)
  .map(([name, value]) => `${name}: ${value}`)
  .join("\n")}
\`\`\`

All vectors: [/docs/webhook-vectors.json](/docs/webhook-vectors.json).

## Errors

Every error carries a stable \`code\`; messages are for people and may change. All codes: [/docs/errors](/docs/errors).
Answers that pass by themselves carry \`Retry-After\`. Every answer carries \`X-Request-Id\`.

## With an account

Sign in with a browser at [/api/v2/auth/idp/start](/api/v2/auth/idp/start). The session's cookie then manages API keys,
and reads jobs; jobs are made with a key:

\`\`\`sh
curl -H "Authorization: Bearer $KEY" -F file=@report.pdf https://…/api/v2/jobs
curl -H "Authorization: Bearer $KEY" "https://…/api/v2/jobs/$ID?wait=50"
curl -H "Authorization: Bearer $KEY" "https://…/api/v2/jobs/$ID/download"
\`\`\`

A key has scopes, and may have an end and a monthly number of pages of its own. It is shown once, refused everywhere at
once when it is revoked, and belongs on a server: browsers and extensions link their device to the account instead
(\`POST /api/v2/account/link/start\`), and sign as before. What changes something with a session's cookie must come from a
page of the service: its \`Origin\` is checked.

Errors of v2 are problems of RFC 9457 with the same \`code\`s, and say whether asking again may help (\`retryable\`).
A \`409 quota_exceeded\` clears with the next UTC month, \`409 slots_full\` as jobs end.

## Agents that sign in

Clients of the Model Context Protocol are given the address \`/mcp\`. Its \`401\` names \`/.well-known/oauth-protected-resource/mcp\`, which names the authorization server: authorization code with PKCE (S256), public clients that register at \`/oauth/register\` or are known by the https address of their metadata document, \`resource\` as the audience, refresh tokens that are good once. The person signs in, sees who asks for what, and allows it or not; \`GET /api/v2/me/connections\` lists what was allowed and \`DELETE /api/v2/me/connections/{id}\` ends it.

## Idempotency

\`POST /jobs\`, \`POST /api/v2/jobs\` and its \`/batch\` and \`/upload\` take an \`Idempotency-Key\` of 1 to 255 printable ASCII characters. For 24 hours the same request with the
same key gives the same job, with \`Idempotent-Replayed: true\`; another request with it is refused.
`.trim()
