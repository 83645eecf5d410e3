import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Fiber, Layer, Stream } from "effect"
import { Dns, IpNetwork, NetAddress } from "effect/net"
import { Client, type Dispatcher, errors } from "undici"
import { networks, config as origins } from "../src/auth/Origins.ts"
import { checkAddresses, checkUrl, literal } from "../src/net/Address.ts"
import {
  Egress,
  type EgressLimits,
  EgressRefused,
  type EgressRequest,
  type Purpose,
  type Refusal
} from "../src/net/Egress.ts"

/** Longest that a connection may take to open, TLS included. */
const connectMillis = 5_000

/** Milliseconds that one of several addresses of a name may take before the next one is tried too. */
const attemptMillis = 1_000

/** Bytes that a coding may add to what it cannot make smaller. */
const codingOverhead = 65_536

/** Chunks that are read ahead. */
const chunkSize = 4

const refuse = (reason: Refusal, message: string) => new EgressRefused({ reason, message })

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "")

const isTls = (code: string) =>
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|ERROR_IN_CERT_|INVALID_CA|EPROTO)/.test(
    code
  )

/** An open connection that is gone: until there is one, the system says that it was refused. */
const isReset = (code: string) => code === "ECONNRESET" || code === "EPIPE"

/** An error of the operating system, not of what was read. */
const isOfTheSystem = (code: string) => /^E[A-Z]+$/.test(code)

/** What went wrong before there was an answer. */
const sending = (error: unknown) => {
  const code = codeOf(error)
  if (error instanceof errors.ConnectTimeoutError) return refuse("timed_out", "The host does not take the connection")
  if (isTls(code)) return refuse("tls_failed", "There is no trusted TLS connection to the host")
  if (error instanceof errors.SocketError || isReset(code)) {
    return refuse("connection_lost", "The host closed the connection")
  }
  return isOfTheSystem(code)
    ? refuse("connect_failed", "The host cannot be reached")
    : refuse("bad_response", "The host does not answer with HTTP")
}

const receiving = () => refuse("connection_lost", "The answer ended early")

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

type Bytes = Stream.Stream<Uint8Array, EgressRefused>

const atMost = (limit: number) => (bytes: Bytes) =>
  Stream.suspend(() => {
    let received = 0
    return Stream.tap(bytes, ({ length }) => {
      received += length
      return received > limit ? Effect.fail(refuse("too_large", "The answer is too large")) : Effect.void
    })
  })

/** The body without its coding. Several codings on top of each other are of use to nobody but an attacker. */
const decoded = (coding: string, body: Bytes): Bytes => {
  if (coding === "" || coding === "identity") return body
  const evaluate = decoders[coding]
  const failure = () => refuse("bad_encoding", "The Content-Encoding is not one that can be read")
  return evaluate === undefined
    ? Stream.fail(failure())
    : NodeStream.pipeThroughDuplex(body, { evaluate, onError: failure, chunkSize })
}

/**
 * Whether an answer may come so: a coding that was not asked for is work for nothing, and much of it for few bytes.
 * gzip, which is cheap to undo, may: object stores send files as they were stored, whatever they are asked for.
 */
const isTaken = (coding: string, { headers }: EgressRequest): boolean => {
  const accepted = headers?.["accept-encoding"]
  return (
    accepted === undefined ||
    coding === "gzip" ||
    accepted.split(",").some((each) => each.trim().toLowerCase() === coding)
  )
}

/** Header values are read as UTF-8 where they are that, since many servers write names so; else as Latin-1. */
const text = (value: string): string => {
  const bytes = Buffer.from(value, "latin1")
  const utf8 = bytes.toString("utf8")
  return utf8.includes("\ufffd") ? value : utf8
}

const headersOf = (headers: Dispatcher.ResponseData["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      text(Array.isArray(value) ? value.join(", ") : (value ?? ""))
    ])
  )

const familyOf = (address: string) => (address.includes(":") ? 6 : 4)

/** A look-up that knows nothing but the addresses that were judged. */
const pinned =
  (addresses: ReadonlyArray<string>) =>
  (
    _name: string,
    options: { readonly all?: boolean | undefined },
    answer: (error: null, address: string | Array<{ address: string; family: number }>, family?: number) => void
  ) => {
    const all = addresses.map((address) => ({ address, family: familyOf(address) }))
    if (options.all === true) answer(null, all)
    else answer(null, all[0]!.address, all[0]!.family)
  }

/** A client of one request. It knows no proxy, keeps no session and shares no connection. */
const connect = (url: URL, addresses: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new Client(url.origin, {
          allowH2: false,
          autoSelectFamily: true,
          autoSelectFamilyAttemptTimeout: attemptMillis,
          connect: { lookup: pinned(addresses), timeout: connectMillis },
          headersTimeout: 0,
          bodyTimeout: 0,
          maxCachedSessions: 0,
          pipelining: 1
        })
    ),
    (client) => Effect.promise(() => client.destroy())
  )

export const layer = Layer.effect(
  Egress,
  Effect.gen(function* () {
    const dns = yield* Dns.Dns
    const opened = yield* networks("ALLOW_PRIVATE_ADDRESSES")
    const { allowed: own } = yield* origins
    if (opened.length > 0) {
      const list = opened.map(IpNetwork.format).join(", ")
      yield* Effect.logWarning(`ALLOW_PRIVATE_ADDRESSES lets links and webhooks reach ${list}`)
    }

    /** Every address of the URL's host. */
    const resolve = (url: URL) => {
      const itself = literal(url)
      if (itself !== undefined) return Effect.succeed([itself])
      return dns.lookup(url.hostname).pipe(
        Effect.map((addresses) => addresses.map(NetAddress.formatIp)),
        Effect.mapError(() => refuse("unresolvable", "The host has no address"))
      )
    }

    /** The URL and the addresses that may be asked for it. */
    const judged = Effect.fnUntraced(function* (text: string, purpose: Purpose) {
      const url = yield* Effect.fromResult(checkUrl(text, purpose, opened, own))
      const addresses = yield* resolve(url)
      yield* Effect.fromResult(checkAddresses(url, purpose, addresses, opened))
      return { url, addresses }
    })

    const send = Effect.fnUntraced(function* (request: EgressRequest, maxBytes: number) {
      const { url, addresses } = yield* judged(request.url, request.purpose)
      const client = yield* connect(url, addresses)
      const answer = yield* Effect.tryPromise({
        try: (signal) =>
          client.request({
            path: `${url.pathname}${url.search}`,
            method: request.method,
            headers: { ...request.headers },
            body: request.body ?? null,
            signal
          }),
        catch: sending
      })
      const { "content-encoding": coding = "", ...headers } = headersOf(answer.headers)
      const { "content-length": _, ...others } = headers
      const isPlain = coding === "" || coding.toLowerCase() === "identity"
      const received = NodeStream.fromReadable({ evaluate: () => answer.body, onError: receiving, chunkSize }).pipe(
        atMost(isPlain ? maxBytes : maxBytes + codingOverhead)
      )
      return {
        status: answer.statusCode,
        headers: isPlain ? headers : others,
        body: decoded(
          isPlain || isTaken(coding.trim().toLowerCase(), request) ? coding.trim().toLowerCase() : "unasked",
          received
        ).pipe(atMost(maxBytes))
      }
    })

    const fetch = Effect.fn("Egress.fetch")(function* (request: EgressRequest, { timeout, maxBytes }: EgressLimits) {
      const time = yield* Effect.forkScoped(Effect.sleep(timeout))
      const late = Effect.andThen(Fiber.join(time), Effect.fail(refuse("timed_out", "The host takes too long")))
      const answer = yield* Effect.raceFirst(send(request, maxBytes), late)
      return { ...answer, body: Stream.interruptWhen(answer.body, late) }
    })

    const check = Effect.fn("Egress.check")(function* (url: string, purpose: Purpose) {
      const late = Effect.fail(refuse("unresolvable", "The host's name is not resolved in time"))
      yield* Effect.timeoutOrElse(judged(url, purpose), { duration: connectMillis, orElse: () => late })
    })

    return Egress.of({ fetch, check })
  })
)
