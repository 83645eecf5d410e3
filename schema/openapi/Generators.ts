/** Words the OpenAPI document as generators of clients read it best. It says the same before and after. */
import { Schema } from "effect"
import { isReadonlyObject } from "effect/Predicate"
import { JobEvent } from "../v2/Jobs.ts"

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

const mapped = (value: unknown, change: (node: Json) => Json): unknown =>
  Array.isArray(value)
    ? value.map((item) => mapped(item, change))
    : isReadonlyObject(value)
      ? change(Object.fromEntries(Object.entries(value).map(([key, below]) => [key, mapped(below, change)])))
      : value

/** `allOf` without a type of its own makes generators call a string `any`: what it says moves up, unless that is taken. */
const withoutAllOf = ({ allOf, ...schema }: Json): Json => {
  if (!Array.isArray(allOf)) return allOf === undefined ? schema : { ...schema, allOf }
  let flat = schema
  const left: Array<unknown> = []
  for (const part of allOf) {
    if (isReadonlyObject(part) && !("$ref" in part) && Object.keys(part).every((key) => !(key in flat)))
      flat = { ...flat, ...part }
    else left.push(part)
  }
  return left.length === 0 ? flat : { ...flat, allOf: left }
}

/** What is said of a value that may be null, or of one that is described elsewhere, is said of the field. */
const withFieldsDescribed = (schema: Json): Json => {
  const { anyOf, allOf, ...rest } = schema
  if (Array.isArray(anyOf) && anyOf.length === 2 && object(anyOf[1])["type"] === "null" && !("description" in rest)) {
    const { description, ...part } = object(anyOf[0])
    return description === undefined ? schema : { description, ...schema, anyOf: [part, anyOf[1]] }
  }
  const only = Array.isArray(allOf) && allOf.length === 1 ? object(allOf[0]) : {}
  return "$ref" in only && Object.keys(rest).every((key) => key === "description") ? { ...only, ...rest } : schema
}

/** An object of which nothing is said may hold anything: some generators take it for one that holds nothing. */
const withOpenObjects = (schema: Json): Json =>
  schema["type"] === "object" && !("properties" in schema) && !("additionalProperties" in schema)
    ? { ...schema, additionalProperties: true }
    : schema

/** What only effect's own clients read. */
const withoutOurs = ({ "x-effect-stream": _, ...schema }: Json): Json => schema

const reworded = (document: Json) =>
  mapped(document, (node) => withOpenObjects(withFieldsDescribed(withoutAllOf(withoutOurs(node))))) as Json

const refTo = (name: string) => `#/components/schemas/${name}`

const withoutDescription = ({ description: _, ...schema }: Json) => JSON.stringify(schema)

/** The schemas' names as effect gives them, and as they should be: `V2Job_1` is V2Job again, described otherwise. */
const renames = (schemas: Readonly<Record<string, Json>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const plain = name.replace(/(?:_\d+|Encoded)$/, "")
      const other = schemas[plain]
      return name !== plain && (other === undefined || withoutDescription(other) === withoutDescription(schema))
        ? [[name, plain]]
        : []
    })
  )

/** Each body has one name, and those that serve several answers are described by these alone. */
const named = (document: Json): Json => {
  const components = object(document["components"])
  const schemas = object(components["schemas"]) as Readonly<Record<string, Json>>
  const names = renames(schemas)
  const shared = new Set(names.values())
  const described = Object.entries(schemas).map(([name, { description, ...schema }]) => {
    const plain = names.get(name) ?? name
    return [plain, description === undefined || shared.has(plain) ? schema : { ...schema, description }]
  })
  const $refs = new Map([...names].map((pair) => pair.map(refTo) as [string, string]))
  return mapped({ ...document, components: { ...components, schemas: Object.fromEntries(described) } }, (node) => {
    const $ref = $refs.get(String(node["$ref"]))
    return $ref === undefined ? node : { ...node, $ref }
  }) as Json
}

const event = Schema.toJsonSchemaDocument(JobEvent)

/** Text is a string; of a stream of events the schema is that of their data, as generators that know streams take it. */
const bodies = (document: Json): Json =>
  mapped(document, (node) => {
    const content = node["content"]
    if (!isReadonlyObject(content)) return node
    return {
      ...node,
      content: Object.fromEntries(
        Object.entries(content).map(([type, body]) => {
          if (type === "text/event-stream") return [type, { schema: { $ref: refTo("V2JobEvent") } }]
          const schema = object(object(body)["schema"])
          const { format, ...text } = schema
          return [type, type.startsWith("text/") && format === "binary" ? { ...object(body), schema: text } : body]
        })
      )
    }
  }) as Json

const withEvents = (document: Json): Json => {
  const components = object(document["components"])
  const definitions = JSON.parse(JSON.stringify(event.definitions).replaceAll("#/$defs/", refTo(""))) as Json
  return {
    ...document,
    components: { ...components, schemas: { ...definitions, ...object(components["schemas"]) } }
  }
}

export const forGenerators = (document: Json): Record<string, unknown> => named(bodies(reworded(withEvents(document))))
