/** What a v2 create says beside its file: in JSON, or in the text parts of a form. */
import { Effect, Result, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { isReadonlyObject } from "effect/Predicate"
import { type InvalidRequest, type InvalidSetting, MissingInput } from "../../../schema/Errors.ts"
import type { BlobKey } from "../../../schema/Ids.ts"
import * as Wire from "../../../schema/v2/Jobs.ts"
import { patch } from "../../accounts/Settings.ts"
import { type Labels, type LinkSent, uploaded } from "../../jobs/intake/Intake.ts"
import { malformed } from "../../requests/Faults.ts"
import { reading } from "../Body.ts"
import * as Upload from "../Upload.ts"

type Body = Readonly<Record<string, unknown>>

const readLabels = reading(Wire.Labels)

const readUrl = reading(Schema.Struct({ url: Schema.String }))

/** The labels in a JSON body; the file's name is told apart. */
export const labelsOf = Effect.fnUntraced(function* (body: Body) {
  const { file_name, external_id, tags, callback_url, callback_secret } = yield* readLabels(body)
  const options = yield* Effect.fromResult(body["options"] === undefined ? Result.succeed({}) : patch(body["options"]))
  const callback = callback_url == null ? null : { url: callback_url, secret: callback_secret ?? null }
  return { fileName: file_name, labels: { externalId: external_id ?? null, tags: tags ?? [], options, callback } }
})

/** The form of a create: its file goes to the store as it comes, what is said beside it is read then. */
export const labelled = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  key: BlobKey,
  limit: number
) {
  const { fields, ...received } = yield* Upload.receive(request, key, { bodySha256: null, limit }).pipe(
    Effect.catchTag("body_hash_mismatch", Effect.die)
  )
  const { fileName, labels } = yield* labelsOf(yield* bodyOf(fields))
  return uploaded({ ...received, fileName: fileName ?? received.fileName }, labels)
})

/** The one link that a JSON body asks for, and its labels. */
export const linkOf = Effect.fnUntraced(function* (
  body: unknown
): Effect.fn.Return<
  { readonly link: LinkSent; readonly labels: Labels },
  InvalidRequest | InvalidSetting | MissingInput
> {
  if (!isReadonlyObject(body)) return yield* malformed("body", "The body is not a JSON object")
  if ("file" in body || !("url" in body)) return yield* new MissingInput()
  const { url } = yield* readUrl(body)
  const { fileName, labels } = yield* labelsOf(body)
  return { link: { url, fileName }, labels }
})

const parsed = (name: string, text: string) =>
  Effect.try({ try: () => JSON.parse(text) as unknown, catch: () => malformed(name, "The part is not JSON") })

/** The text parts of a form as a JSON body has them. */
export const bodyOf = Effect.fnUntraced(function* (fields: ReadonlyArray<readonly [string, string]>) {
  const body: Record<string, unknown> = {}
  for (const [name, text] of fields) {
    if (name === "options") body[name] = yield* parsed(name, text)
    else if (name === "tags") {
      const before = Array.isArray(body[name]) ? body[name] : []
      const these = text.startsWith("[") ? yield* parsed(name, text) : [text]
      body[name] = [...before, ...(Array.isArray(these) ? these : [these])]
    } else body[name] = text
  }
  return body
})
