/** JSON-RPC 2.0 as the two eras of the protocol word it: who is answered, what went wrong, and the answer's body. */
import { isReadonlyObject } from "effect/Predicate"

export const codes = {
  parse: -32_700,
  envelope: -32_600,
  method: -32_601,
  params: -32_602,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  version: -32_022
} as const

export type Json = Readonly<Record<string, unknown>>

/** The value if it is an object, else one without members. */
export const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

export type Id = string | number

/** Who is answered, and by which rules. */
export interface Envelope {
  readonly era: "legacy" | "modern"
  /** Null when it could not be read. */
  readonly id: Id | null
}

export interface Reply {
  readonly status: number
  readonly body: Json
}

export interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: Json
  /** Of the answer in the modern era; the legacy one always answers 200. */
  readonly status?: number
}

/** The server as it names itself. */
export interface Server {
  readonly name: string
  readonly title: string
  readonly version: string
}

/** What the names of the protocol's own metadata begin with. */
export const protocolPrefix = "io.modelcontextprotocol/"

export const failed = ({ era, id }: Envelope, { code, message, data, status = 200 }: Failure): Reply => ({
  status: era === "legacy" ? 200 : status,
  body: {
    jsonrpc: "2.0",
    ...(era === "modern" && id === null ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) }
  }
})

export const succeeded = ({ era, id }: Envelope, { name, title, version }: Server, result: Json): Reply => ({
  status: 200,
  body: {
    jsonrpc: "2.0",
    id,
    result:
      era === "legacy"
        ? result
        : {
            resultType: "complete",
            ...result,
            _meta: { ...object(result["_meta"]), [`${protocolPrefix}serverInfo`]: { name, title, version } }
          }
  }
})

export const invalid = (message: string, data?: Json): Failure => ({
  code: codes.params,
  message,
  ...(data === undefined ? {} : { data })
})

export const isFailure = (answer: Json | Failure): answer is Failure => "code" in answer && "message" in answer
