/** The reduced description for AI clients: create, status and fetch, cut out of the whole. */
import { openApi } from "./Docs.ts"
import { array, type Json, object } from "./Json.ts"

/** The operations, the names that such clients call them by (letters only), and what is said of what is left of them. */
const actions: Readonly<Record<string, Json>> = {
  "v2.jobs.create": {
    operationId: "createJob",
    summary: "Create a job from a link to a PDF",
    description:
      "Send url, a public link to the PDF itself. The same Idempotency-Key gives the same job for 24 hours. An API key needs the scope `jobs:create`."
  },
  "v2.jobs.get": {
    operationId: "getJob",
    description:
      "With wait, answers when the job ends or after that many seconds. An API key needs the scope `jobs:read`."
  },
  "v2.jobs.download": {
    operationId: "getMarkdown",
    summary: "Read the Markdown",
    description:
      "Only when the job is ready; 410 once the result has been deleted. `format` is `markdown`, `text` (without Markdown's marks) or `json` (all blocks with their places). An API key needs the scope `jobs:download`."
  }
}

/** Seconds that a call may wait: such clients give up after 45. */
const longestWait = 40

/**
 * What such clients can fill in, as it is for them: they read text, repeat no answer by its `ETag`, and send no PDF, which
 * alone has its name in the query.
 */
const parameters: Readonly<Record<string, Json>> = {
  jobId: { description: "The `job_id` that creating the job gave." },
  "idempotency-key": {},
  wait: { schema: { type: "integer", minimum: 0, maximum: longestWait } },
  format: { schema: { type: "string", enum: ["markdown", "text", "json"] } }
}

/** These clients send JSON, with an API key. */
const reduced = (operation: Json): Json => {
  const body = object(operation["requestBody"])
  const json = object(body["content"])["application/json"]
  const asked = array(operation["parameters"]).map(object)
  return {
    ...operation,
    ...actions[String(operation["operationId"])],
    parameters: asked.flatMap((parameter) => {
      const own = parameters[String(parameter["name"])]
      return own === undefined ? [] : [{ ...parameter, ...own }]
    }),
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

/** The components of a kind that a part of the document names, and those that they name. */
const named = (kind: "schemas" | "headers", part: unknown, found = new Map<string, unknown>()) => {
  for (const [, name = ""] of JSON.stringify(part).matchAll(new RegExp(`"#/components/${kind}/([^"]+)"`, "g"))) {
    if (found.has(name)) continue
    const component = object(all[kind])[name]
    found.set(name, component)
    named(kind, component, found)
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
    schemas: Object.fromEntries(named("schemas", paths)),
    headers: Object.fromEntries(named("headers", paths)),
    securitySchemes: { ApiKey: object(all["securitySchemes"])["ApiKey"] }
  },
  tags: [{ name: "v2.jobs", description: "Conversion jobs" }]
})
