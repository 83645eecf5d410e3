/** The endpoints of the OpenAPI document in the order of its groups. */
import { openApi } from "../Docs.ts"
import { array, type Json, object, text } from "../Json.ts"

const components = object(openApi["components"])

export const schemas = object(components["schemas"])

const nameIn = (reference: unknown) => text(reference).split("/").at(-1) ?? ""

/** The name of a schema that stands elsewhere; empty for one that stands here. */
export const nameOf = (schema: Json): string => nameIn(schema["$ref"])

/** A schema itself, wherever it stands. */
export const resolved = (schema: unknown): Json => {
  const own = object(schema)
  return "$ref" in own ? object(schemas[nameOf(own)]) : own
}

/** The format of a text, also where it stands beside other rules for it. */
export const formatOf = (schema: Json): string =>
  text(schema["format"]) ||
  array(schema["allOf"])
    .map((one) => text(object(one)["format"]))
    .join("")

interface Parameter {
  readonly name: string
  readonly in: string
  readonly isRequired: boolean
  readonly schema: Json
  readonly description: string
}

/** A body in one media type. */
export interface Body {
  readonly type: string
  readonly schema: Json
}

export interface Answer {
  readonly status: string
  readonly description: string
  readonly bodies: ReadonlyArray<Body>
  /** The codes of an error. */
  readonly codes: ReadonlyArray<string>
}

export interface Endpoint {
  /** Its anchor. */
  readonly id: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The schemes of which one is needed, or several at once. */
  readonly security: ReadonlyArray<ReadonlyArray<string>>
  readonly parameters: ReadonlyArray<Parameter>
  readonly bodies: ReadonlyArray<Body>
  readonly answers: ReadonlyArray<Answer>
}

const bodiesOf = (part: unknown): ReadonlyArray<Body> =>
  Object.entries(object(object(part)["content"])).map(([type, media]) => ({
    type: type.split(";")[0] ?? type,
    schema: object(object(media)["schema"])
  }))

const ofError = /^(?:V2Error|ErrorResponse|OAuthError)_(?!\d)/

export const isErrorName = (name: string) => ofError.test(name)

const codesIn = (schema: Json): ReadonlyArray<string> => {
  const name = nameOf(schema)
  return isErrorName(name) ? [name.replace(ofError, "")] : array(schema["anyOf"]).flatMap((one) => codesIn(object(one)))
}

const answerOf = ([status, given]: [string, unknown]): Answer => {
  const bodies = bodiesOf(given)
  const codes = bodies.flatMap(({ schema }) => codesIn(schema))
  return {
    status,
    description: text(object(given)["description"]),
    bodies: bodies.filter(({ schema }) => codesIn(schema).length === 0),
    codes: [...new Set(codes)]
  }
}

const parameterOf = (given: unknown): Parameter => {
  const { name, in: place, required, schema, description } = object(given)
  return {
    name: text(name),
    in: text(place),
    isRequired: required === true,
    schema: object(schema),
    description: text(description)
  }
}

const byStatus = (a: Answer, b: Answer) => a.status.localeCompare(b.status)

const all: ReadonlyArray<Endpoint> = Object.entries(object(openApi["paths"])).flatMap(([path, operations]) =>
  Object.entries(object(operations)).map(([method, given]) => {
    const operation = object(given)
    return {
      id: text(operation["operationId"]),
      group: text(array(operation["tags"])[0]),
      method: method.toUpperCase(),
      path,
      summary: text(operation["summary"]),
      description: text(operation["description"]),
      security: array(operation["security"]).map((one) => Object.keys(object(one))),
      parameters: array(operation["parameters"]).map(parameterOf),
      bodies: bodiesOf(operation["requestBody"]),
      answers: Object.entries(object(operation["responses"])).map(answerOf).toSorted(byStatus)
    }
  })
)

export interface Group {
  readonly title: string
  readonly description: string
  readonly endpoints: ReadonlyArray<Endpoint>
}

export const groups: ReadonlyArray<Group> = array(openApi["tags"]).map((given) => {
  const { name, description } = object(given)
  return {
    title: text(name),
    description: text(description),
    endpoints: all.filter(({ group }) => group === name)
  }
})

export const endpoints = groups.flatMap(({ endpoints }) => endpoints)
