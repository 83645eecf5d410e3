import { Context, Schema } from "effect"
import type { AccountId, DeviceId, KeyId, SessionId } from "./Ids.ts"

export const TierName = Schema.Literals(["anonymous", "free", "pro", "business"])
export type TierName = typeof TierName.Type

/** What an API key may do. */
export const Scope = Schema.Literals([
  "jobs:create",
  "jobs:read",
  "jobs:download",
  "jobs:delete",
  "settings:read",
  "settings:write",
  "webhooks:read",
  "webhooks:write"
])
export type Scope = typeof Scope.Type

/** What a key may do unless its creator says otherwise. */
export const defaultScopes: ReadonlyArray<Scope> = ["jobs:create", "jobs:read", "jobs:download", "jobs:delete"]

/** A device that has signed the request. */
export interface DeviceActor {
  readonly kind: "device"
  readonly deviceId: DeviceId
  /** Null while the device is not linked. */
  readonly accountId: AccountId | null
  readonly tier: TierName
  /** The SHA-256 that the device signed for the body, lower-case hex. */
  readonly bodySha256: string
}

/** A program with an API key of an account, or with an access token of a connection. */
export interface KeyActor {
  readonly kind: "key"
  /** The connection's id, where it is one. */
  readonly keyId: KeyId
  readonly isConnection?: true
  readonly accountId: AccountId
  readonly tier: TierName
  readonly scopes: ReadonlyArray<Scope>
  /** Pages a month that the key has for itself, within the account's; null means no limit of its own. */
  readonly monthlyPages: number | null
}

/** A person who has signed in. */
export interface SessionActor {
  readonly kind: "session"
  readonly sessionId: SessionId
  readonly accountId: AccountId
  readonly tier: TierName
}

/** A device that belongs to an account. */
export type LinkedDevice = DeviceActor & { readonly accountId: AccountId }

/** Whoever uploads with a ticket, under the terms that the ticket was made with. */
export interface TicketHolder {
  readonly actor: LinkedDevice | KeyActor
  /** The largest file, in bytes. */
  readonly maxBytes: number
}

/** Whoever may call, once the credentials have been checked. */
export type Actor = DeviceActor | KeyActor | SessionActor

/** Whoever acts for an account. */
export type AccountActor = LinkedDevice | KeyActor | SessionActor

/** The device that signed this request. */
export class Device extends Context.Service<Device, DeviceActor>()("svc/schema/Device") {}

/** What the upload ticket of this request stands for. */
export class Ticket extends Context.Service<Ticket, TicketHolder>()("svc/schema/Ticket") {}

/** Whoever reads a result: an account's actor, or the device that made the job. */
export class Reader extends Context.Service<Reader, Actor>()("svc/schema/Reader") {}

/** The account's actor behind this request. */
export class Caller extends Context.Service<Caller, AccountActor>()("svc/schema/Caller") {}
