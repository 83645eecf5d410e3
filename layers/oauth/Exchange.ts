/**
 * Asks the library's server, which is made for Node's requests and responses, without a connection: the request has been
 * read already, and the answer goes the way of all answers.
 */
import { IncomingMessage, type RequestListener, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { issuerPath } from "../../schema/oauth/Paths.ts"
import type { ProtocolAnswer, ProtocolRequest } from "../../src/oauth/AuthorizationServer.ts"

/** A request as the library reads it, with what only we know of it. */
export class Detached extends IncomingMessage {
  readonly address: string
  readonly originalUrl: string
  /** What went wrong with us, and not with the request. */
  defect: unknown

  constructor(origin: URL, { method, path, address, cookies, contentType, body }: ProtocolRequest) {
    super(new Socket())
    this.method = method
    this.address = address
    this.originalUrl = path
    this.url = path.slice(issuerPath.length)
    // The addresses that the library makes begin with these, whatever the request came with.
    this.headers = {
      host: origin.host,
      "x-forwarded-proto": origin.protocol.slice(0, -1),
      ...(cookies === "" ? {} : { cookie: cookies }),
      ...(method === "GET" ? {} : { "content-type": contentType, "content-length": String(Buffer.byteLength(body)) })
    }
    if (body !== "") this.push(body)
    this.push(null)
  }
}

const textOf = (chunk: unknown): string =>
  typeof chunk === "string" ? chunk : chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : ""

/** A response that is kept instead of sent. */
class Kept extends ServerResponse {
  readonly #done: (answer: ProtocolAnswer) => void
  #body = ""

  constructor(request: IncomingMessage, done: (answer: ProtocolAnswer) => void) {
    super(request)
    this.#done = done
  }

  override write(chunk: unknown): boolean {
    this.#body += textOf(chunk)
    return true
  }

  override end(chunk?: unknown): this {
    this.#body += textOf(chunk)
    const { "set-cookie": cookies, "content-length": _, ...headers } = this.getHeaders()
    this.#done({
      status: this.statusCode,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      cookies: [cookies ?? []].flat().map(String),
      body: this.#body
    })
    return this
  }
}

/** What a listener answers to the request; fails with what went wrong with us. */
export const exchange = (listener: RequestListener, origin: URL, request: ProtocolRequest): Promise<ProtocolAnswer> =>
  new Promise((resolve, reject) => {
    const incoming = new Detached(origin, request)
    const done = (answer: ProtocolAnswer) => (incoming.defect === undefined ? resolve(answer) : reject(incoming.defect))
    listener(incoming, new Kept(incoming, done))
  })

/** The request and response by which the library finds a question: all that it reads of them is the cookie. */
export const asking = (origin: URL, path: string, cookies: string) => {
  const incoming = new Detached(origin, { method: "GET", path, address: "", cookies, contentType: "", body: "" })
  return [incoming, new Kept(incoming, () => {})] as const
}
