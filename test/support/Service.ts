import { request } from "node:http"
import { buffer } from "node:stream/consumers"
import { Clock, Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as Test from "../../layers/Test.ts"
import { type Device, type Request, register, send } from "../../src/client/Device.ts"
import * as Contract from "./Contract.ts"
import * as TestDatabase from "./Database.ts"

/** Where the service under test listens. */
export class Base extends Context.Service<Base, string>()("svc/test/Base") {}

const base = Layer.effect(
  Base,
  Effect.map(HttpServer.HttpServer, ({ address }) =>
    "port" in address ? `http://127.0.0.1:${address.port}` : "unreachable"
  )
)

/** The service on fakes and a database of its own, over real HTTP, on the test's clock. Its answers keep the contract. */
export const layer = (
  variables: Record<string, string> = {},
  database: typeof TestDatabase.layer = TestDatabase.layer,
  engine?: Parameters<typeof Test.layer>[1]
) => {
  const { server, judge } = Contract.holding()
  return base.pipe(
    Layer.provideMerge(Test.layer(variables, engine, server)),
    Layer.provideMerge(database),
    Layer.provideMerge(Layer.effectDiscard(judge)),
    Layer.orDie
  )
}

let nonces = 0

/** A fresh nonce, and the time of the test's clock. */
export const source = Effect.map(Clock.currentTimeMillis, (millis) => ({
  now: () => Math.floor(millis / 1_000),
  nonce: () => `nonce-of-the-tests-${nonces++}`
}))

export const newDevice = Effect.flatMap(Base, (base) => Effect.promise(() => register(base)))

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
  readonly json: any
}

const answer = async (response: Response): Promise<Answer> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const isJson = text !== "" && /json/.test(response.headers.get("content-type") ?? "")
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    json: isJson ? JSON.parse(text) : undefined
  }
}

/** A request signed by the device at the test's time. */
export const call = (device: Device, path: string, request: Request = {}) =>
  Effect.gen(function* () {
    const base = yield* Base
    const at = yield* source
    return yield* Effect.promise(() => send(base, device, path, request, at).then(answer))
  })

/** A request as it is. */
export const plain = (path: string, init: RequestInit = {}) =>
  Effect.flatMap(Base, (base) => Effect.promise(() => fetch(`${base}${path}`, init).then(answer)))

export interface Raw {
  readonly status: number
  readonly headers: Record<string, string | ReadonlyArray<string> | undefined>
  readonly body: Buffer
}

/** An answer as it is on the wire: nothing is decoded, no header is added to the request. */
export const raw = (path: string, headers: Record<string, string>, method = "GET") =>
  Effect.flatMap(Base, (base) =>
    Effect.callback<Raw>((resume) => {
      request(`${base}${path}`, { headers, method }, (response) => {
        void buffer(response).then((body) =>
          resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, body }))
        )
      }).end()
    })
  )
