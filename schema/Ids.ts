import { Schema } from "effect"

const Uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, {
    expected: "that is a UUID in lower case"
  })
).annotate({ format: "uuid" })

/** A conversion job. UUIDv7, lower case. */
export const JobId = Uuid.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/** A device: one key pair, found again by the thumbprint of its public key. UUIDv7, lower case. */
export const DeviceId = Uuid.pipe(Schema.brand("DeviceId"))
export type DeviceId = typeof DeviceId.Type

/** An account: a person who signed in. UUIDv7, lower case. */
export const AccountId = Uuid.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** An API key of an account. UUIDv7, lower case. */
export const KeyId = Uuid.pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

/** A person's session in a browser. UUIDv7, lower case; not the secret that its cookie holds. */
export const SessionId = Uuid.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** A stored file: an upload or a result. UUIDv7, so the key tells when it was made. */
export const BlobKey = Uuid.pipe(Schema.brand("BlobKey"))
export type BlobKey = typeof BlobKey.Type

/** A registered webhook. UUIDv7, lower case. */
export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

/** One event on its way to one receiver. UUIDv7, lower case. */
export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

/** What stands in a log. UUIDv7, so that entries are in the order of their ids. */
export const EntryId = Uuid.pipe(Schema.brand("EntryId"))
export type EntryId = typeof EntryId.Type
