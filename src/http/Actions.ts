/** The reduced description for AI clients: create, status and fetch, cut out of the whole. */
import { isReadonlyObject } from "effect/Predicate"
import { openApi } from "./Docs.ts"

type Json = Readonly<Record<string, unknown>>

/** The operations, and the names that such clients call them by: letters only. */
const actions: Readonly<Record<string, string>> = {
  "v2.jobs.create": "createJob",
  "v2.jobs.get": "getJob",
  "v2.jobs.download": "getMarkdown"
}

const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

/** These clients send JSON, with an API key. */
const reduced = (operation: Json): Json => {
  const body = object(operation["requestBody"])
  const json = object(body["content"])["application/json"]
  return {
    ...operation,
    operationId: actions[String(operation["operationId"])],
    security: [{ ApiKey: [] }],
    ...(json === undefined ? {} : { requestBody: { ...body, content: { "application/json": json } } })
  }
}

const paths = Object.fromEntries(
  Object.entries(object(openApi["paths"])).flatMap(([path, operations]) => {
    const kept = Object.entries(object(operations)).filter(([, operation]) =>
      Object.hasOwn(actions, String(object(operation)["operationId"]))
    )
    return kept.length === 0
      ? []
      : [[path, Object.fromEntries(kept.map(([method, operation]) => [method, reduced(object(operation))]))]]
  })
)

const all = object(openApi["components"])

/** The schemas that a part of the document names, and those that they name. */
const schemasOf = (part: unknown, found = new Map<string, unknown>()): ReadonlyMap<string, unknown> => {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue
    const schema = object(all["schemas"])[name]
    found.set(name, schema)
    schemasOf(schema, found)
  }
  return found
}

/** The document as it is served on an origin. */
export const actionsOn = (origin: string): Record<string, unknown> => ({
  openapi: openApi["openapi"],
  info: {
    ...object(openApi["info"]),
    description:
      "Converts PDF documents to Markdown: create a job from a link, ask for it until its status is ready (wait answers as soon as it ends), then fetch its Markdown. The same limits, scopes and errors apply as in the whole API, /openapi.json."
  },
  servers: [{ url: origin }],
  paths,
  components: {
    schemas: Object.fromEntries(schemasOf(paths)),
    headers: all["headers"],
    securitySchemes: { ApiKey: object(all["securitySchemes"])["ApiKey"] }
  },
  tags: [{ name: "v2.jobs", description: "Conversion jobs" }]
})
