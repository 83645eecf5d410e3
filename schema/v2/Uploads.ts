import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ReadsDocument } from "../Security.ts"
import { momentOrNull } from "../Time.ts"
import { CreateJobFromFile, createErrors, made } from "./Creates.ts"
import { idempotencyKey } from "./Query.ts"
import { DeviceOnly, TicketOnly, WellFormed } from "./Security.ts"

/** Where files with a ticket go. */
export const uploadPath = "/api/v2/jobs/upload"

export const UploadTicket = Schema.Struct({
  eligible: Schema.Boolean.annotate({
    description: "False for a device that is not linked, or whose plan has no tickets: all else is null then."
  }),
  ticket: Schema.NullOr(Schema.String).annotate({ description: "Goes into the header `Upload-Ticket`, once." }),
  upload_url: Schema.NullOr(Schema.String.annotate({ format: "uri" })).annotate({
    description: "Where to post the file."
  }),
  max_bytes: Schema.NullOr(Schema.Int).annotate({
    description: "Bytes of the largest file that the ticket is good for."
  }),
  expires_at: momentOrNull("Until when the file has to be posted: 10 minutes from now.")
}).annotate({ identifier: "V2UploadTicket" })

const ticket = HttpApiEndpoint.post("ticket", "/upload-ticket", { success: UploadTicket })
  .annotate(OpenApi.Summary, "Get a ticket for one upload")
  .annotate(
    OpenApi.Description,
    "Good for 10 minutes and one upload. A device that is not linked to a paying account is not eligible and stays with POST /jobs."
  )

const create = HttpApiEndpoint.post("create", "/upload", {
  headers: idempotencyKey,
  payload: CreateJobFromFile.pipe(HttpApiSchema.asMultipartStream()),
  success: made,
  error: createErrors
})
  .annotate(ReadsDocument, true)
  .annotate(OpenApi.Summary, "Create a job from a PDF file, with a ticket")
  .annotate(
    OpenApi.Description,
    "The ticket is spent when the request arrives, whatever becomes of it. A repeat needs a fresh ticket and the same Idempotency-Key."
  )

export class V2Uploads extends HttpApiGroup.make("v2.uploads")
  .add(ticket.middleware(DeviceOnly), create.middleware(TicketOnly))
  .middleware(WellFormed)
  .prefix("/api/v2/jobs")
  .annotate(OpenApi.Title, "Uploads with a ticket")
  .annotate(OpenApi.Description, "Large files from linked devices: the body is not signed, so it can be streamed.") {}
