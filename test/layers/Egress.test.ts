import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib"
import { assert, describe, it as each, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Exit, Layer, Logger, Option, Stream } from "effect"
import { Dns, NetAddress } from "effect/net"
import * as Digest from "../../layers/Digest.ts"
import * as LiveEgress from "../../layers/Egress.ts"
import * as FakeBlobs from "../../layers/fakes/Blobs.ts"
import * as FakeEgress from "../../layers/fakes/Egress.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import * as Link from "../../src/jobs/intake/Link.ts"
import { Egress, EgressRefused } from "../../src/net/Egress.ts"
import { freshKey } from "./Blobs.suite.ts"
import { ask, Origin, type Page, refusal, suite } from "./Egress.suite.ts"
import { authority, certificate, privateKey } from "./EgressCertificate.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const isString = (value: unknown): value is string => typeof value === "string"

const listening = <S extends Server>(server: S) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.sync(() => void server.close())
  )

/** Hosts on this machine, what their pages do, and who asked for them. */
class Hosts extends Context.Service<
  Hosts,
  {
    readonly port: number
    readonly tlsPort: number
    readonly pages: Map<string, Handler>
    readonly seen: Array<{ readonly url: string; readonly host: string; readonly serverName: string | null }>
    /** How often each name was looked up. */
    readonly lookups: Map<string, number>
    /** What a name resolves to, the first time and later. */
    readonly names: Map<string, ReadonlyArray<ReadonlyArray<string>>>
  }
>()("svc/test/Hosts") {}

const hosts = Layer.effect(
  Hosts,
  Effect.gen(function* () {
    const pages = new Map<string, Handler>()
    const seen: Array<{ url: string; host: string; serverName: string | null }> = []
    const handle: Handler = (request, response) => {
      const { url = "", socket, headers } = request
      const serverName = "servername" in socket && isString(socket.servername) ? socket.servername : null
      seen.push({ url, host: headers.host ?? "", serverName })
      const page = pages.get(url)
      if (page === undefined) response.writeHead(404).end()
      else page(request, response)
    }
    const plain = createServer(handle)
    const tls = createTlsServer({ key: privateKey, cert: certificate }, handle)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        plain.closeAllConnections()
        tls.closeAllConnections()
      })
    )
    const port = yield* listening(plain)
    const tlsPort = yield* listening(tls)
    const names = new Map([["site.test", [["127.0.0.1"]]]])
    return { port, tlsPort, pages, seen, lookups: new Map(), names }
  })
)

const dns = Layer.effect(
  Dns.Dns,
  Effect.map(Hosts, ({ lookups, names }) =>
    Dns.make({
      lookup: (host) =>
        Effect.suspend(() => {
          const times = lookups.get(host) ?? 0
          lookups.set(host, times + 1)
          const answers = names.get(host) ?? []
          const addresses = answers[Math.min(times, answers.length - 1)] ?? []
          return addresses.length === 0
            ? Effect.fail(new Dns.DnsError({ reason: "NotFound", method: "lookup", hostname: host }))
            : Effect.succeed(addresses.map(NetAddress.ipFromStringUnsafe))
        })
    })
  )
)

const config = (variables: Record<string, string>) => ConfigProvider.layer(ConfigProvider.fromUnknown(variables))

const quiet = Logger.layer([])

/** The real way out, with 127.0.0.1 opened and nothing else. */
const egress = LiveEgress.layer.pipe(
  Layer.provide([dns, config({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32" }), quiet]),
  Layer.provideMerge(hosts)
)

let paths = 0

/** Puts a page up under a path of its own. */
const put = (handler: Handler, host = "site.test") =>
  Effect.map(Hosts, ({ pages, port }) => {
    const path = `/${paths++}.pdf`
    pages.set(path, handler)
    return `http://${host}:${port}${path}`
  })

const handler =
  ({ status = 200, headers = {}, body = "", stalls }: Page): Handler =>
  (_request, response) => {
    if (stalls === "before") return
    const bytes = Buffer.from(body)
    for (const [name, value] of Object.entries({ "content-length": String(bytes.length), ...headers })) {
      response.setHeader(name, Buffer.from(value, "utf8").toString("latin1"))
    }
    response.writeHead(status)
    if (stalls === "within") response.write(bytes.subarray(0, 1))
    else response.end(bytes)
  }

const liveOrigin = Layer.effect(
  Origin,
  Effect.map(Effect.context<Hosts>(), (context) => ({
    put: (page: Page) => Effect.provide(put(handler(page)), context)
  }))
)

const fakeOrigin = Layer.effect(
  Origin,
  Effect.map(FakeEgress.Web, (web) => ({
    put: ({ stalls, ...page }: Page) => {
      const url = `http://site.test/${paths++}.pdf`
      const body = Stream.concat(Stream.succeed(new Uint8Array(1)), Stream.never)
      return Effect.as(
        web.put(url, stalls === "before" ? Effect.never : stalls === "within" ? { ...page, body } : page),
        url
      )
    }
  }))
)

suite("a web in memory", fakeOrigin.pipe(Layer.provideMerge(FakeEgress.layer)))
suite("the real way out", liveOrigin.pipe(Layer.provideMerge(egress)))

/** Sends for as long as somebody listens. */
const endless =
  (headers: Record<string, string>, next: () => Uint8Array): Handler =>
  (_request, response) => {
    response.writeHead(200, headers)
    const more = () => {
      while (!response.destroyed && response.write(next()));
    }
    response.on("drain", more)
    more()
  }

const pdf = "%PDF-1.7 tiny"

const services = Layer.mergeAll(egress, FakeBlobs.layer, Digest.layer)

const fetchPdf = (url: string, limit = 1_000_000) =>
  Effect.flatMap(Link.make, (fetchPdf) => fetchPdf({ url, fileName: undefined }, freshKey(), { limit }))

/** The code of the failure, and its reason when it has one. */
const failure = (url: string, limit?: number) =>
  Effect.map(Effect.flip(fetchPdf(url, limit)), (error) => ("reason" in error ? error.reason : error._tag))

layer(services, { excludeTestServices: true })("the way out", (it) => {
  it.effect("keeps the name for the host and goes to the address that was judged", () =>
    Effect.gen(function* () {
      const { seen, port } = yield* Hosts
      const url = yield* put(handler({ body: pdf }))
      assert.strictEqual((yield* ask(url.replace("http://site", "HTTP://SITE"))).body.toString(), pdf)
      assert.strictEqual(seen.at(-1)?.host, `site.test:${port}`)
    })
  )

  it.effect("knows no proxy", () =>
    Effect.gen(function* () {
      const names = ["http_proxy", "HTTP_PROXY", "ALL_PROXY"]
      const before = names.map((name) => process.env[name])
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const [index, name] of names.entries()) {
            if (before[index] === undefined) delete process.env[name]
            else process.env[name] = before[index]
          }
        })
      )
      for (const name of names) process.env[name] = "http://127.0.0.1:1"
      const url = yield* put(handler({ body: pdf }))
      assert.strictEqual((yield* ask(url)).body.toString(), pdf)
    })
  )

  it.effect("sends a body once it is told to", () =>
    Effect.gen(function* () {
      const url = yield* put((request, response) => request.pipe(response))
      const body = new TextEncoder().encode("posted")
      const answer = yield* ask(url, {}, { method: "POST", purpose: "webhook", body })
      assert.strictEqual(answer.body.toString(), "posted")
    })
  )

  it.effect("trusts certificates for the name only", () =>
    Effect.gen(function* () {
      const { names, pages, seen, tlsPort } = yield* Hosts
      names.set("secure.test", [["127.0.0.1"]])
      names.set("other.test", [["127.0.0.1"]])
      pages.set("/tls.pdf", handler({ body: pdf }))
      assert.strictEqual(yield* refusal(`https://secure.test:${tlsPort}/tls.pdf`), "tls_failed")
      const before = getCACertificates()
      setDefaultCACertificates([...before, authority])
      yield* Effect.addFinalizer(() => Effect.sync(() => setDefaultCACertificates(before)))
      assert.strictEqual((yield* ask(`https://secure.test.:${tlsPort}/tls.pdf`)).body.toString(), pdf)
      assert.deepStrictEqual(seen.at(-1), {
        url: "/tls.pdf",
        host: `secure.test:${tlsPort}`,
        serverName: "secure.test"
      })
      assert.strictEqual(yield* refusal(`https://other.test:${tlsPort}/tls.pdf`), "tls_failed")
      assert.strictEqual(yield* refusal(`https://127.0.0.1:${tlsPort}/tls.pdf`), "tls_failed")
    })
  )

  it.effect("resolves a name once, so that an answer that changes changes nothing", () =>
    Effect.gen(function* () {
      const { lookups, names } = yield* Hosts
      names.set("rebinding.test", [["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"]])
      const url = yield* put(handler({ body: pdf }), "rebinding.test")
      assert.strictEqual((yield* ask(url)).body.toString(), pdf)
      assert.strictEqual(lookups.get("rebinding.test"), 1)
      assert.strictEqual(yield* refusal(url), "blocked_address")
      assert.strictEqual(lookups.get("rebinding.test"), 2)
    })
  )

  it.effect("refuses a name of which one address is not public, and asks none of the others", () =>
    Effect.gen(function* () {
      const { names, seen } = yield* Hosts
      const before = seen.length
      const mixtures = [
        ["127.0.0.1", "127.0.0.2"],
        ["10.0.0.1", "127.0.0.1"],
        ["127.0.0.1", "::1"],
        ["127.0.0.1", "fe80::1"],
        ["127.0.0.1", "::ffff:127.0.0.1"]
      ]
      for (const [index, addresses] of mixtures.entries()) {
        names.set(`mixed${index}.test`, [addresses])
        const url = yield* put(handler({ body: pdf }), `mixed${index}.test`)
        assert.strictEqual(yield* refusal(url), "blocked_address", addresses.join())
      }
      assert.strictEqual(seen.length, before)
    })
  )

  it.effect("tries the next address of a name when one does not answer", () =>
    Effect.gen(function* () {
      const { port, pages } = yield* Hosts
      pages.set("/next.pdf", handler({ body: pdf }))
      const both = Layer.fresh(LiveEgress.layer).pipe(
        Layer.provide([
          Layer.succeed(
            Dns.Dns,
            Dns.make({ lookup: () => Effect.succeed(["127.0.0.2", "127.0.0.1"].map(NetAddress.ipFromStringUnsafe)) })
          ),
          config({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.0/8" }),
          quiet
        ])
      )
      const answer = yield* ask(`http://both.test:${port}/next.pdf`).pipe(Effect.provide(both))
      assert.strictEqual(answer.body.toString(), pdf)
    })
  )

  it.effect("reaches no private host, however its address is written", () =>
    Effect.gen(function* () {
      const { names, port } = yield* Hosts
      names.set("metadata.google.internal", [["169.254.169.254"]])
      names.set("localhost", [["127.0.0.1", "::1"]])
      names.set("intranet.test", [["192.168.0.1"]])
      const internal = [
        "0.0.0.0",
        "0",
        "127.0.0.2",
        "127.2",
        "2130706434",
        "017700000002",
        "0x7f000002",
        "0x7f.2",
        "127.0.0.2.",
        "①②⑦.⓪.⓪.②",
        "localhost",
        "localhost.",
        "intranet.test",
        "metadata.google.internal",
        "169.254.169.254",
        "100.100.100.200",
        "168.63.129.16",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::FFFF:7F00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b:1::7f00:1]",
        "[2002:7f00:1::]",
        "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "[fe80::1]",
        "[fec0::1]"
      ]
      for (const host of internal)
        assert.strictEqual(yield* refusal(`http://${host}:${port}/`), "blocked_address", host)
    })
  )

  it.effect("decodes a body, and counts what comes out", () =>
    Effect.gen(function* () {
      const text = Buffer.alloc(100_000, "a")
      const codings = {
        gzip: gzipSync,
        "x-gzip": gzipSync,
        GZIP: gzipSync,
        deflate: deflateSync,
        br: brotliCompressSync
      }
      for (const [coding, encode] of Object.entries(codings)) {
        const url = yield* put(handler({ headers: { "content-encoding": coding }, body: encode(text) }))
        const answer = yield* ask(url, { maxBytes: 100_000 })
        assert.isTrue(text.equals(answer.body), coding)
        assert.isUndefined(answer.headers["content-encoding"])
        assert.isUndefined(answer.headers["content-length"])
        assert.strictEqual(yield* refusal(url, { maxBytes: 99_999 }), "too_large", coding)
      }
    })
  )

  it.effect("refuses a coding that was not asked for, gzip apart, whatever a few bytes of it come to", () =>
    Effect.gen(function* () {
      // The best of its qualities takes twenty times as long, and its bytes are no fewer.
      const bomb = brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      const url = yield* put(handler({ headers: { "content-encoding": "br" }, body: bomb }))
      const egress = yield* Egress
      const asked = (accepted: string, of = url) =>
        Effect.gen(function* () {
          const headers = { "accept-encoding": accepted }
          const { body } = yield* egress.fetch(
            { purpose: "link", url: of, method: "GET", headers },
            { timeout: 10_000, maxBytes: 100_000 }
          )
          yield* Stream.runDrain(body)
        }).pipe(
          Effect.scoped,
          Effect.flip,
          Effect.map(({ reason }) => reason)
        )
      assert.strictEqual(yield* asked("identity"), "bad_encoding")
      assert.strictEqual(yield* asked("gzip, br"), "too_large")
      const packed = gzipSync(Buffer.alloc(50_000_000))
      const stored = yield* put(handler({ headers: { "content-encoding": "gzip" }, body: packed }))
      assert.strictEqual(yield* asked("identity", stored), "too_large")
    })
  )

  it.effect("refuses codings that it does not know, that are broken or that are piled up", () =>
    Effect.gen(function* () {
      const bodies: ReadonlyArray<readonly [string, Uint8Array]> = [
        ["zip", Buffer.from(pdf)],
        ["gzip, gzip", gzipSync(gzipSync(pdf))],
        ["gzip", Buffer.from(pdf)],
        ["gzip", gzipSync(pdf).subarray(0, 20)],
        ["br", Buffer.from(pdf)]
      ]
      for (const [coding, body] of bodies) {
        const url = yield* put(handler({ headers: { "content-encoding": coding }, body }))
        assert.strictEqual(yield* refusal(url), "bad_encoding", coding)
      }
    })
  )

  it.effect("ends a gzip bomb, an endless body and an endless body of nothing at the limit", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(50_000_000))
      const chunk = new Uint8Array(65_536)
      const nothing = gzipSync("")
      const endings = [
        handler({ headers: { "content-encoding": "gzip" }, body: bomb }),
        endless({}, () => chunk),
        endless({ "content-encoding": "gzip" }, () => nothing)
      ]
      for (const ending of endings) assert.strictEqual(yield* refusal(yield* put(ending)), "too_large")
    })
  )

  it.effect("ends a body that drips when the time is over", () =>
    Effect.gen(function* () {
      const closed = Promise.withResolvers<void>()
      const url = yield* put((_request, response) => {
        const drip = setInterval(() => response.write("a"), 5)
        response.on("close", () => {
          clearInterval(drip)
          closed.resolve()
        })
      })
      assert.strictEqual(yield* refusal(url, { timeout: "150 millis" }), "timed_out")
      yield* Effect.promise(() => closed.promise)
    })
  )

  it.effect("says what went wrong with the connection", () =>
    Effect.gen(function* () {
      const { names } = yield* Hosts
      names.set("raw.test", [["127.0.0.1"]])
      const answering = (answer: string) =>
        listening(createTcpServer((socket) => void socket.on("error", () => {}).end(answer)))
      const silent = yield* listening(createTcpServer((socket) => void socket.on("error", () => {})))
      const closed = yield* Effect.scoped(listening(createTcpServer()))
      const faults: ReadonlyArray<readonly [string, string]> = [
        [`http://raw.test:${closed}/`, "connect_failed"],
        [`http://raw.test:${yield* answering("220 smtp.example ESMTP\r\n")}/`, "bad_response"],
        [`https://raw.test:${yield* answering("HTTP/1.1 400 Plain\r\n\r\n")}/`, "tls_failed"],
        [`http://raw.test:${yield* answering("")}/`, "connection_lost"],
        [
          `http://raw.test:${yield* answering("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort")}/`,
          "connection_lost"
        ],
        [`http://raw.test:${yield* answering(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(70_000)}\r\n\r\n`)}/`, "bad_response"]
      ]
      for (const [url, reason] of faults) {
        assert.strictEqual(yield* refusal(url), reason, `${url} ${reason}`)
      }
      const incredible = [
        "200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        "200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\nshort",
        "200 OK\r\ncontent-length: 99999999999999999999999\r\n\r\nshort",
        "200 OK\r\ncontent-length: -5\r\n\r\nshort",
        "000 OK\r\ncontent-length: 0\r\n\r\n"
      ]
      for (const head of incredible) {
        // A host that answered was said to be out of reach.
        assert.strictEqual(
          yield* refusal(`http://raw.test:${yield* answering(`HTTP/1.1 ${head}`)}/`),
          "bad_response",
          head
        )
      }
      for (const url of [`http://raw.test:${silent}/`, `https://raw.test:${silent}/`]) {
        assert.strictEqual(yield* refusal(url, { timeout: "150 millis" }), "timed_out", url)
      }
    })
  )

  it.effect("leaves an answer that nobody reads", () =>
    Effect.gen(function* () {
      const closed = Promise.withResolvers<void>()
      const url = yield* put((request, response) => {
        response.on("close", closed.resolve)
        endless({}, () => new Uint8Array(65_536))(request, response)
      })
      const fetched = Egress.use((way) =>
        way.fetch({ purpose: "link", method: "GET", url }, { timeout: "20 seconds", maxBytes: 1 })
      )
      assert.strictEqual((yield* Effect.scoped(fetched)).status, 200)
      yield* Effect.promise(() => closed.promise)
    })
  )
})

layer(services, { excludeTestServices: true })("a link", (it) => {
  const redirecting = (location: string, status = 302) => put(handler({ status, headers: { location } }))

  it.effect("is fetched over its redirects, whatever scheme and host they lead to", () =>
    Effect.gen(function* () {
      const { names } = yield* Hosts
      names.set("files.test", [["127.0.0.1"]])
      const last = yield* put(handler({ body: pdf }), "files.test")
      let url = last
      for (const status of [301, 302, 303, 307, 308]) url = yield* redirecting(url, status)
      const blobs = yield* Blobs
      const received = yield* fetchPdf(url)
      assert.deepInclude(received, {
        inputSize: pdf.length,
        fileName: new URL(last).pathname.slice(1),
        source: "link"
      })
      const stored = yield* blobs.read(received.inputKey)
      assert.strictEqual(Option.getOrThrow(stored).size, pdf.length)
      assert.strictEqual(yield* failure(yield* redirecting(url)), "too_many_redirects")
    })
  )

  it.effect("follows a relative redirect", () =>
    Effect.gen(function* () {
      const url = yield* put(handler({ body: pdf }))
      const { pathname } = new URL(url)
      assert.strictEqual((yield* fetchPdf(yield* redirecting(`.${pathname}#page=2`))).inputSize, pdf.length)
      assert.strictEqual((yield* fetchPdf(yield* redirecting(url.replace("http:", "")))).inputSize, pdf.length)
    })
  )

  it.effect("ends where a redirect leads to another scheme, to a private host or to nowhere", () =>
    Effect.gen(function* () {
      const { names, port } = yield* Hosts
      names.set("inside.test", [["192.168.1.1"]])
      const ends: ReadonlyArray<readonly [string, string]> = [
        ["file:///etc/passwd", "bad_scheme"],
        ["gopher://site.test/", "bad_scheme"],
        ["data:application/pdf,%25PDF-1.7", "bad_scheme"],
        [`http://127.0.0.2:${port}/`, "blocked_address"],
        ["http://169.254.169.254/latest/meta-data/", "blocked_address"],
        ["http://[::ffff:127.0.0.1]/", "blocked_address"],
        ["http://inside.test/", "blocked_address"],
        ["http://nowhere.test/", "unresolvable"],
        ["http://site.test:22/", "bad_port"],
        [`http://site.test@127.0.0.1:${port}/`, "bad_url"],
        ["http://", "redirect_invalid"]
      ]
      for (const [location, reason] of ends) {
        assert.strictEqual(yield* failure(yield* redirecting(location)), reason, location)
      }
      const silent = yield* put(handler({ status: 302 }))
      assert.strictEqual(yield* failure(silent), "redirect_invalid")
    })
  )

  it.effect("that leads back to itself is given up after five redirects", () =>
    Effect.gen(function* () {
      const { pages, seen } = yield* Hosts
      const url = yield* put(() => {})
      pages.set(new URL(url).pathname, handler({ status: 302, headers: { location: url } }))
      assert.strictEqual(yield* failure(url), "too_many_redirects")
      assert.strictEqual(seen.filter((one) => one.url === new URL(url).pathname).length, 6)
    })
  )

  it.effect("resolves the name anew for each redirect, and judges it anew", () =>
    Effect.gen(function* () {
      const { names } = yield* Hosts
      names.set("turning.test", [["127.0.0.1"], ["10.0.0.1"]])
      const file = yield* put(handler({ body: pdf }), "turning.test")
      const url = yield* put(handler({ status: 302, headers: { location: file } }), "turning.test")
      assert.strictEqual(yield* failure(url), "blocked_address")
    })
  )

  it.effect("to too large a file is refused by its length, or at the first byte too many", () =>
    Effect.gen(function* () {
      const body = pdf.padEnd(2_000, " ")
      const declared = yield* put(handler({ body }))
      const chunked = yield* put((_request, response) => void response.end(body))
      for (const url of [declared, chunked]) {
        assert.strictEqual(yield* failure(url, 1_999), "file_too_large")
        assert.strictEqual((yield* fetchPdf(url, 2_000)).inputSize, 2_000)
      }
    })
  )

  it.effect("to something else than a PDF is not_a_pdf before all of it has come", () =>
    Effect.gen(function* () {
      const url = yield* put(endless({ "content-type": "text/html" }, () => Buffer.alloc(2_000, "<p>")))
      assert.strictEqual(yield* failure(url, 100_000_000), "not_a_pdf")
    })
  )
})

describe("ALLOW_PRIVATE_ADDRESSES", () => {
  const start = (value: string) => {
    const logged: Array<string> = []
    const logger = Logger.layer([Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${message}`))])
    const build = Layer.build(
      LiveEgress.layer.pipe(
        Layer.provide([Layer.mock(Dns.Dns)({}), config(value === "" ? {} : { ALLOW_PRIVATE_ADDRESSES: value }), logger])
      )
    )
    return Effect.map(Effect.exit(Effect.scoped(build)), (exit) => ({ exit, logged }))
  }

  each.effect("is named in a warning at start", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* start("")).logged, [])
      const { exit, logged } = yield* start("127.0.0.1, fd00::/8")
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(logged, [
        "Warn ALLOW_PRIVATE_ADDRESSES lets links and webhooks reach 127.0.0.1/32, fd00::/8"
      ])
    })
  )

  each.effect("stops the start when it is no list of networks", () =>
    Effect.gen(function* () {
      for (const value of ["localhost", "127.0.0.1/33", "10.0.0.0/8, x"]) {
        const { exit } = yield* start(value)
        assert.include(String(exit), "ALLOW_PRIVATE_ADDRESSES", value)
      }
    })
  )
})

describe("A refusal", () => {
  each("says nothing of addresses", () =>
    assert.notMatch(new EgressRefused({ reason: "blocked_address", message: "The host is not public" }).message, /\d/)
  )
})
