/** Writes into the OpenAPI document what parameters are for, and which of them are numbers. */
import { isReadonlyObject } from "effect/Predicate"

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

/** What is said of a text belongs to its parameter; digits are told of as the number that they stand for. */
const told = (parameter: Json): Json => {
  const { description, contentSchema, ...schema } = object(parameter["schema"])
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    schema: contentSchema ?? schema
  }
}

const operation = (value: unknown): unknown => {
  const { parameters } = object(value)
  return Array.isArray(parameters) ? { ...object(value), parameters: parameters.map(told) } : value
}

const each = (record: unknown, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object(record)).map(([key, value]) => [key, change(value)]))

export const parametersTold = (document: Json): Record<string, unknown> => ({
  ...document,
  paths: each(document["paths"], (operations) => each(operations, operation))
})
