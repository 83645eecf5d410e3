/** How tools are described to agents, whichever they are. */
import { Schema } from "effect"

/** What all names of tools begin with. */
export const prefix = "pdf_to_markdown_"

export const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

/** What agents read of a tool. */
export interface Described<Input extends Schema.Struct<Schema.Struct.Fields>, Output extends Schema.Top> {
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** Tools by their names without the prefix. */
export type ToolSet = Readonly<Record<string, Described<Schema.Struct<Schema.Struct.Fields>, Schema.Top>>>

/** Formats of OpenAPI alone: validators of JSON Schema and makers of models complain of them, or refuse the tool. */
const foreignFormats: ReadonlyArray<unknown> = ["int64", "password"]

/** What every reader of a schema takes for granted, and agents would pay for. */
const isIdle = (keyword: string, value: unknown) =>
  (keyword === "format" && foreignFormats.includes(value)) ||
  (keyword === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === "maximum" && value === Number.MAX_SAFE_INTEGER) ||
  (keyword === "additionalProperties" && value === true)

/** What is said of a field. */
const isSaid = (keyword: string, value: unknown): boolean =>
  (keyword === "description" && typeof value === "string") ||
  (keyword === "allOf" && Array.isArray(value) && value.every((one) => Object.keys(one).join() === "description"))

type Json = Readonly<Record<string, unknown>>

const without = (schema: unknown, isLeftOut: (keyword: string, value: unknown) => boolean): Json =>
  JSON.parse(JSON.stringify(schema, (keyword, value) => (isLeftOut(keyword, value) ? undefined : value)))

/** With everything in its place: not every client follows references. */
const jsonSchema = (schema: Schema.Top, onExcessProperty: "error" | "ignore"): Json =>
  without(Schema.toJsonSchemaDocument(schema, { onExcessProperty, referencePolicy: () => undefined }).schema, isIdle)

/** Each argument is told of as a whole: agents would pay in every conversation for what is said of the fields in it. */
const inputSchema = (input: Schema.Top): Json => {
  const schema = jsonSchema(input, "error")
  const told = Object.entries(schema["properties"] as Readonly<Record<string, Json>>).map(([name, argument]) => [
    name,
    "properties" in argument ? { ...argument, properties: without(argument["properties"], isSaid) } : argument
  ])
  return { ...schema, properties: Object.fromEntries(told) }
}

/** Names tell agents enough of an answer. */
const outputSchema = (output: Schema.Top): Json => without(jsonSchema(output, "ignore"), isSaid)

const none = { type: "object", properties: {}, additionalProperties: false }

/** The tools as `tools/list` shows them; a call that fails says `failure` instead. */
export const definitionsOf = (tools: ToolSet, failure: Schema.Top): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Object.entries(tools).map(([name, { title, description, input, output, annotations }]) => ({
    name: `${prefix}${name}`,
    title,
    description,
    inputSchema: Object.keys(input.fields).length === 0 ? none : inputSchema(input),
    outputSchema: { type: "object", anyOf: [outputSchema(output), outputSchema(failure)] },
    annotations: { title, ...annotations }
  }))
