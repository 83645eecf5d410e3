/** Who calls, by the credentials of a request. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ApiKeyRequired, DeviceNotLinked, MissingCredentials } from "../../../schema/Errors.ts"
import type { Credential } from "../../../schema/Permissions.ts"
import { Auth, sessionCookie } from "../../auth/Auth.ts"
import { keyPrefix } from "../../auth/Secrets.ts"
import { Connections } from "../../oauth/Connections.ts"
import { Client } from "../Client.ts"
import { bucketOf, type Endpoint, onCharge, signing } from "../Security.ts"

type Request = HttpServerRequest.HttpServerRequest

const bearer = (authorization: string) => /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ""

/** What an `Authorization` is told that is of another scheme than ours, or of none. */
const noBearer = "Authorization takes the word Bearer and an API key, as in `Authorization: Bearer svc_…`"

/** A scheme without a token is no credential. */
const isEmpty = (authorization: string) => ["", "bearer"].includes(authorization.trim().toLowerCase())

const sessionOf = (request: Request) => request.cookies[sessionCookie] ?? ""

/** The credential that decides: a device's signature or a bearer before a cookie, however good the cookie is. */
const presented = (request: Request): Credential | null =>
  request.headers["x-svc-device-token"] !== undefined || request.headers["x-svc-device-signature"] !== undefined
    ? "device"
    : !isEmpty(request.headers["authorization"] ?? "")
      ? "key"
      : sessionOf(request) !== ""
        ? "session"
        : null

/** Each takes what its name says, and fails with `missing_credentials` when there is nothing of that kind. */
export const callers = Effect.gen(function* () {
  const auth = yield* Auth
  const connections = yield* Connections
  const signed = yield* signing

  const call = (request: Request, endpoint: Endpoint) =>
    Effect.map(Client, ({ address }) => ({ address, bucket: bucketOf(endpoint), onCharge: onCharge(request) }))

  /** No credential, or none that the route takes. */
  const nobody = Effect.fnUntraced(function* (request: Request) {
    const { address } = yield* Client
    yield* auth.anonymous(address, onCharge(request))
    const authorization = request.headers["authorization"] ?? ""
    const isForeign = !isEmpty(authorization) && bearer(authorization) === ""
    return yield* new MissingCredentials(isForeign ? { message: noBearer } : {})
  })

  const byKey = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
    const key = bearer(request.headers["authorization"] ?? "")
    return yield* key === "" ? nobody(request) : auth.key(key, yield* call(request, endpoint))
  })

  const bySession = (request: Request, endpoint: Endpoint) =>
    Effect.flatMap(call(request, endpoint), (call) => auth.session(sessionOf(request), call))

  const byLinkedDevice = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
    const device = yield* signed(request, endpoint)
    return device.accountId === null ? yield* new DeviceNotLinked() : { ...device, accountId: device.accountId }
  })

  type Find = (request: Request, endpoint: Endpoint) => Effect.Effect<unknown, unknown>
  type Answer<F extends Find> = Effect.Effect<Effect.Success<ReturnType<F>>, Effect.Error<ReturnType<F>>>

  /** Whom the credential that decides names, where it is of one of these kinds. */
  const oneOf =
    <Finds extends Partial<Record<Credential, Find>>>(finds: Finds) =>
    (request: Request, endpoint: Endpoint) => {
      const credential = presented(request)
      const find: Find = (credential === null ? undefined : finds[credential]) ?? nobody
      return find(request, endpoint) as Answer<Extract<Finds[keyof Finds], Find> | typeof nobody>
    }

  const noKey = (request: Request, endpoint: Endpoint) =>
    Effect.andThen(bySession(request, endpoint), Effect.fail(new ApiKeyRequired()))

  return {
    device: oneOf({ device: signed }),
    session: oneOf({ session: bySession }),
    sessionOrDevice: oneOf({ device: byLinkedDevice, session: bySession }),
    keySessionOrDevice: oneOf({ device: byLinkedDevice, key: byKey, session: bySession }),
    keyOrSession: oneOf({ key: byKey, session: bySession }),
    /** Callers that may have made a job, or made it under an account. */
    reader: oneOf({ device: signed, key: byKey, session: bySession }),
    /** A session is told that it needs a key. */
    key: oneOf({ key: byKey, session: noKey }),
    /** For programs: a cookie is no credential. */
    keyAlone: oneOf({ key: byKey }),

    /** Callers connected to an account by OAuth, or with a key; the token must be meant for `resource`. */
    agent: Effect.fnUntraced(function* (request: Request, endpoint: Endpoint, resource: string) {
      if (presented(request) !== "key") return yield* nobody(request)
      const token = bearer(request.headers["authorization"] ?? "")
      if (token === "" || token.startsWith(keyPrefix)) return yield* byKey(request, endpoint)
      return yield* connections.caller(token, resource, yield* call(request, endpoint))
    }),

    ticket: (request: Request, endpoint: Endpoint) =>
      Effect.flatMap(call(request, endpoint), (call) => auth.ticket(request.headers["upload-ticket"] ?? "", call)),

    /** The device first, then whose it is to be. */
    deviceAndSession: Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
      if (presented(request) !== "device" || sessionOf(request) === "") return yield* nobody(request)
      return [yield* signed(request, endpoint), yield* bySession(request, endpoint)] as const
    })
  }
})
