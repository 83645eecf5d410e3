import { Context, Effect, Layer, Stream } from "effect"
import { config as origins } from "../../src/auth/Origins.ts"
import { checkAddresses, checkUrl, literal } from "../../src/net/Address.ts"
import {
  Egress,
  type EgressLimits,
  EgressRefused,
  type EgressRequest,
  type EgressResponse,
  type Purpose
} from "../../src/net/Egress.ts"

/** What a page answers. Bytes that are given at once have a `content-length`. */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | Stream.Stream<Uint8Array, EgressRefused>
}

/** The pages there are, and who asked for them. A test puts them up; a host without one has no address. */
export class Web extends Context.Service<
  Web,
  {
    /** From now on a request for the URL gets this answer. */
    readonly put: (url: string, answer: Answer | Effect.Effect<Answer, EgressRefused>) => Effect.Effect<void>
    /** From now on the name has these addresses instead of a public one. */
    readonly name: (host: string, addresses: ReadonlyArray<string>) => Effect.Effect<void>
    /** Every request that was sent, oldest first. */
    readonly requests: Effect.Effect<ReadonlyArray<EgressRequest>>
  }
>()("svc/fakes/Web") {}

const somewherePublic = ["93.184.215.14"]

const refused = (reason: EgressRefused["reason"], message: string = reason) => new EgressRefused({ reason, message })

const bytesOf = (body: string | Uint8Array) => (typeof body === "string" ? new TextEncoder().encode(body) : body)

const response = ({ status = 200, headers = {}, body = "" }: Answer): EgressResponse => {
  if (Stream.isStream(body)) return { status, headers, body }
  const bytes = bytesOf(body)
  return {
    status,
    headers: { "content-length": String(bytes.length), ...headers },
    body: bytes.length === 0 ? Stream.empty : Stream.succeed(bytes)
  }
}

/** Fails at the first byte over the limit. */
const atMost = (maxBytes: number) => (bytes: EgressResponse["body"]) =>
  Stream.suspend(() => {
    let received = 0
    return Stream.tap(bytes, ({ length }) => {
      received += length
      return received > maxBytes ? Effect.fail(refused("too_large")) : Effect.void
    })
  })

/** A web in memory, behind the guard of the real one. Takes its time from the clock. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const { allowed: own } = yield* origins
    const pages = new Map<string, Effect.Effect<Answer, EgressRefused>>()
    const names = new Map<string, ReadonlyArray<string>>()
    const requests: Array<EgressRequest> = []

    const addressesOf = (url: URL): ReadonlyArray<string> => {
      const itself = literal(url)
      if (itself !== undefined) return [itself]
      const isKnown = [...pages.keys()].some((page) => new URL(page).hostname === url.hostname)
      return names.get(url.hostname) ?? (isKnown ? somewherePublic : [])
    }

    const judged = Effect.fnUntraced(function* (text: string, purpose: Purpose) {
      const url = yield* Effect.fromResult(checkUrl(text, purpose, [], own))
      yield* Effect.fromResult(checkAddresses(url, purpose, addressesOf(url)))
      return url
    })

    const fetch = Effect.fn("Egress.fetch")(function* (request: EgressRequest, { timeout, maxBytes }: EgressLimits) {
      const url = yield* judged(request.url, request.purpose)
      requests.push(request)
      const late = Effect.andThen(Effect.sleep(timeout), Effect.fail(refused("timed_out")))
      const page = pages.get(url.href) ?? Effect.succeed({ status: 404 })
      const answer = response(yield* Effect.raceFirst(page, late))
      return { ...answer, body: answer.body.pipe(atMost(maxBytes), Stream.interruptWhen(late)) }
    })

    return Context.mergeAll(
      Context.make(Egress, { fetch, check: (url, purpose) => Effect.asVoid(judged(url, purpose)) }),
      Context.make(Web, {
        put: (url, answer) =>
          Effect.sync(() => {
            pages.set(new URL(url).href, Effect.isEffect(answer) ? answer : Effect.succeed(answer))
          }),
        name: (host, addresses) =>
          Effect.sync(() => {
            names.set(host, addresses)
          }),
        requests: Effect.sync(() => [...requests])
      })
    )
  })
)
