/**
 * Holds every answer of a service under test against the OpenAPI document that it serves: the status, the content type,
 * the body and the headers must be what the document says of the operation. Differences fail the file of tests that saw them.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse
} from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Effect } from "effect"
import { contents } from "../../src/http/docs/Contents.ts"
import { openApi } from "../../src/http/docs/Docs.ts"

interface Header {
  readonly required?: boolean
  readonly schema: object
}

interface Reference {
  readonly $ref: string
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
  readonly headers?: Readonly<Record<string, Header | Reference>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response>>
}

/** Where the document's schemas are for those that refer to them. */
const id = "https://openapi.example/document"

const document = JSON.parse(JSON.stringify(openApi).replaceAll('"#/components/', `"${id}#/components/`)) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly headers: Readonly<Record<string, Header>> }
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true })
formats.default(ajv)
ajv.addVocabulary(["components"])
ajv.addSchema({ $id: id, components: document.components })

const validators = new Map<object, ValidateFunction>()

/** By what they say: many answers have the same schema, and compiling one takes as long as many requests. */
const compiled = new Map<string, ValidateFunction>()

const validatorOf = (schema: object): ValidateFunction => {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const text = JSON.stringify(schema)
  const validator = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, validator)
  validators.set(schema, validator)
  return validator
}

const validate = (schema: object, value: unknown): ReadonlyArray<string> => {
  const validator = validatorOf(schema)
  return validator(value)
    ? []
    : (validator.errors ?? []).map(({ instancePath, message, params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}`.trim()
      )
}

const routes = Object.entries(document.paths)
  .map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    parameters: path.split("{").length,
    operations
  }))
  .sort((a, b) => a.parameters - b.parameters)

/** Pages for people, beside those that the document names. */
const undocumented = new Set([
  "/",
  "/docs",
  "/docs/search.json",
  ...contents.flatMap(({ pages }) => pages).flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`])
])

const isUndocumented = (path: string) => undocumented.has(path) || /^\/docs\/\w+-[0-9a-f]{8}\.\w+$/.test(path)

/** What a path or method that the document does not have is answered with; 503 while the process drains. */
const refusals = new Set([404, 405, 503])

/** Headers that HTTP, the browser and the frame give to any answer. */
const common =
  /^(access-control-.*|connection|content-encoding|content-length|content-security-policy|content-type|cross-origin-resource-policy|date|keep-alive|referrer-policy|transfer-encoding|vary|x-content-type-options|x-frame-options)$/

const resolved = (header: Header | Reference): Header =>
  "$ref" in header ? document.components.headers[header.$ref.split("/").at(-1)!]! : header

const mediaType = (value: string) => value.split(";")[0]!.trim().toLowerCase()

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

const headOf = (response: Response, { headers }: Answer): ReadonlyArray<string> => {
  const told = Object.entries(response.headers ?? {})
  const names = new Set(told.map(([name]) => name.toLowerCase()))
  return [
    ...told.flatMap(([name, header]) => {
      const { required, schema } = resolved(header)
      const value = headers[name.toLowerCase()]
      return value === undefined
        ? required === true
          ? [`the header ${name} is missing`]
          : []
        : validate(schema, /"type":"(integer|number)"/.test(JSON.stringify(schema)) ? Number(value) : value).map(
            (error) => `the header ${name}: ${error}`
          )
    }),
    ...Object.keys(headers)
      .filter((name) => !common.test(name) && !names.has(name))
      .map((name) => `the header ${name} is not in the document`)
  ]
}

const bodyOf = (response: Response, { headers }: Answer, bytes: Buffer): ReadonlyArray<string> => {
  const type = headers["content-type"]
  const told = Object.entries(response.content ?? {})
  if (told.length === 0) return bytes.length === 0 ? [] : ["there is a body"]
  const content = told.find(([name]) => mediaType(name) === mediaType(type ?? ""))
  if (content === undefined) return [`the content type ${type}`]
  if (!/json$/.test(mediaType(type!))) return []
  const coding = headers["content-encoding"]
  const text = (
    coding === "gzip" ? gunzipSync(bytes) : coding === "br" ? brotliDecompressSync(bytes) : bytes
  ).toString()
  try {
    return validate(content[1].schema, JSON.parse(text)).map((error) => `${error} in ${text.slice(0, 500)}`)
  } catch (error) {
    return [`${error} in ${text.slice(0, 500)}`]
  }
}

/** What of an answer is not as the document says. */
export const judge = (
  { method = "", url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  answer: Answer,
  bytes: Buffer
): ReadonlyArray<string> => {
  const path = url.split("?")[0]!
  if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined) return []
  if (isUndocumented(path)) return []
  const asked = method === "HEAD" ? "get" : method.toLowerCase()
  const operation = routes.find(({ pattern }) => pattern.test(path))?.operations[asked]
  if (operation === undefined) return refusals.has(answer.status) ? [] : ["the operation is not in the document"]
  const response = operation.responses[answer.status]
  return response === undefined
    ? [`the status is not in the document: ${bytes.toString().slice(0, 300)}`]
    : [...headOf(response, answer), ...(method === "HEAD" ? [] : bodyOf(response, answer, bytes))]
}

const flat = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")] as const)
  )

/** Reads along what goes to the client, and judges it before the last byte leaves. */
const watching =
  (differences: Set<string>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Array<Buffer> = []
    let sent: OutgoingHttpHeaders = {}
    const keep = (chunk: unknown, encoding: unknown) => {
      if (typeof chunk === "string")
        chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"))
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    }
    const { writeHead, write, end } = response
    response.writeHead = function (this: ServerResponse, ...args: ReadonlyArray<unknown>) {
      const given = args.at(-1)
      if (typeof given === "object" && given !== null) sent = given as OutgoingHttpHeaders
      return Reflect.apply(writeHead, this, args)
    } as typeof writeHead
    response.write = function (this: ServerResponse, ...args: ReadonlyArray<unknown>) {
      keep(args[0], args[1])
      return Reflect.apply(write, this, args)
    } as typeof write
    response.end = function (this: ServerResponse, ...args: ReadonlyArray<unknown>) {
      keep(args[0], args[1])
      const answer = { status: response.statusCode, headers: { ...flat(response.getHeaders()), ...flat(sent) } }
      for (const found of judge(request, answer, Buffer.concat(chunks))) {
        differences.add(`${request.method} ${request.url} answered ${answer.status}: ${found}`)
      }
      return Reflect.apply(end, this, args)
    } as typeof end
  }

/**
 * A server whose answers are held against the document, and what they are found to be at its end: files of tests share a
 * process, so that a hook of this module would be the first file's alone. It closes no idle connection that a busy machine
 * still uses.
 */
export const holding = () => {
  const differences = new Set<string>()
  return {
    server: (): Server => createServer({ keepAliveTimeout: 60_000 }).on("request", watching(differences)),
    judge: Effect.addFinalizer(() =>
      differences.size === 0
        ? Effect.void
        : Effect.die(new Error(`What /openapi.json says is not what was answered:\n${[...differences].join("\n")}`))
    )
  }
}
