/** Parts of a document of JSON, whatever stands there. */
import { isReadonlyObject } from "effect/Predicate"

export type Json = Readonly<Record<string, unknown>>

export const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

export const array = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const text = (value: unknown): string => (typeof value === "string" ? value : "")
