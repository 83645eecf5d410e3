/** The fields of a schema as a table, those of objects within it by their path. */
import { escape } from "../../Pages.ts"
import { array, type Json, object, text } from "../Json.ts"
import { prose } from "../Prose.ts"
import { formatOf, nameOf, resolved } from "./Endpoints.ts"

/** Numbers that only say how far an integer goes. */
const isBound = (value: unknown) => typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER

const limitsOf = (schema: Json) => {
  const all = [schema, ...array(schema["allOf"]).map(object)]
  const found = (name: string) => all.map((one) => one[name]).find((value) => value !== undefined)
  const range = (least: string, most: string, unit: string) => {
    const [from, to] = [found(least), found(most)].map((value) => (isBound(value) ? String(value) : undefined))
    if (from === undefined && to === undefined) return ""
    const words = from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`
    return `, ${words}${unit}`
  }
  return (
    range("minimum", "maximum", "") + range("minLength", "maxLength", " characters") + range("minItems", "maxItems", "")
  )
}

const formats: Readonly<Record<string, string>> = {
  uuid: "UUID",
  "date-time": "RFC 3339",
  uri: "URI",
  binary: "file"
}

export const linkTo = (name: string) => `<a href="#schema-${escape(name)}">${escape(name.replace(/_\d+$/, ""))}</a>`

/** A type, as HTML. */
export const typeOf = (schema: Json): string => {
  const name = nameOf(schema)
  if (name !== "") return linkTo(name)
  const choices = array(schema["anyOf"]).map(object)
  if (choices.length > 0) {
    const isNull = ({ type }: Json) => type === "null"
    const types = new Set(choices.filter((one) => !isNull(one)).map(typeOf))
    return `${[...types].join(" or ")}${choices.some(isNull) ? " <small>or null</small>" : ""}`
  }
  const values = array(schema["enum"])
  if (values.length > 0) return values.map((value) => `<code>${escape(String(value))}</code>`).join(" | ")
  const limits = escape(limitsOf(schema))
  const format = formats[formatOf(schema)]
  switch (schema["type"]) {
    case "array":
      return `array of ${typeOf(object(schema["items"]))}${limits}`
    case "integer":
      return `integer${limits}`
    case "number":
      return `number${limits}`
    case "boolean":
      return "boolean"
    case "null":
      return "null"
    case "object":
      return "object"
    case "string":
      return `string${format === undefined ? "" : ` (${format})`}${limits}`
    default:
      return "any"
  }
}

interface Row {
  readonly path: string
  readonly schema: Json
  readonly isRequired: boolean
}

/** The object that stands within a field, be it in a list or beside null. */
const inside = (schema: Json): { readonly schema: Json; readonly mark: string } | null => {
  if ("properties" in schema) return { schema, mark: "" }
  if (schema["type"] === "array") {
    const item = inside(object(schema["items"]))
    return item === null ? null : { schema: item.schema, mark: `[]${item.mark}` }
  }
  const found = array(schema["anyOf"]).flatMap((one) => inside(object(one)) ?? [])
  return found[0] ?? null
}

const rowsOf = (schema: Json, before = ""): ReadonlyArray<Row> => {
  const required = array(schema["required"])
  return Object.entries(object(schema["properties"])).flatMap(([name, given]) => {
    const own = object(given)
    const path = `${before}${name}`
    const within = inside(own)
    return [
      { path, schema: own, isRequired: required.includes(name) },
      ...(within === null ? [] : rowsOf(within.schema, `${path}${within.mark}.`))
    ]
  })
}

/** `isSent` where it matters which fields may be left out. */
export const fieldsTable = (given: Json, isSent: boolean): string => {
  const rows = rowsOf(resolved(given))
  if (rows.length === 0) return ""
  const cells = rows.map(({ path, schema, isRequired }) => {
    const said = text(schema["description"] ?? resolved(schema)["description"])
    const optional =
      isSent && !isRequired ? " <small>optional</small>" : !isSent && !isRequired ? " <small>not always</small>" : ""
    return `<tr><td><code>${escape(path)}</code>${optional}</td><td>${typeOf(schema)}${said === "" ? "" : `<br>${prose(said)}`}</td></tr>`
  })
  return `<div class="wide" tabindex="0"><table><thead><tr><th>field</th><th>type</th></tr></thead><tbody>${cells.join("")}</tbody></table></div>`
}
