/** What is answered where no route is: to requests that cannot be read, and while the service starts or stops. */
import { randomUUID } from "node:crypto"
import { type IncomingMessage, maxHeaderSize, type RequestListener } from "node:http"
import type { Duplex } from "node:stream"
import { Effect } from "effect"
import { InvalidRequest, Unavailable } from "../schema/Errors.ts"
import { isRequestId, RequestId } from "../schema/RequestId.ts"
import { problem } from "../src/http/Problem.ts"

/** Seconds after which a client may ask again while the service starts. */
const startingSeconds = 1

/** Refused clients have this long to read why. */
const lastWordsMillis = 1_000

const requestIdOf = ({ headers }: IncomingMessage) => {
  const sent = headers["x-request-id"]
  return typeof sent === "string" && isRequestId(sent) ? sent : randomUUID()
}

/** An answer that no route gives, to whoever asked for `target`. */
const answerTo = (target: string, error: InvalidRequest | Unavailable, requestId: string) => {
  const { status, contentType, body } = Effect.runSync(
    Effect.provideService(problem(target.split("?")[0]!, error), RequestId, requestId)
  )
  return { status, contentType, body: JSON.stringify(body) }
}

/** Answers that the service is not there: not yet, or no longer. */
export const away: RequestListener = (request, response) => {
  const requestId = requestIdOf(request)
  const error = new Unavailable({ message: "The service is starting or stopping" })
  const { status, contentType, body } = answerTo(request.url ?? "/", error, requestId)
  response.writeHead(status, {
    "content-type": contentType,
    "retry-after": String(startingSeconds),
    "x-request-id": requestId,
    connection: "close"
  })
  response.end(body)
}

/** What connections ask for, as far as that was read. */
const targets = new WeakMap<Duplex, string>()

/** By the code of what went wrong. */
const reasons: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "The request took too long",
  HPE_HEADER_OVERFLOW: `The address and headers are longer than ${maxHeaderSize} bytes`,
  CONNECT: "This is no proxy",
  HPE_INVALID_EOF_STATE: "The request ended early: the client closed the connection before all of it was sent"
}

/**
 * What Node itself cannot read as HTTP, or in time, is told so in our words, with an id for the operator's question. The
 * socket is half closed with that and gone a moment later, whatever its other end does.
 */
export const unreadable = (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket: Duplex) => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const [, asked] = /^\S+ (\/\S*) HTTP\//.exec(error.rawPacket?.toString("latin1") ?? "") ?? []
  const target = asked ?? targets.get(socket) ?? "/"
  const requestId = randomUUID()
  const message = reasons[error.code ?? ""] ?? "The request cannot be read as HTTP"
  const fault = new InvalidRequest({ message, issues: [{ path: "request", message }] })
  const { contentType, body } = answerTo(target, fault, requestId)
  const head = [
    "HTTP/1.1 400 Bad Request",
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "connection: close"
  ]
  socket.end([...head, "", body].join("\r\n"))
  const gone = setTimeout(() => socket.destroy(), lastWordsMillis)
  socket.once("close", () => clearTimeout(gone))
}

/** Remembers what a connection asks for. */
export const remember = ({ socket, url }: IncomingMessage) => targets.set(socket, url ?? "/")
