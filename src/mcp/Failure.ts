/** Failures of the service as a tool tells them: the fields of a v2 error, with the words that tools use. */
import { Effect, Schema } from "effect"
import * as Errors from "../../schema/Errors.ts"
import * as Wire from "../../schema/Wire.ts"

type ErrorClass = Schema.Top & { readonly fields: Readonly<Record<string, Schema.Top>> }

const isErrorClass = (value: unknown): value is ErrorClass =>
  Schema.isSchema(value) && typeof value === "function" && "fields" in value

const classes = new Map(
  Object.values(Errors)
    .filter(isErrorClass)
    .map((error) => [String(Schema.resolveAnnotations(error)?.["identifier"]), error])
)

/** Any error of the table. */
export interface ServiceError {
  readonly _tag: string
  readonly message: string
}

/** `{ code, status, message, retryable, request_id, … }`. */
export const told = Effect.fnUntraced(function* (error: ServiceError) {
  const wire = Wire.v2(classes.get(error._tag)!)
  const body = yield* Effect.orDie(Schema.encodeUnknownEffect(wire)(error))
  const { type: _, title: __, code, status, detail, ...own } = body
  return { code, status: Number(status), message: detail, ...own }
})
