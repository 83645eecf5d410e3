/** An example of everything that a schema describes: values as the service gives them, found by the names of fields. */
import { array, type Json, object } from "../Json.ts"
import { type Body, type Endpoint, formatOf, nameOf, resolved } from "./Endpoints.ts"

/** The job that all examples are about. */
const jobId = "018f3b1e-0000-7000-8000-000000000001"

const values: Readonly<Record<string, unknown>> = {
  job_id: jobId,
  status: "ready",
  file_name: "report.pdf",
  source: "upload",
  input_size: 184_320,
  pages: 12,
  pages_done: 12,
  output_size: 20_480,
  truncated: false,
  continue_from: null,
  error: null,
  retention_sec: null,
  external_id: "invoice 7",
  tags: ["invoices"],
  warnings: [],
  tier: "pro",
  used: 1,
  limit: 10,
  expires_at: "2026-03-03T12:00:00.000Z",
  download_url: `/api/v2/jobs/${jobId}/download`,
  url: "https://example.com/report.pdf",
  callback_url: "https://hooks.example/pdf",
  callback_secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
  events: ["job.ready", "job.error"],
  event: "job.ready",
  sequence: 1,
  password: "the password of the document",
  page_range: "1-3,7",
  next_cursor: null,
  cursor: "eyJhZnRlciI6…",
  name: "build server",
  prefix: "svc_",
  last4: "9xQ2",
  scopes: ["jobs:create", "jobs:read", "jobs:download", "jobs:delete"],
  monthly_pages: 10_000,
  expires_in_days: 90,
  disabled_at: null,
  disabled_reason: null,
  response_code: 200,
  attempts: 1,
  next_attempt_at: null,
  email: "you@example.com",
  max_file_size: 104_857_600,
  max_bytes: 104_857_600,
  max_pages: 3_000,
  max_slots: 3,
  time_budget_sec: 1_800,
  ready_ttl_sec: 172_800,
  job_ttl_seconds: 3_600,
  rate_limit_per_min: 120,
  api_keys_limit: 10,
  webhooks_limit: 5,
  support_url: "https://pdf.example/support",
  announcement: null,
  device_token: "eyJhbGciOiJIUzI1NiJ9…",
  upload_url: "http://localhost:8080/api/v2/jobs/upload",
  login_url: "http://localhost:8080/link?ticket=…",
  ticket: "one-time ticket",
  kty: "EC",
  crv: "P-256",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  period_start: "2026-03-01T00:00:00.000Z",
  reset_at: "2026-04-01T00:00:00.000Z",
  date: "2026-03-01",
  address: "203.0.113.7",
  route: "POST /api/v2/jobs",
  code: null,
  request_id: "018f3b1e-0000-7000-8000-00000000000a",
  price_id: "price_1",
  amount: 1_900,
  currency: "eur",
  confidence: 1,
  headings: ["Results"],
  start: 412,
  end: 655,
  depth: 1,
  characters: 2_431,
  label: "3",
  version: "2.1.1",
  api_version: "2.1.1",
  commit: "44a252216d3f0a7c1b9e5d4c8f2a6b3e7d1c0f95",
  jsonrpc: "2.0"
}

/** Fields whose meaning depends on what they are part of. */
const within: Readonly<Record<string, Json>> = {
  V2Span: { start: 412, end: 655 },
  V2Box: { x: 0.12, y: 0.31, width: 0.76, height: 0.08 },
  V2Page: { page: 1, width: 595, height: 842, rotation: 0, label: "1" },
  PageReport: { page: 1, method: "text", characters: 2_431, tables: 1, confidence: 1, warnings: [] },
  V2Block: { text: "Revenue rose by 4 %.", page: 1, reading_order: 3, id: "p001-b003" },
  V2Chunk: { text: "Revenue rose by 4 %.", pages: [1], blocks: ["p001-b003"], id: "c0001" },
  V2Cell: { text: "Revenue", columns: 1, rows: 1, header: true },
  V2Estimate: { pages: 12, encrypted: false, accepted: true, refusals: [], pages_left: 9_988 },
  V2CreateWebhook: { url: "https://hooks.example/pdf" },
  V2ChangeWebhook: { url: "https://hooks.example/pdf" },
  V2Webhook: { url: "https://hooks.example/pdf" },
  V2CreatedWebhook: { url: "https://hooks.example/pdf", secret: values["callback_secret"] },
  V2CreatedApiKey: { secret: "svc_…", expires_at: null },
  V2WebhookDelivery: { status: "delivered", url: "https://hooks.example/pdf", error: null },
  V2WebhookDeliveryDetail: { status: "delivered", url: "https://hooks.example/pdf", error: null },
  V2SettingsPatch: { tables: "html", page_breaks: "comment" },
  SettingsPatch: { tables: "html", page_breaks: "comment" },
  V2SettingsPatchEncoded: { page_breaks: "comment" },
  V2RequestEntry: { status: 201 },
  V2Usage: { pages: { used: 412, limit: 10_000 } }
}

const bare = (name: string) => name.replace(/_\d+$/, "")

const ofFormat: Readonly<Record<string, string>> = {
  uuid: "018f3b1e-0000-7000-8000-000000000002",
  "date-time": "2026-03-01T12:00:00.000Z",
  uri: "https://example.com/report.pdf",
  binary: "@report.pdf"
}

/** Every field of an object, or those alone that are required of who sends it. */
const fields = (schema: Json, name: string, isSent: boolean): Json => {
  const required = array(schema["required"])
  const own = object(within[bare(name)])
  const isLoose = isSent && required.length > 0
  return Object.fromEntries(
    Object.entries(object(schema["properties"]))
      .filter(([field]) => !isLoose || required.includes(field))
      .filter(([field]) => !isSent || required.length > 0 || Object.keys(own).length === 0 || field in own)
      .map(([field, given]) => [field, field in own ? own[field] : exampleOf(object(given), field, isSent)])
  )
}

const allowed = (schema: Json, value: unknown) => {
  const choices = array(schema["enum"])
  const isOfType =
    schema["type"] === undefined ||
    schema["type"] === (Array.isArray(value) ? "array" : value === null ? "null" : typeof value) ||
    (schema["type"] === "integer" && Number.isInteger(value))
  return isOfType && (choices.length === 0 || choices.includes(value))
}

/** An example of a value; `field` is the name it goes by. */
export const exampleOf = (given: Json, field = "", isSent = false): unknown => {
  const schema = resolved(given)
  const choices = array(schema["anyOf"]).map(object)
  const known = values[field]
  if (
    field in values &&
    (choices.length > 0 ? choices.some((one) => allowed(resolved(one), known)) : allowed(schema, known))
  )
    return known
  if (choices.length > 0) return exampleOf(choices.find(({ type }) => type !== "null") ?? {}, field, isSent)
  if ("properties" in schema) return fields(schema, nameOf(given), isSent)
  if (schema["type"] === "object") return {}
  if (schema["type"] === "array") return [exampleOf(object(schema["items"]), field.replace(/s$/, ""), isSent)]
  if (schema["type"] === "null") return null
  if (array(schema["enum"]).length > 0) return array(schema["enum"])[0]
  if (array(schema["examples"]).length > 0) return array(schema["examples"])[0]
  if (schema["type"] === "boolean") return true
  if (schema["type"] === "integer" || schema["type"] === "number") return Math.max(1, Number(schema["minimum"] ?? 1))
  return ofFormat[formatOf(schema)] ?? (/_id$|^id$/.test(field) ? ofFormat["uuid"] : "…")
}

const bodies: Readonly<Record<string, unknown>> = {
  "v2.mcp.call": { jsonrpc: "2.0", id: 1, method: "tools/list" },
  "mcp.call": { jsonrpc: "2.0", id: 1, method: "tools/list" },
  "oauth.register": {
    client_name: "My agent",
    redirect_uris: ["http://127.0.0.1:33418/callback"],
    token_endpoint_auth_method: "none"
  },
  "oauth.token": {
    grant_type: "authorization_code",
    client_id: "$CLIENT_ID",
    code: "$CODE",
    redirect_uri: "http://127.0.0.1:33418/callback",
    code_verifier: "$VERIFIER"
  },
  "oauth.revoke": { token: "$ACCESS_TOKEN", client_id: "$CLIENT_ID" },
  "v2.billing.webhook": {
    id: "evt_1",
    object: "event",
    type: "customer.subscription.updated",
    data: { object: { id: "sub_1", object: "subscription" } }
  }
}

/** What a call sends as JSON, or as a form. */
export const sent = ({ id }: Endpoint, { schema }: Body): unknown => bodies[id] ?? exampleOf(schema, "", true)

const credentials: Readonly<Record<string, string>> = {
  ApiKey: '-H "Authorization: Bearer $KEY"',
  OAuth: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  Session: '-b "svc_session=$SESSION"',
  DeviceToken:
    '-H "X-SVC-Device-Token: $TOKEN" -H "X-SVC-Device-Timestamp: $TIME" \\\n  -H "X-SVC-Device-Nonce: $NONCE" -H "X-SVC-Body-SHA256: $DIGEST" -H "X-SVC-Device-Signature: $SIGNATURE"',
  UploadTicket: '-H "Upload-Ticket: $TICKET"'
}

const parameters: Readonly<Record<string, string>> = {
  "{jobId}": "$JOB",
  "{keyId}": "$KEY_ID",
  "{webhookId}": "$WEBHOOK",
  "{deliveryId}": "$DELIVERY",
  "{blockId}": "$BLOCK"
}

/** A call as a line of a shell. */
export const curlOf = (endpoint: Endpoint): string => {
  const { method, path, security } = endpoint
  const address = `"http://localhost:8080${path.replace(/\{\w+\}/g, (name) => parameters[name] ?? "$ID")}"`
  const scheme = security.find((one) => one.includes("ApiKey")) ?? security[0] ?? []
  const json = endpoint.bodies.find(({ type }) => type === "application/json")
  const isUpload = endpoint.bodies.some(({ type }) => type === "multipart/form-data")
  const form = endpoint.bodies.find(({ type }) => type === "application/x-www-form-urlencoded")
  const body = isUpload
    ? ["-F file=@report.pdf"]
    : json !== undefined
      ? [`--json '${JSON.stringify(sent(endpoint, json))}'`]
      : form !== undefined
        ? Object.entries(object(sent(endpoint, form))).map(([name, value]) => `-d "${name}=${value}"`)
        : []
  const origin = scheme.includes("Session") && method !== "GET" ? ['-H "Origin: http://localhost:8080"'] : []
  const isPlain = method === "GET" || (method === "POST" && body.length > 0)
  const parts = [...scheme.map((one) => credentials[one] ?? ""), ...origin, ...body]
  return [`curl ${isPlain ? "" : `-X ${method} `}${address}`, ...parts].join(" \\\n  ")
}
