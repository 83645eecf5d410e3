/** What a request asks to be converted, once it has been read. */
import type { Redacted } from "effect"
import type { BlobKey } from "../../../schema/Ids.ts"
import type { SettingsPatch } from "../../../schema/Settings.ts"
import type { Digest } from "../../auth/Digest.ts"
import { hashOf } from "../../auth/Secrets.ts"

/** A file that has been stored. */
export interface Received {
  readonly inputKey: BlobKey
  readonly inputSize: number
  readonly inputSha256: string
  /** As the caller named it, if at all. */
  readonly fileName: string | undefined
  readonly source: "upload" | "link"
}

/** A link as a caller sends it. */
export interface LinkSent {
  readonly url: string
  readonly fileName: string | undefined
}

/** What a caller says of a job beside its file. */
export interface Labels {
  readonly externalId: string | null
  readonly tags: ReadonlyArray<string>
  /** Settings for this job alone. */
  readonly options: SettingsPatch
  /** Who is told of this job alone; without a secret one is made. */
  readonly callback: { readonly url: string; readonly secret: string | null } | null
  /** What the document opens with. No part of a fingerprint: nothing that is kept longer than the job may tell of it. */
  readonly password: Redacted.Redacted | null
  /** Seconds that the result is kept, where it is not what the tier gives. */
  readonly retentionSec: number | null
}

const unlabelled: Labels = {
  externalId: null,
  tags: [],
  options: {},
  callback: null,
  password: null,
  retentionSec: null
}

/** One job: its document, and what is said of it. A link is fetched only for a new job. */
export interface Item {
  readonly document: Received | LinkSent
  readonly labels: Labels
}

export interface Submission {
  readonly items: ReadonlyArray<Item>
  /** What refuses an item of a batch says which. */
  readonly isBatch: boolean
}

export const single = (document: Received | LinkSent, labels: Labels = unlabelled): Submission => ({
  items: [{ document, labels }],
  isBatch: false
})

export const batch = (items: ReadonlyArray<Item>): Submission => ({ items, isBatch: true })

export const isLink = (document: Received | LinkSent): document is LinkSent => "url" in document

/** The files of a submission that are in the store already. */
export const storedKeys = ({ items }: Submission): ReadonlyArray<BlobKey> =>
  items.flatMap(({ document }) => (isLink(document) ? [] : [document.inputKey]))

/** Labels as part of a fingerprint; nothing where nothing was said, as before there were labels. */
const said = ({ externalId, tags, options, callback, retentionSec }: Labels): ReadonlyArray<unknown> =>
  externalId === null &&
  tags.length === 0 &&
  Object.keys(options).length === 0 &&
  callback === null &&
  retentionSec === null
    ? []
    : [
        externalId,
        tags,
        Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)),
        ...(callback === null ? [] : [callback.url, callback.secret]),
        ...(retentionSec === null ? [] : [{ retentionSec }])
      ]

const ofItem = ({ document, labels }: Item) =>
  JSON.stringify([
    ...(isLink(document) ? ["link", document.url] : [document.source, document.inputSha256]),
    document.fileName ?? null,
    ...said(labels)
  ])

/**
 * What makes two requests the same: an uploaded file counts by its bytes, a link as it was sent, so that a repeat does
 * not fetch it again. Only its SHA-256, since it is kept longer than a job whose links and secrets it would tell.
 */
export const fingerprint = (digest: Digest["Service"], { items, isBatch }: Submission): string => {
  const all = items.map(ofItem)
  return hashOf(digest, isBatch ? JSON.stringify(["batch", ...all]) : all.join())
}
