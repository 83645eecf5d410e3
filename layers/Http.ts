import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Config, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { wholeNumber } from "../src/config/Variables.ts"
import { Draining } from "../src/process/Draining.ts"
import { elapsedMillis } from "../src/process/Elapsed.ts"
import { away, remember, unreadable } from "./Unrouted.ts"

/** Answers that were broken off have this long to leave. */
const lastWordsMillis = 1_000

/** Whether the client owes more of a body: not while what has come of it waits to be read. */
const isOwed = (request: IncomingMessage) => !request.complete && request.readableLength < request.readableHighWaterMark

/** Ends connections over which nothing of a body has come for `patience`, whoever reads it or has answered without. */
const endStalled = (server: Server, patience: number, look: number) => {
  const arriving = new Map<IncomingMessage, { response: ServerResponse; bytes: number; since: number }>()
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { "content-length": length, "transfer-encoding": coding } = request.headers
    if (coding === undefined && Number(length ?? 0) === 0) return
    arriving.set(request, { response, bytes: request.socket.bytesRead, since: performance.now() })
    request.once("close", () => arriving.delete(request))
  })
  const watch = setInterval(() => {
    const now = performance.now()
    for (const [request, seen] of arriving) {
      const { socket } = request
      if (socket.bytesRead !== seen.bytes || !isOwed(request)) {
        seen.bytes = socket.bytesRead
        seen.since = now
      } else if (now - seen.since >= patience) {
        arriving.delete(request)
        if (seen.response.headersSent) socket.destroy()
        else unreadable(Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket)
      }
    }
  }, look)
  watch.unref()
  server.once("close", () => clearInterval(watch))
}

/**
 * Ends connections whose client takes nothing of an answer for `patience`, or for twice that: the first time Node counts
 * what went out before. A client that waits for an answer waits as long as it takes.
 */
const endUntaken = (server: Server, patience: number) => {
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(patience, () => {
      if (socket.writableLength > 0) socket.resetAndDestroy()
    })
  })
}

/** Requests that a connection may send before the first of them is answered: clients and proxies send one. */
const mostAhead = 16

/**
 * Ends connections that send many requests ahead, and does nothing for those: Node reads thousands from one packet, all
 * before it looks whether anybody takes the answers.
 */
const endRushing = (server: Server) => {
  const owed = new WeakMap<Duplex, number>()
  const emit: (event: string | symbol, ...args: Array<unknown>) => boolean = server.emit.bind(server)
  server.emit = (event: string | symbol, ...args: Array<unknown>) => {
    if (event !== "request") return emit(event, ...args)
    const [{ socket }, response] = args as [IncomingMessage, ServerResponse]
    const ahead = owed.get(socket) ?? 0
    if (ahead >= mostAhead) socket.destroy()
    if (socket.destroyed) return true
    owed.set(socket, ahead + 1)
    response.once("close", () => owed.set(socket, (owed.get(socket) ?? 1) - 1))
    return emit(event, ...args)
  }
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
    /** Tells clients that have had no answer yet that none will come. */
    refuse: Effect.sync(() => {
      for (const [response, request] of open) {
        if (response.headersSent) continue
        // what reads its body waits for no more of it
        response.once("finish", () => request.destroy())
        away(request, response)
      }
    })
  }
}

/** What a connection may take: of time, in milliseconds, and of its kind. */
interface ConnectionLimits {
  /** Until the head of a request is there. */
  readonly head: number
  /** Until its last byte is. */
  readonly request: number
  /** Between two bytes of its body. */
  readonly pause: number
  /** Between two looks at those. */
  readonly look: number
  /** Between two bytes of an answer that its client takes. */
  readonly taking: number
  /** Open connections; the next one is closed at once. */
  readonly connections: number
}

const limits = {
  head: 20_000,
  /** The largest upload from its first byte to its last: 500 MB at 2.3 Mbit/s. */
  request: 1_800_000,
  /** As long as readers of a body wait. */
  pause: 30_000,
  look: 5_000,
  /** As proxies wait. */
  taking: 60_000
}

/** Idle connections outlive the minute that clients and proxies keep them: the server must not be the first to close. */
const keepAliveMillis = 75_000

/**
 * What Node would answer by itself is left to the listeners, which answer with an id: a request without a host, which
 * HTTP/1.0 need not name, or with several, has none in its headers; one that expects what there is not is answered as if
 * it did not. A target in absolute form (RFC 9112, section 3.2.2) is its path.
 */
const prepared = (server: Server) => {
  server.on("request", (request: IncomingMessage) => {
    const hosts = request.headersDistinct["host"]?.length ?? 0
    if (hosts > 1) delete request.headers.host
    else if (request.httpVersion === "1.0") request.headers.host ??= ""
    if (request.url?.startsWith("/") === false) request.url = request.url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, "")
    remember(request)
  })
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    // Node has let go of it, and of what goes wrong with it.
    socket.on("error", () => socket.destroy())
    unreadable(Object.assign(new Error(), { code: "CONNECT" }), socket)
  })
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
}

/** A server that gives back every connection. */
export const bounded = (
  { head, request, pause, look, taking, connections }: ConnectionLimits,
  listener?: RequestListener
): Server => {
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: head,
    requestTimeout: request,
    connectionsCheckingInterval: look,
    keepAliveTimeout: keepAliveMillis
  })
  server.maxConnections = connections
  server.on("clientError", unreadable)
  endRushing(server)
  prepared(server)
  endStalled(server, pause, look)
  endUntaken(server, taking)
  if (listener !== undefined) server.on("request", listener)
  return server
}

/** A server that answers from its first moment on, and knows the answers that it owes from before it drains. */
const answering = (owed: ReturnType<typeof waiting>, draining: Draining["Service"], connections: number): Server => {
  const server = bounded({ ...limits, connections }, (request, response) => {
    if (draining.begunAt() === null) owed.add(request, response)
    if (server.listenerCount("request") === own) away(request, response)
  })
  const own = server.listenerCount("request")
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
    const connections = yield* wholeNumber("MAX_CONNECTIONS", 1).pipe(Config.withDefault(10_000))
    const draining = yield* Draining
    const owed = waiting()
    const node = answering(owed, draining, connections)
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
