/** Real jobs and a real receiver: HTTPS with an authority of its own, behind the way out that the service really has. */

import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { Dns, NetAddress } from "effect/net"
import { Webhook } from "standardwebhooks"
import * as App from "../../layers/App.ts"
import * as LiveEgress from "../../layers/Egress.ts"
import * as Converter from "../../layers/fakes/Converter.ts"
import * as Queue from "../../layers/fakes/Queue.ts"
import * as Test from "../../layers/Test.ts"
import { pdfForm } from "../../src/cli/Device.ts"
import { Converters } from "../../src/jobs/Worker.ts"
import { authority, certificate, privateKey } from "../layers/EgressCertificate.ts"
import { bearer, newPerson } from "../support/Account.ts"
import * as TestDatabase from "../support/Database.ts"
import { ask, deliveriesOf, until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

interface Got {
  readonly path: string
  readonly headers: Record<string, string>
  readonly text: string
}

const got: Array<Got> = []

/** What a path answers; without one it is 204. */
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

const tls = createTlsServer({ key: privateKey, cert: certificate }, (request, response) => void take(request, response))
const plain = createServer((request, response) => void take(request, response))

/** What names mean; a test changes it. */
const names = new Map([["secure.test", ["127.0.0.1"]]])

const dns = Layer.succeed(
  Dns.Dns,
  Dns.make({
    lookup: (host) => Effect.succeed((names.get(host) ?? []).map((address) => NetAddress.ipFromStringUnsafe(address)))
  })
)

const trusted = Layer.effectDiscard(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const before = getCACertificates("default")
      setDefaultCACertificates([...before, authority])
      await Promise.all([tls, plain].map((server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))))
      return before
    }),
    (before) =>
      Effect.sync(() => {
        setDefaultCACertificates(before)
        for (const server of [tls, plain]) {
          server.closeAllConnections()
          server.close()
        }
      })
  )
)

const url = (path: string) => `https://secure.test:${(tls.address() as AddressInfo).port}${path}`

const leaves = Layer.merge(Test.leaves, LiveEgress.layer.pipe(Layer.provide(dns)))

/** Every document has a second. */
const tiers = join(mkdtempSync(join(tmpdir(), "tiers-")), "tiers.json")
const second = { timeBudgetSec: 1 }
writeFileSync(tiers, JSON.stringify({ anonymous: second, free: second, pro: second, business: second }))

const base = Layer.effect(
  Service.Base,
  Effect.map(HttpServer.HttpServer, ({ address }) =>
    "port" in address ? `http://127.0.0.1:${address.port}` : "unreachable"
  )
)

const service = base.pipe(
  Layer.provideMerge(
    Layer.mergeAll(App.http, App.worker, App.deliverer).pipe(
      Layer.provideMerge(Layer.mergeAll(NodeHttpServer.layerTest, Converter.layer, Layer.succeed(Converters, 2))),
      Layer.provideMerge(App.services.pipe(Layer.provideMerge(Queue.layer), Layer.provideMerge(leaves))),
      Layer.provideMerge(
        Test.config({ RATE_LIMIT_SCALE: "100000", TIERS_FILE: tiers, ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32" })
      )
    )
  ),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(trusted),
  Layer.provide(Logger.layer([])),
  Layer.orDie
)

const at = (path: string, count = 1) =>
  until(
    Effect.sync(() => got.filter((one) => one.path === path)),
    (all) => all.length >= count
  )

const create = (secret: string, script: Converter.Script) =>
  Service.plain("/api/v2/jobs", {
    method: "POST",
    headers: bearer(secret),
    body: pdfForm(new Uint8Array(Converter.pdf(script)), "a.pdf")
  })

layer(service, { excludeTestServices: true })("A receiver over HTTPS", (it) => {
  const hook = Effect.fnUntraced(function* (path: string) {
    const person = yield* newPerson("business")
    const { json, status } = yield* ask(person.session, "POST", "", { url: url(path) })
    assert.strictEqual(status, 201, JSON.stringify(json))
    return { ...person, secret: json.secret as string, webhookId: json.webhook_id as string }
  })

  const failed = (session: Record<string, string>) =>
    Effect.map(
      until(deliveriesOf(session), ([one]) => (one?.attempts ?? 0) > 0),
      ([one]) => one!
    )

  it.effect("gets all four events of real jobs, and a ready library verifies each", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* hook("/all")
      const ready = yield* create(key.secret, { pages: ["Hello"] })
      yield* create(key.secret, { pages: ["x"], failure: "corrupt_pdf" })
      yield* create(key.secret, { pages: ["one", "two"], endless: 2 })
      yield* at("/all", 4)
      yield* Service.plain(`/api/v2/jobs/${ready.json.job_id}`, { method: "DELETE", headers: bearer(key.secret) })
      const all = yield* at("/all", 5)
      for (const { headers, text } of all) new Webhook(secret).verify(text, headers)
      assert.deepStrictEqual(all.map(({ headers }) => headers["x-svc-event"]).sort(), [
        "job.deleted",
        "job.error",
        "job.ready",
        "job.ready",
        "job.truncated"
      ])
      for (const { headers } of all) {
        assert.strictEqual(headers["host"], new URL(url("/")).host)
        assert.strictEqual(headers["content-type"], "application/json")
      }
    })
  )

  it.effect("that resets the connection, sends us elsewhere or is not who it says is tried again later", () =>
    Effect.gen(function* () {
      answers.set("/reset", (response) => void response.socket?.destroy())
      answers.set("/moved", (response) => void response.writeHead(307, { location: url("/elsewhere") }).end())
      answers.set("/bomb", (response) => void response.writeHead(500, { "content-encoding": "gzip" }).end("no gzip"))
      for (const [path, code, error] of [
        ["/reset", null, "connection_lost"],
        ["/moved", 307, "http_status"],
        ["/bomb", 500, "http_status"]
      ] as const) {
        const { session, webhookId } = yield* hook(path)
        yield* ask(session, "POST", `/${webhookId}/test`)
        const { response_code, error: why } = yield* failed(session)
        assert.deepStrictEqual([response_code, why], [code, error], path)
      }
      assert.deepStrictEqual(
        got.filter(({ path }) => path === "/elsewhere"),
        []
      )
      const { session, webhookId } = yield* hook("/impostor")
      names.set("impostor.test", ["127.0.0.1"])
      yield* ask(session, "PATCH", `/${webhookId}`, { url: url("/impostor").replace("secure.test", "impostor.test") })
      yield* ask(session, "POST", `/${webhookId}/test`)
      assert.strictEqual((yield* failed(session)).error, "tls_failed")
    })
  )

  it.effect("whose name has come to mean an inner address is not called", () =>
    Effect.gen(function* () {
      const { session, webhookId } = yield* hook("/rebound")
      names.set("secure.test", ["127.0.0.1", "10.0.0.7"])
      yield* ask(session, "POST", `/${webhookId}/test`)
      const { error } = yield* failed(session)
      names.set("secure.test", ["127.0.0.1"])
      assert.strictEqual(error, "blocked_address")
      assert.deepStrictEqual(
        got.filter(({ path }) => path === "/rebound"),
        []
      )
    })
  )

  it.effect("may be plain http inside the networks that are opened", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("business")
      const address = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/plain`
      const { json } = yield* ask(session, "POST", "", { url: address })
      yield* ask(session, "POST", `/${json.webhook_id}/test`)
      assert.strictEqual((yield* at("/plain")).length, 1)
    })
  )
})
