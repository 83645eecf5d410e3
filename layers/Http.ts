import { createServer, type RequestListener } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer } from "effect"

/** Seconds after which a client may ask again while the service starts. */
const startingSeconds = 1

/** Until the routes are there, the port answers that they will be. */
const starting: RequestListener = (request, response) => {
  const v2 = request.url?.startsWith("/api/v2/") === true
  const text = "The service is starting"
  const body = {
    ...(v2 ? { type: "/docs/errors#unavailable", title: text, status: 503, detail: text } : { message: text }),
    code: "unavailable",
    ...(v2 ? { retryable: true } : {}),
    request_id: "starting"
  }
  response.writeHead(503, {
    "content-type": v2 ? "application/problem+json" : "application/json",
    "retry-after": String(startingSeconds),
    connection: "close"
  })
  response.end(JSON.stringify(body))
}

/** A server that answers from its first moment on. */
const answering = () => {
  const server = createServer((request, response) => {
    if (server.listenerCount("request") === 1) starting(request, response)
  })
  return server
}

/** The port. Requests that run when the service stops have `DRAIN_SECONDS` to end. */
export const layer = Layer.unwrap(
  Effect.map(
    Config.all({
      port: Config.Port("PORT").pipe(Config.withDefault(8080)),
      drain: Config.Int("DRAIN_SECONDS").pipe(Config.withDefault(30))
    }),
    ({ port, drain }) => NodeHttpServer.layer(answering, { port, gracefulShutdownTimeout: drain * 1_000 })
  )
)
