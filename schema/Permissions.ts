/**
 * Who may do what: for each operation of v2 the credentials it takes, any one of them unless it says `both`, and the
 * scope that an API key needs for it. Routes, documents and tools go by this one table.
 */
import type { Scope } from "./Actor.ts"

/** A `token` is an access token of a connection. */
export type Credential = "device" | "key" | "session" | "ticket" | "token"

export interface Permission {
  readonly takes: ReadonlyArray<Credential>
  readonly scope?: Scope
  /** All of the credentials are needed at once. */
  readonly both?: true
  /** A device need not be linked to an account. */
  readonly anyDevice?: true
  /** A session is no credential here, and is not told that it needs a key. */
  readonly alone?: true
}

/** By the operation's id in the OpenAPI document. */
export const permissions: Readonly<Record<string, Permission>> = {
  "v2.account.status": { takes: ["device"] },
  "v2.account.linkStart": { takes: ["device"] },
  "v2.account.linkAttach": { takes: ["device", "session"], both: true },
  "v2.account.unlink": { takes: ["device"] },

  "v2.me.read": { takes: ["key", "session"] },
  "v2.me.limits": { takes: ["key", "session"] },
  "v2.me.usage": { takes: ["key", "session"] },
  "v2.me.export": { takes: ["session"] },
  "v2.me.sessions": { takes: ["session"] },
  "v2.me.endSession": { takes: ["session"] },
  "v2.me.removeDevice": { takes: ["session"] },
  "v2.me.remove": { takes: ["session"] },

  "v2.logs.audit": { takes: ["session"] },
  "v2.logs.requests": { takes: ["key", "session"], scope: "jobs:read" },

  "v2.apiKeys.list": { takes: ["session", "device"] },
  "v2.apiKeys.create": { takes: ["session", "device"] },
  "v2.apiKeys.rename": { takes: ["session", "device"] },
  "v2.apiKeys.revoke": { takes: ["session", "device"] },

  "v2.jobs.create": { takes: ["key"], scope: "jobs:create" },
  "v2.jobs.createFromFile": { takes: ["key"], scope: "jobs:create" },
  "v2.jobs.batch": { takes: ["key"], scope: "jobs:create" },
  "v2.jobs.estimate": { takes: ["key"], scope: "jobs:create" },
  "v2.jobs.list": { takes: ["key", "session"], scope: "jobs:read" },
  "v2.jobs.get": { takes: ["key", "session"], scope: "jobs:read" },
  "v2.jobs.events": { takes: ["key", "session", "device"], scope: "jobs:read", anyDevice: true },
  "v2.jobs.remove": { takes: ["key", "session"], scope: "jobs:delete" },
  "v2.jobs.download": { takes: ["key", "session"], scope: "jobs:download" },
  "v2.jobs.pages": { takes: ["key", "session", "device"], scope: "jobs:read", anyDevice: true },

  "v2.results.blocks": { takes: ["key", "session", "device"], scope: "jobs:download", anyDevice: true },
  "v2.results.block": { takes: ["key", "session", "device"], scope: "jobs:download", anyDevice: true },
  "v2.results.images": { takes: ["key", "session", "device"], scope: "jobs:download", anyDevice: true },
  "v2.results.image": { takes: ["key", "session", "device"], scope: "jobs:download", anyDevice: true },
  "v2.results.chunks": { takes: ["key", "session", "device"], scope: "jobs:download", anyDevice: true },

  "v2.uploads.ticket": { takes: ["device"] },
  "v2.uploads.create": { takes: ["ticket"] },

  "v2.billing.checkout": { takes: ["session"] },
  "v2.billing.portal": { takes: ["session"] },
  "v2.webhooks.list": { takes: ["key", "session", "device"], scope: "webhooks:read" },
  "v2.webhooks.create": { takes: ["key", "session", "device"], scope: "webhooks:write" },
  "v2.webhooks.change": { takes: ["key", "session", "device"], scope: "webhooks:write" },
  "v2.webhooks.remove": { takes: ["key", "session", "device"], scope: "webhooks:write" },
  "v2.webhooks.test": { takes: ["key", "session", "device"], scope: "webhooks:write" },
  "v2.webhooks.enable": { takes: ["key", "session", "device"], scope: "webhooks:write" },
  "v2.webhooks.rotateSecret": { takes: ["key", "session", "device"], scope: "webhooks:write" },
  "v2.webhooks.recover": { takes: ["key", "session", "device"], scope: "webhooks:write" },
  "v2.webhooks.deliveries": { takes: ["key", "session", "device"], scope: "webhooks:read" },
  "v2.webhooks.delivery": { takes: ["key", "session", "device"], scope: "webhooks:read" },
  "v2.webhooks.redeliver": { takes: ["key", "session", "device"], scope: "webhooks:write" },

  "v2.mcp.call": { takes: ["key"], alone: true },
  "mcp.call": { takes: ["token", "key"] },
  "v2.connections.list": { takes: ["session"] },
  "v2.connections.remove": { takes: ["session"] },

  "v2.settings.read": { takes: ["key", "session"], scope: "settings:read" },
  "v2.settings.update": { takes: ["key", "session"], scope: "settings:write" }
}
