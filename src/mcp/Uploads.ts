/** The tool for files that are too large to type: a ticket, and the line that spends it. */
import { DateTime, Effect } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import type { Arguments } from "../../schema/Tools.ts"
import { uploadPath } from "../../schema/v2/Uploads.ts"
import { Tiers } from "../accounts/Tiers.ts"
import * as Allowance from "../jobs/Allowance.ts"
import { Tickets } from "../jobs/intake/Tickets.ts"
import { asText, results } from "./Result.ts"

/** Nothing of the text means anything to a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A file as curl takes it in a form: in quotes, since commas and semicolons mean something to it. */
const part = (path: string) => `file=@"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`

/** The line that uploads a file. */
export const curlLine = (url: string, ticket: string, path: string) =>
  `curl -sS -H ${quoted(`Upload-Ticket: ${ticket}`)} -F ${quoted(part(path))} ${quoted(url)}`

export const make = Effect.gen(function* () {
  const { check: checkAllowance } = yield* Allowance.make
  const tickets = yield* Tickets
  const tiers = yield* Tiers
  const { usageOf } = yield* results

  return Effect.fnUntraced(function* (
    actor: KeyActor,
    { file_path: path = "/path/to/file.pdf" }: Arguments<"create_upload">,
    origin: string
  ) {
    yield* checkAllowance({ surface: "v2", actor }, 1)
    const maxBytes = tiers[actor.tier].maxFileSize
    const { ticket, expiresAt } = yield* tickets.issue(actor, maxBytes)
    const url = `${origin}${uploadPath}`
    const structuredContent = {
      upload_url: url,
      ticket,
      curl: curlLine(url, ticket, path),
      max_bytes: maxBytes,
      expires_at: DateTime.formatIso(expiresAt),
      ...(yield* usageOf(actor))
    }
    return { content: [asText(structuredContent)], structuredContent }
  })
})
