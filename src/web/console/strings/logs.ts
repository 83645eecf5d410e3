/** Texts of the request log and the audit log. */
import type { Texts } from "./wording.ts"

export const requests = {
  lead: "What keys and linked devices asked in the last 7 days. Bodies are never kept.",
  key: "Key",
  anyKey: "All",
  status: "Status",
  anyStatus: "All",
  classes: { "2xx": "Succeeded (2xx)", "4xx": "Refused (4xx)", "5xx": "Failed here (5xx)" } as Texts,
  code: "Code",
  requestId: "Request id",
  search: "Search",
  clear: "Clear",
  empty: "No requests yet. They are listed a moment after they were answered.",
  noneFound: "No request fits.",
  when: "When",
  route: "Route",
  by: "By",
  took: "Took",
  job: "Job",
  replayed: "repeat",
  device: "device",
  goneKey: "revoked key"
}

export const audit = {
  lead: "What was done to the account in the last 90 days, by whom and from where.",
  empty: "Nothing yet.",
  when: "When",
  what: "What",
  by: "By",
  from: "From",
  kinds: { session: "a person", device: "a device", key: "a key", service: "the service" } as Texts,
  actions: {
    "session.started": "Signed in",
    "session.ended": "Session ended",
    "key.created": "Key created",
    "key.renamed": "Key renamed",
    "key.revoked": "Key revoked",
    "device.linked": "Device linked",
    "device.unlinked": "Device unlinked",
    "connection.created": "App connected",
    "connection.changed": "App allowed to do more",
    "connection.revoked": "App disconnected",
    "webhook.created": "Webhook added",
    "webhook.changed": "Webhook changed",
    "webhook.deleted": "Webhook deleted",
    "webhook.enabled": "Webhook enabled",
    "webhook.disabled": "Webhook disabled",
    "webhook.secret_rotated": "Webhook given a new secret",
    "plan.changed": "Plan changed"
  } as Texts,
  before: (previous: string) => `before: ${previous}`
}
