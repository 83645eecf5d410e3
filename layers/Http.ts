import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { wholeNumber } from "../src/config/Variables.ts"
import { Draining } from "../src/process/Draining.ts"
import { elapsedMillis } from "../src/process/Elapsed.ts"

/** Seconds after which a client may ask again while the service starts. */
const startingSeconds = 1

/** Answers that were broken off have this long to leave. */
const lastWordsMillis = 1_000

/** Answers that the service is not there: not yet, or no longer. */
const away: RequestListener = (request, response) => {
  const v2 = request.url?.startsWith("/api/v2/") === true
  const text = "The service is starting or stopping"
  const body = {
    ...(v2 ? { type: "/docs/errors#unavailable", title: text, status: 503, detail: text } : { message: text }),
    code: "unavailable",
    ...(v2 ? { retryable: true } : {}),
    request_id: "unserved"
  }
  response.writeHead(503, {
    "content-type": v2 ? "application/problem+json" : "application/json",
    "retry-after": String(startingSeconds),
    "x-request-id": body.request_id,
    connection: "close"
  })
  response.end(JSON.stringify(body))
}

/** What Node itself cannot read as HTTP is told so in our words; there is no request to name. */
const unreadable = (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const message = "The request cannot be read as HTTP"
  const issues = [{ path: "request", message }]
  const body = JSON.stringify({ code: "invalid_request", message, request_id: "unread", issues })
  const head = ["HTTP/1.1 400 Bad Request", "content-type: application/json", `content-length: ${body.length}`]
  socket.end([...head, "connection: close", "", body].join("\r\n"))
}

/** Answers that somebody still waits for or receives. */
const waiting = () => {
  const open = new Map<ServerResponse, IncomingMessage>()
  let onIdle = () => {}
  return {
    add: (request: IncomingMessage, response: ServerResponse) => {
      open.set(response, request)
      response.once("close", () => {
        open.delete(response)
        if (open.size === 0) onIdle()
      })
    },
    none: Effect.callback<void>((resume) => {
      onIdle = () => resume(Effect.void)
      if (open.size === 0) onIdle()
    }),
    /** Tells whoever has had no answer yet that none will come. */
    refuse: Effect.sync(() => {
      for (const [response, request] of open) if (!response.headersSent) away(request, response)
    })
  }
}

/** Idle connections outlive the minute that clients and proxies keep them: who closes first must not be the server. */
const keepAliveMillis = 75_000

/** The largest upload may take this long from its first byte to its last: 500 MB at 2.3 Mbit/s. */
const uploadMillis = 1_800_000

/** A server that answers from its first moment on, and knows the answers that it owes from before it drains. */
const answering = (owed: ReturnType<typeof waiting>, draining: Draining["Service"]): Server => {
  const server = createServer((request, response) => {
    if (draining.begunAt() === null) owed.add(request, response)
    if (server.listenerCount("request") === 1) away(request, response)
  })
  server.keepAliveTimeout = keepAliveMillis
  server.requestTimeout = uploadMillis
  server.on("clientError", unreadable)
  return server
}

/**
 * The port. It stays open while the process drains, so that whoever comes then is told. Requests from before have
 * `DRAIN_SECONDS` from the beginning of the drain to end.
 */
const server = Layer.effect(
  HttpServer.HttpServer,
  Effect.gen(function* () {
    const port = yield* Config.Port("PORT").pipe(Config.withDefault(8080))
    const drainSeconds = yield* wholeNumber("DRAIN_SECONDS", 0).pipe(Config.withDefault(30))
    const draining = yield* Draining
    const owed = waiting()
    const node = answering(owed, draining)
    const opened = yield* NodeHttpServer.make(() => node, { port, disablePreemptiveShutdown: true })

    const drained = Effect.gen(function* () {
      yield* draining.begin
      const gone = (yield* elapsedMillis) - (draining.begunAt() ?? 0)
      yield* Effect.timeoutOption(owed.none, Math.max(0, drainSeconds * 1_000 - gone))
      yield* owed.refuse
    })

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        setTimeout(() => node.closeAllConnections(), lastWordsMillis).unref()
      })
    )
    return HttpServer.make({
      address: opened.address,
      serve: (app, middleware) =>
        Effect.andThen(
          middleware === undefined ? opened.serve(app) : opened.serve(app, middleware),
          Effect.addFinalizer(() => drained)
        )
    })
  })
)

export const layer = Layer.merge(server, NodeHttpServer.layerHttpServices)
