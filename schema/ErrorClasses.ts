import { Schema } from "effect"
import * as Errors from "./Errors.ts"

export type ErrorClass = Schema.Top & { readonly fields: Readonly<Record<string, Schema.Top>> }

const isErrorClass = (value: unknown): value is ErrorClass =>
  Schema.isSchema(value) && typeof value === "function" && "fields" in value

/** Every error by its code, in the order of the names of their classes. */
export const errorClasses: ReadonlyMap<string, ErrorClass> = new Map(
  Object.values(Errors)
    .filter(isErrorClass)
    .map((error) => [String(Schema.resolveAnnotations(error)?.["identifier"]), error])
)
