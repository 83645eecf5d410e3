import { HttpApiSchema } from "effect/http-api"
import type { Created } from "../../../jobs/intake/Intake.ts"

/** The answer to a create: 201, or 200 and a header where the Idempotency-Key has given the jobs before. */
export const created = <A>({ replayed }: Created, body: A) =>
  replayed ? HttpApiSchema.withHeaders({ body, headers: { "idempotent-replayed": "true" as const } }) : body
