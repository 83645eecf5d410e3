/** How a v2 request says what is to be converted: a form with a file, or a link in JSON; and what it says beside it. */
import { Effect, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type InvalidSetting, MissingInput } from "../../../../schema/Errors.ts"
import { strict } from "../../../../schema/Issues.ts"
import { CreateBatch, CreateJob, FormFields } from "../../../../schema/v2/Creates.ts"
import { type Item, type Labels, single } from "../../../jobs/intake/Submission.ts"
import { retentionOf } from "../../../jobs/Terms.ts"
import { type Fault, invalid, invalidSetting, issuesOf, malformed, refusing } from "../../../requests/Faults.ts"
import { isJson, isMultipart, isPdf, json, reading } from "../../Body.ts"
import * as Upload from "../../Upload.ts"

const isSetting = ({ path }: Fault) => path[0] === "options"

/** No link, or a file where none can be. */
const isInput = ({ path, kind }: Fault) =>
  (path.join() === "url" && (kind === "missing" || kind === "null")) || (path.join() === "file" && kind === "unknown")

const within = (faults: ReadonlyArray<Fault>, depth: number) =>
  faults.map((fault) => ({ ...fault, path: fault.path.slice(depth) }))

/** What the caller's plan allows a request to ask for. */
interface Bounds {
  readonly maxFileSize: number
  readonly longestRetentionSec: number
}

/** What a job's own part of a request is refused with. */
const refuse = refusing<InvalidSetting | MissingInput>(
  { is: isSetting, refuse: (faults, root) => invalidSetting(issuesOf(faults, root)) },
  { is: isInput, refuse: () => new MissingInput() }
)

/** Of a batch, what is wrong with one item names it. */
const refuseBatch = (faults: ReadonlyArray<Fault>, root: string) => {
  const [first] = faults
  const index = Number(first?.path[1])
  const isOneItem = first?.path[0] === "items" && faults.every(({ path }) => path[1] === first.path[1])
  if (!isOneItem || Number.isNaN(index)) return invalid(issuesOf(faults, root))
  return Object.assign(refuse(within(faults, 2), `${root}.items.${index}`), { index })
}

/** What is said of a job in the part of a request that is called `root`. A secret that signs nothing is a mistake. */
const labelsOf = Effect.fnUntraced(function* (body: typeof FormFields.Type, root: string, longestRetentionSec: number) {
  const { callback_url: url, callback_secret: secret = null } = body
  if (secret !== null && url === undefined) return yield* malformed(`${root}.callback_secret`, "needs a callback_url")
  const retention = retentionOf(body.retention_sec, longestRetentionSec, `${root}.retention_sec`)
  return {
    externalId: body.external_id ?? null,
    tags: body.tags ?? [],
    options: body.options ?? {},
    callback: url === undefined ? null : { url, secret },
    password: body.password === undefined ? null : Redacted.make(body.password),
    retentionSec: yield* Effect.fromResult(retention)
  } satisfies Labels
})

/** A link with what is said of it. */
const itemOf = (body: typeof CreateJob.Type, root: string, longestRetentionSec: number) =>
  Effect.map(
    labelsOf(body, root, longestRetentionSec),
    (labels): Item => ({ document: { url: body.url, fileName: body.file_name }, labels })
  )

const decodeBatch = reading(CreateBatch, { refuse: refuseBatch, options: strict })

/** The items of a batch; what is wrong with one says which. */
export const items = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { longestRetentionSec }: Bounds
) {
  const body = yield* Effect.flatMap(json(request), decodeBatch)
  return yield* Effect.forEach(body.items, (item, index) =>
    Effect.mapError(itemOf(item, `body.items.${index}`, longestRetentionSec), (error) =>
      Object.assign(error, { index })
    )
  )
})

const decodeLink = reading(CreateJob, { refuse, options: strict })

const decodeFields = reading(FormFields, { refuse, root: "form", options: strict })

const parsed = (name: string, text: string) =>
  Effect.try({ try: () => JSON.parse(text) as unknown, catch: () => malformed(`form.${name}`, "must be JSON") })

/** The text parts of a form as a JSON body has them: `options` is JSON, `tags` is repeated or a JSON array, a number digits. */
const bodyOf = Effect.fnUntraced(function* (fields: ReadonlyArray<readonly [string, string]>) {
  const body = new Map<string, unknown>()
  for (const [name, text] of fields) {
    if (name === "tags") {
      const before = (body.get(name) ?? []) as ReadonlyArray<unknown>
      const these = text.startsWith("[") ? yield* parsed(name, text) : [text]
      body.set(name, [...before, ...(Array.isArray(these) ? these : [these])])
    } else if (body.has(name)) return yield* malformed(`form.${name}`, "must be sent once")
    else if (name === "options") body.set(name, yield* parsed(name, text))
    else body.set(name, name === "retention_sec" && /^\d{1,15}$/.test(text) ? Number(text) : text)
  }
  return Object.fromEntries(body)
})

export const make = Effect.gen(function* () {
  const upload = yield* Upload.make

  /** The form of a create: its file goes to the store as it comes, what is said beside it is read then. */
  const form = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    { maxFileSize, longestRetentionSec }: Bounds
  ) {
    const contentType = request.headers["content-type"]
    if (!isMultipart(contentType)) {
      return yield* malformed("content-type", `must be multipart/form-data, and is ${contentType ?? "absent"}`)
    }
    return yield* upload
      .form(request, {
        bodySha256: null,
        limit: maxFileSize,
        accept: Effect.fnUntraced(function* ({ received, fields }) {
          const body = yield* Effect.flatMap(bodyOf(fields), decodeFields)
          const labels = yield* labelsOf(body, "form", longestRetentionSec)
          return single({ ...received, fileName: body.file_name ?? received.fileName }, labels)
        })
      })
      .pipe(Effect.catchTag("body_hash_mismatch", Effect.die))
  })

  /** Whatever a create takes; a body of bytes is called `fileName`. */
  const any = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    bounds: Bounds,
    fileName: string | undefined
  ) {
    const contentType = request.headers["content-type"]
    if (isPdf(contentType)) return single(yield* upload.pdf(request, { limit: bounds.maxFileSize, fileName }))
    if (fileName !== undefined && (isMultipart(contentType) || isJson(contentType))) {
      const place = isMultipart(contentType) ? "form" : "body"
      return yield* malformed("query.file_name", `names a body of application/pdf; did you mean ${place}.file_name?`)
    }
    if (isMultipart(contentType)) return yield* form(request, bounds)
    if (!isJson(contentType)) {
      return yield* malformed(
        "content-type",
        `must be application/json, multipart/form-data or application/pdf, and is ${contentType ?? "absent"}`
      )
    }
    const body = yield* Effect.flatMap(json(request), decodeLink)
    const { document, labels } = yield* itemOf(body, "body", bounds.longestRetentionSec)
    return single(document, labels)
  })

  return { form, any }
})
