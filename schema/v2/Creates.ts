/** What makes jobs of an account: a link, a form, or the PDF itself, and what may be said of the job beside it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { SlotUsage } from "../Account.ts"
import * as Errors from "../Errors.ts"
import { JobErrorCode, V2Job } from "../Job.ts"
import { maybe } from "../Optional.ts"
import { ReadsDocument } from "../Security.ts"
import { SettingsPatch } from "../Settings.ts"
import * as Wire from "../Wire.ts"
import { idempotencyKey, text } from "./Query.ts"
import { atLeastCharacters, atMostCharacters, isText, isWhole } from "./Text.ts"

/** No result is kept for less time. */
export const shortestRetentionSec = 60

/** What a caller may say of a job beside its file; in a form `tags` is repeated or a JSON array, `options` JSON. */
export const Labels = Schema.Struct({
  file_name: maybe(
    Schema.String.annotate({
      description: "What the document is called: cut to 255 characters, without folders and control characters."
    })
  ),
  external_id: maybe(
    Schema.String.annotate({ description: "Your own name for the job, at most 255 characters." }).check(
      atMostCharacters(255),
      ...isText
    )
  ),
  tags: maybe(
    Schema.Array(Schema.String.check(Schema.isMinLength(1), atMostCharacters(64), ...isText))
      .annotate({
        description: "Your own words for the job, by which lists are narrowed: at most 20, of 64 characters."
      })
      .check(Schema.isMaxLength(20))
  ),
  callback_url: maybe(
    Schema.String.annotate({
      format: "uri",
      description: "Is told of every event of this job: https, and on the public internet. Paid plans."
    }).check(atMostCharacters(2_048), ...isText)
  ),
  callback_secret: maybe(
    Schema.String.annotate({
      description:
        "Signs what the callback is told, 24 to 256 characters; without one a secret is made and is in the answer."
    }).check(atLeastCharacters(24), atMostCharacters(256), ...isText)
  ),
  password: maybe(
    Schema.String.annotate({
      format: "password",
      writeOnly: true,
      description:
        "Opens an encrypted PDF. Kept encrypted until the job ends, never told again, and no part of what makes a repeat."
    }).check(Schema.isMinLength(1), atMostCharacters(255), isWhole)
  ),
  retention_sec: maybe(
    Schema.Int.annotate({
      description:
        "Seconds that the result is kept once the job has ended: at least 60, at most as long as the plan keeps it."
    }).check(Schema.isGreaterThanOrEqualTo(shortestRetentionSec))
  )
})

const options = {
  options: maybe(SettingsPatch, "Settings for this job alone.")
}

/** What a form of a create may say beside its file, once its parts have been put together. */
export const FormFields = Schema.Struct({ ...Labels.fields, ...options })

export const CreateJob = Schema.Struct({
  url: Schema.String.annotate({ format: "uri", description: "Where to fetch the PDF: http or https." }),
  ...Labels.fields,
  ...options
}).annotate({ identifier: "V2CreateJob" })

/** A part that is left out is absent: forms have no `null`. */
export const CreateJobFromFile = Schema.toType(
  Schema.Struct({
    file: Schema.String.annotate({ format: "binary", description: "The PDF." }),
    ...Labels.fields,
    options: Schema.optionalKey(Schema.toType(SettingsPatch).annotate({ identifier: "V2FormOptions" })).annotateKey({
      description: "Settings for this job alone, as JSON."
    })
  })
).annotate({ identifier: "V2CreateJobFromFile" })

const V2Batch = Schema.Struct({
  items: Schema.Array(V2Job).annotate({ description: "A job for each item of the request, in their order." })
}).annotate({ identifier: "V2Batch" })

const Estimate = Schema.Struct({
  pages: Schema.NullOr(Schema.Int).annotate({
    description: "Pages of the document; null when it cannot be opened."
  }),
  input_size: Schema.Int.annotate({ description: "Bytes of the PDF." }),
  encrypted: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether the document is encrypted; null when that cannot be told."
  }),
  accepted: Schema.Boolean.annotate({ description: "Whether a create would be taken: there are no refusals." }),
  refusals: Schema.Array(Schema.Literals(["slots_full", "quota_exceeded", ...JobErrorCode.literals])).annotate({
    description: "Why it would not be taken or its job would fail, as the codes that a create or the job would carry."
  }),
  slot_usage: SlotUsage.annotateKey({ description: "The account's slots at the moment of this answer." }),
  pages_left: Schema.NullOr(Schema.Int).annotate({
    description: "Pages of this UTC month that are left to the key; null without a limit."
  })
}).annotate({ identifier: "V2Estimate" })

/** What refuses a create once the caller is known. */
export const createErrors = [
  Wire.v2(Errors.MissingInput),
  Wire.v2(Errors.NotAPdf),
  Wire.v2(Errors.BrokenLink),
  Wire.v2(Errors.InvalidSetting),
  Wire.v2(Errors.InvalidPageRange),
  Wire.v2(Errors.IdempotencyKeyInvalid),
  Wire.v2(Errors.IdempotencyKeyReused),
  Wire.v2(Errors.IdempotencyInProgress),
  Wire.v2(Errors.SlotsFull),
  Wire.v2(Errors.QuotaExceeded),
  Wire.v2(Errors.FileTooLarge),
  Wire.v2(Errors.WebhooksUnavailable),
  Wire.v2(Errors.InvalidCallbackUrl)
] as const

/** What a create answers: a new job, or the one that the Idempotency-Key has given before. */
export const made = [
  V2Job.annotate({ httpApiStatus: 201, description: "The job" }),
  HttpApiSchema.WithHeaders(V2Job, { "idempotent-replayed": Schema.Literal("true") }).annotate({
    httpApiStatus: 200,
    description: "The job that this Idempotency-Key has given before, as it is now"
  })
] as const

/** Whatever a create takes: a link, a form, or the file as it is. */
const document = {
  query: {
    file_name: text("What a body of `application/pdf` is called; forms and JSON have a field for it.")
  },
  payload: [
    CreateJob,
    CreateJobFromFile.pipe(HttpApiSchema.asMultipartStream()),
    HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" })
  ]
} as const

export const create = HttpApiEndpoint.post("create", "/", {
  headers: idempotencyKey,
  ...document,
  success: made,
  error: createErrors
})
  .annotate(ReadsDocument, true)
  .annotate(OpenApi.Summary, "Create a job from a PDF file or a link to one")
  .annotate(
    OpenApi.Description,
    "Multipart with the part `file`, JSON with `url`, or the PDF itself as `application/pdf`. The same Idempotency-Key gives the same job for 24 hours. With options.page_range the document is opened first, and a range that names none of its pages is refused."
  )

export const createFromFile = HttpApiEndpoint.post("createFromFile", "/file", {
  headers: idempotencyKey,
  payload: CreateJobFromFile.pipe(HttpApiSchema.asMultipartStream()),
  success: made,
  error: createErrors
})
  .annotate(ReadsDocument, true)
  .annotate(OpenApi.Summary, "Create a job from a PDF file, as a form alone")
  .annotate(
    OpenApi.Description,
    "What POST /api/v2/jobs does with a form. It is an operation of its own for generated clients, most of which know one kind of body for each operation."
  )

/** Most items of one batch, however many slots are free. */
export const maxItems = 100

export const CreateBatch = Schema.Struct({
  items: Schema.Array(CreateJob)
    .annotate({ description: "What each job is made of: 1 to 100, and no more than there are free slots." })
    .check(Schema.isMinLength(1), Schema.isMaxLength(maxItems))
}).annotate({ identifier: "V2CreateBatch" })

export const batch = HttpApiEndpoint.post("batch", "/batch", {
  headers: idempotencyKey,
  payload: CreateBatch,
  success: [
    V2Batch.annotate({ httpApiStatus: 201, description: "A job for each item, in their order" }),
    HttpApiSchema.WithHeaders(V2Batch, { "idempotent-replayed": Schema.Literal("true") }).annotate({
      httpApiStatus: 200,
      description: "The jobs that this Idempotency-Key has given before, as they are now"
    })
  ],
  error: [...createErrors, Wire.v2(Errors.BatchUnavailable)]
})
  .annotate(ReadsDocument, true)
  .annotate(OpenApi.Summary, "Create jobs from several links")
  .annotate(
    OpenApi.Description,
    "All of them or none. As many items as there are free slots, 100 at most. An error that concerns one item names it with `index`, counted from 0."
  )

export const estimate = HttpApiEndpoint.post("estimate", "/estimate", {
  ...document,
  success: Estimate,
  error: [
    Wire.v2(Errors.MissingInput),
    Wire.v2(Errors.NotAPdf),
    Wire.v2(Errors.BrokenLink),
    Wire.v2(Errors.InvalidSetting),
    Wire.v2(Errors.InvalidPageRange),
    Wire.v2(Errors.FileTooLarge),
    Wire.v2(Errors.WebhooksUnavailable),
    Wire.v2(Errors.InvalidCallbackUrl),
    Wire.v2(Errors.SlotsFull)
  ]
})
  .annotate(ReadsDocument, true)
  .annotate(OpenApi.Summary, "What a create would come to")
  .annotate(
    OpenApi.Description,
    "Takes what a create takes, opens the document and makes nothing. What is wrong with the request itself is answered as a create answers it; what else would refuse a create now, or let its job fail, is in `refusals`."
  )
