/** Writes into the OpenAPI document what parameters are for, and which of them are numbers. */
import { isReadonlyObject } from "effect/Predicate"

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

/** What stands in the paths of v2, whose schemas are shared with the fields of the same name. */
const inPaths: Readonly<Record<string, string>> = {
  jobId: "The job's `job_id`.",
  blockId: "The block's `id`.",
  name: "The picture's name, as the list of images and the Markdown have it.",
  keyId: "The key's `key_id`.",
  webhookId: "The webhook's `webhook_id`.",
  deliveryId: "The delivery's `delivery_id`.",
  deviceId: "The device's `device_id`.",
  sessionId: "The session's `session_id`.",
  connectionId: "The connection's `connection_id`."
}

/** What is said of a text belongs to its parameter; digits are told of as the number that they stand for. */
const told = (path: string, parameter: Json): Json => {
  const { description: own, contentSchema, ...schema } = object(parameter["schema"])
  const isNamed = own === undefined && parameter["in"] === "path" && path.startsWith("/api/v2/")
  const description = isNamed ? inPaths[String(parameter["name"])] : own
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    schema: contentSchema ?? schema
  }
}

const operation = (path: string, value: unknown): unknown => {
  const { parameters } = object(value)
  return Array.isArray(parameters)
    ? { ...object(value), parameters: parameters.map((parameter) => told(path, parameter)) }
    : value
}

const each = (record: unknown, change: (value: unknown, key: string) => unknown) =>
  Object.fromEntries(Object.entries(object(record)).map(([key, value]) => [key, change(value, key)]))

export const parametersTold = (document: Json): Record<string, unknown> => ({
  ...document,
  paths: each(document["paths"], (operations, path) => each(operations, (value) => operation(path, value)))
})
