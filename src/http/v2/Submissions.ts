/** How a v2 request says what is to be converted: a form with a file, or a link in JSON; and what it says beside it. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { InvalidSetting, MissingInput } from "../../../schema/Errors.ts"
import { CreateJob, FormFields } from "../../../schema/v2/Jobs.ts"
import { type Item, type Labels, single } from "../../jobs/intake/Submission.ts"
import { type Fault, invalid, issuesOf, malformed, refusing } from "../../requests/Faults.ts"
import { isJson, isMultipart, isPdf, json, reading } from "../Body.ts"
import * as Upload from "../Upload.ts"

const isSetting = ({ path }: Fault) => path[0] === "options"

/** No link, or a file where none can be. */
const isInput = ({ path, kind }: Fault) =>
  (path.join() === "url" && kind === "missing") || (path.join() === "file" && kind === "unknown")

const within = (faults: ReadonlyArray<Fault>, depth: number) =>
  faults.map((fault) => ({ ...fault, path: fault.path.slice(depth) }))

/** What a job's own part of a request is refused with. */
export const refuse = refusing<InvalidSetting | MissingInput>(
  { is: isSetting, refuse: (faults) => new InvalidSetting({ issues: issuesOf(within(faults, 1)) }) },
  { is: isInput, refuse: () => new MissingInput() }
)

/** Of a batch, what is wrong with one item names it. */
export const refuseBatch = (faults: ReadonlyArray<Fault>, root: string) => {
  const [first] = faults
  const index = Number(first?.path[1])
  const isOneItem = first?.path[0] === "items" && faults.every(({ path }) => path[1] === first.path[1])
  if (!isOneItem || Number.isNaN(index)) return invalid(issuesOf(faults, root))
  return Object.assign(refuse(within(faults, 2), `${root}.items.${index}`), { index })
}

/** A secret that signs nothing is a mistake. */
const paired = (body: typeof FormFields.Type) =>
  body.callback_secret !== undefined && body.callback_url === undefined
    ? Effect.fail(malformed("callback_secret", "needs a callback_url"))
    : Effect.void

const labelsOf = (body: typeof FormFields.Type): Labels => ({
  externalId: body.external_id ?? null,
  tags: body.tags ?? [],
  options: body.options ?? {},
  callback: body.callback_url === undefined ? null : { url: body.callback_url, secret: body.callback_secret ?? null }
})

/** A link with what is said of it. */
export const itemOf = (body: typeof CreateJob.Type): Item => ({
  document: { url: body.url, fileName: body.file_name },
  labels: labelsOf(body)
})

const decodeLink = reading(CreateJob, { refuse, onExcessProperty: "error" })

const decodeFields = reading(FormFields, { refuse, root: "form", onExcessProperty: "error" })

const readLink = (body: unknown) => Effect.tap(decodeLink(body), paired)

const readFields = (body: unknown) => Effect.tap(decodeFields(body), paired)

const parsed = (name: string, text: string) =>
  Effect.try({ try: () => JSON.parse(text) as unknown, catch: () => malformed(`form.${name}`, "must be JSON") })

/** The text parts of a form as a JSON body has them: `options` is JSON, `tags` is repeated or a JSON array. */
const bodyOf = Effect.fnUntraced(function* (fields: ReadonlyArray<readonly [string, string]>) {
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

export const make = Effect.gen(function* () {
  const upload = yield* Upload.make

  /** The form of a create: its file goes to the store as it comes, what is said beside it is read then. */
  const form = (request: HttpServerRequest.HttpServerRequest, limit: number) =>
    upload
      .form(request, {
        bodySha256: null,
        limit,
        accept: ({ received, fields }) =>
          Effect.map(Effect.flatMap(bodyOf(fields), readFields), (body) =>
            single({ ...received, fileName: body.file_name ?? received.fileName }, labelsOf(body))
          )
      })
      .pipe(Effect.catchTag("body_hash_mismatch", Effect.die))

  /** Whatever a create takes; a body of bytes is called `fileName`. */
  const any = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    { limit, fileName }: { readonly limit: number; readonly fileName: string | undefined }
  ) {
    const contentType = request.headers["content-type"]
    if (isMultipart(contentType)) return yield* form(request, limit)
    if (isPdf(contentType)) return single(yield* upload.pdf(request, { limit, fileName }))
    if (!isJson(contentType)) {
      return yield* malformed(
        "content-type",
        `must be application/json, multipart/form-data or application/pdf, and is ${contentType ?? "absent"}`
      )
    }
    const { document, labels } = itemOf(yield* Effect.flatMap(json(request), readLink))
    return single(document, labels)
  })

  return { form, any }
})
