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

/** What every reader of a schema takes for granted, and agents would pay for. */
const isIdle = (keyword: string, value: unknown) =>
  (keyword === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === "maximum" && value === Number.MAX_SAFE_INTEGER) ||
  (keyword === "additionalProperties" && value === true)

/** With everything in its place: not every client follows references. */
const jsonSchema = (schema: Schema.Top, onExcessProperty: "error" | "ignore"): object =>
  JSON.parse(
    JSON.stringify(
      Schema.toJsonSchemaDocument(schema, { onExcessProperty, referencePolicy: () => undefined }).schema,
      (keyword, value) => (isIdle(keyword, value) ? undefined : value)
    )
  )

const none = { type: "object", properties: {}, additionalProperties: false }

/** The tools as `tools/list` shows them; a call that fails says `failure` instead. */
export const definitionsOf = (tools: ToolSet, failure: Schema.Top): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Object.entries(tools).map(([name, { title, description, input, output, annotations }]) => ({
    name: `${prefix}${name}`,
    title,
    description,
    inputSchema: Object.keys(input.fields).length === 0 ? none : jsonSchema(input, "error"),
    outputSchema: { type: "object", anyOf: [jsonSchema(output, "ignore"), jsonSchema(failure, "ignore")] },
    annotations: { title, ...annotations }
  }))
