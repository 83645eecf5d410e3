/** A real receiver for the service's real way out: HTTPS with an authority of its own, on this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { Dns, NetAddress } from "effect/net"
import * as App from "../../layers/App.ts"
import * as LiveEgress from "../../layers/Egress.ts"
import * as Converter from "../../layers/fakes/Converter.ts"
import * as Queue from "../../layers/fakes/Queue.ts"
import * as Test from "../../layers/Test.ts"
import { Converters } from "../../src/jobs/runs/Worker.ts"
import { authority, certificate, privateKey } from "../layers/EgressCertificate.ts"
import * as TestDatabase from "./Database.ts"
import { until } from "./Receiver.ts"
import * as Service from "./Service.ts"

interface Got {
  readonly path: string
  readonly headers: Record<string, string>
  readonly text: string
}

/** The receiver, and the names by which the service finds it. */
export class Https extends Context.Service<
  Https,
  {
    /** All that came, oldest first. */
    readonly got: ReadonlyArray<Got>
    /** What a path answers; without one it is 204. */
    readonly answers: Map<string, (response: ServerResponse) => void>
    /** What names mean; a test changes it. */
    readonly names: Map<string, ReadonlyArray<string>>
    /** How often each name was looked up. */
    readonly lookups: Map<string, number>
    readonly port: number
    readonly plainPort: number
  }
>()("svc/test/Https") {}

const listening = (server: ReturnType<typeof createServer>) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

const receiver = Layer.effect(
  Https,
  Effect.gen(function* () {
    const got: Array<Got> = []
    const answers = new Map<string, (response: ServerResponse) => void>()
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      got.push({ path: request.url ?? "", headers, text: Buffer.concat(chunks).toString() })
      const answer = answers.get(request.url ?? "")
      if (answer === undefined) response.writeHead(204).end()
      else answer(response)
    }
    const before = getCACertificates("default")
    setDefaultCACertificates([...before, authority])
    yield* Effect.addFinalizer(() => Effect.sync(() => setDefaultCACertificates(before)))
    return {
      got,
      answers,
      names: new Map([["secure.test", ["127.0.0.1"]]]),
      lookups: new Map(),
      port: yield* listening(createTlsServer({ key: privateKey, cert: certificate }, (...both) => void take(...both))),
      plainPort: yield* listening(createServer((...both) => void take(...both)))
    }
  })
)

const dns = Layer.effect(
  Dns.Dns,
  Effect.map(Https, ({ names, lookups }) =>
    Dns.make({
      lookup: (host) =>
        Effect.sync(() => {
          lookups.set(host, (lookups.get(host) ?? 0) + 1)
          return (names.get(host) ?? []).map((address) => NetAddress.ipFromStringUnsafe(address))
        })
    })
  )
)

const base = Layer.effect(
  Service.Base,
  Effect.map(HttpServer.HttpServer, ({ address }) =>
    "port" in address ? `http://127.0.0.1:${address.port}` : "unreachable"
  )
)

/** The service on fakes and a database of its own, but for its way out; the receiver's network is open to it. */
export const service = (variables: Record<string, string> = {}) =>
  base.pipe(
    Layer.provideMerge(
      Layer.mergeAll(App.http, App.worker, App.deliverer).pipe(
        Layer.provideMerge(Layer.mergeAll(NodeHttpServer.layerTest, Converter.layer, Layer.succeed(Converters, 2))),
        Layer.provideMerge(
          App.services.pipe(
            Layer.provideMerge(Queue.layer),
            Layer.provideMerge(Layer.merge(Test.adapters, LiveEgress.layer.pipe(Layer.provide(dns))))
          )
        ),
        Layer.provideMerge(
          Test.config({ RATE_LIMIT_SCALE: "100000", ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32", ...variables })
        )
      )
    ),
    Layer.provideMerge(TestDatabase.layer),
    Layer.provideMerge(receiver),
    Layer.provide(Logger.layer([])),
    Layer.orDie
  )

/** The receiver's address for a path, under a name that its certificate is for. */
export const url = (path: string) => Effect.map(Https, ({ port }) => `https://secure.test:${port}${path}`)

/** What came to a path, once it is so much. */
export const came = (path: string, count = 1) =>
  until(
    Effect.map(Https, ({ got }) => got.filter((one) => one.path === path)),
    (all) => all.length >= count
  )
