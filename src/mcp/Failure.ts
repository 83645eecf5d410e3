/** Failures of the service as a tool tells them: the fields of a v2 error, with the words that tools use. */
import { Effect, Schema } from "effect"
import { errorClasses } from "../../schema/ErrorClasses.ts"
import * as Wire from "../../schema/Wire.ts"

/** Any error of the table. */
export interface ServiceError {
  readonly _tag: string
  readonly message: string
}

/** `{ code, status, message, retryable, request_id, … }`. */
export const told = Effect.fnUntraced(function* (error: ServiceError) {
  const wire = Wire.v2(errorClasses.get(error._tag)!)
  const body = yield* Effect.orDie(Schema.encodeUnknownEffect(wire)(error))
  const { type: _, title: __, code, status, detail, ...own } = body
  return { code, status: Number(status), message: detail, ...own }
})
