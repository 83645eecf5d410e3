import { DateTime, Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Caller, Device } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { DeviceNotFound, NotFound, OauthNotConfigured } from "../../../schema/Errors.ts"
import { DeviceId, SessionId } from "../../../schema/Ids.ts"
import { linkPath } from "../../../schema/v2/Auth.ts"
import { Accounts } from "../../accounts/Accounts.ts"
import { Exports } from "../../accounts/Exports.ts"
import { limitsOf, ownPages } from "../../accounts/Limits.ts"
import { Links } from "../../accounts/Links.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { pageLimit, Usage } from "../../accounts/Usage.ts"
import { Identity } from "../../auth/Identity.ts"
import { Sessions } from "../../auth/Sessions.ts"
import { noLonger } from "../../auth/Standing.ts"
import { ownerOf } from "../../jobs/Job.ts"
import { Slots } from "../../jobs/Slots.ts"
import { known } from "../../requests/Ids.ts"
import { Client } from "../Client.ts"

const sessionIn = known(Schema.is(SessionId), () => new NotFound({ message: "There is no such session" }))

const deviceIn = known(Schema.is(DeviceId), () => new DeviceNotFound())

export const account = HttpApiBuilder.group(
  Api,
  "v2.account",
  Effect.fn(function* (handlers) {
    const identity = yield* Identity
    const links = yield* Links

    const status = (deviceId: DeviceId) =>
      Effect.map(links.account(deviceId), (found) => ({
        linked: Option.isSome(found),
        account: Option.match(found, {
          onNone: () => null,
          onSome: ({ accountId, email, tier }) => ({ account_id: accountId, email, tier })
        })
      }))

    return handlers
      .handle("status", () => Effect.flatMap(Device, ({ deviceId }) => status(deviceId)))
      .handle(
        "linkStart",
        Effect.fnUntraced(function* () {
          const { deviceId } = yield* Device
          const { address, origin } = yield* Client
          if (!identity.isConfigured) return yield* new OauthNotConfigured()
          return { login_url: `${origin}${linkPath}?ticket=${yield* links.ticket(deviceId, address)}` }
        })
      )
      .handle(
        "linkAttach",
        Effect.fnUntraced(function* () {
          const { deviceId } = yield* Device
          yield* links.attach(deviceId, (yield* Caller).accountId, (yield* Client).address)
          return yield* status(deviceId)
        })
      )
      .handle(
        "unlink",
        Effect.fnUntraced(function* () {
          const { deviceId } = yield* Device
          yield* links.detach(deviceId)
          return yield* status(deviceId)
        })
      )
  })
)

export const me = HttpApiBuilder.group(
  Api,
  "v2.me",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const exports = yield* Exports
    const links = yield* Links
    const sessions = yield* Sessions
    const slots = yield* Slots
    const tiers = yield* Tiers
    const usage = yield* Usage

    return handlers
      .handle(
        "read",
        Effect.fnUntraced(function* () {
          const caller = yield* Caller
          const found = yield* accounts.find(caller.accountId)
          if (found === null) return yield* noLonger(caller)
          const { accountId, email, name, tier, createdAt, devices } = found
          return {
            account_id: accountId,
            email,
            name,
            tier,
            created_at: createdAt,
            devices: devices.map(({ deviceId, name, linkedAt, linkedFrom, lastSeenAt }) => ({
              device_id: deviceId,
              name,
              linked_at: linkedAt,
              linked_from: linkedFrom,
              last_seen_at: lastSeenAt
            })),
            auth:
              caller.kind === "key"
                ? { kind: "key" as const, key_id: caller.keyId, scopes: caller.scopes }
                : { kind: "session" as const, key_id: null, scopes: null }
          }
        })
      )
      .handle(
        "limits",
        Effect.fnUntraced(function* () {
          const caller = yield* Caller
          return limitsOf(caller, tiers[caller.tier], yield* slots.used(ownerOf(caller)))
        })
      )
      .handle(
        "usage",
        Effect.fnUntraced(function* () {
          const caller = yield* Caller
          const own = ownPages(caller)
          const used = yield* usage.thisMonth(
            caller.accountId,
            caller.kind === "key" && own !== null ? caller.keyId : undefined
          )
          return {
            period_start: used.period.start,
            reset_at: used.period.reset,
            pages: { used: used.pages, limit: pageLimit(tiers[caller.tier].monthlyPages, own) },
            jobs: { created: used.created, ready: used.ready, error: used.error },
            by_day: used.byDay
          }
        })
      )
      .handle(
        "export",
        Effect.fnUntraced(function* () {
          const { accountId } = yield* Caller
          const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
          return HttpServerResponse.stream(exports.of(accountId), {
            contentType: "application/json",
            headers: { "content-disposition": `attachment; filename="account-${day}.json"` }
          })
        })
      )
      .handle(
        "removeDevice",
        Effect.fnUntraced(function* ({ params: { deviceId } }) {
          const { accountId } = yield* Caller
          yield* links.remove(accountId, yield* deviceIn(deviceId))
        })
      )
      .handle(
        "sessions",
        Effect.fnUntraced(function* () {
          const caller = yield* Caller
          const found = yield* sessions.list(caller.accountId)
          return {
            items: found.map(({ sessionId, browser, address, createdAt, lastUsedAt, expiresAt }) => ({
              session_id: sessionId,
              browser,
              address,
              created_at: createdAt,
              last_used_at: lastUsedAt,
              expires_at: expiresAt,
              current: caller.kind === "session" && caller.sessionId === sessionId
            }))
          }
        })
      )
      .handle(
        "endSession",
        Effect.fnUntraced(function* ({ params: { sessionId } }) {
          const { accountId } = yield* Caller
          yield* sessions.end(accountId, yield* sessionIn(sessionId))
        })
      )
      .handle("remove", () => Effect.flatMap(Caller, ({ accountId }) => accounts.remove(accountId)))
  })
)
