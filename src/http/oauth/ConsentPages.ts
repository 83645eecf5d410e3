/** The addresses that a browser passes through when an agent is to be let in. */
import { Effect, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../schema/Api.ts"
import { InvalidSession, type RateLimited } from "../../../schema/Errors.ts"
import type { AccountId } from "../../../schema/Ids.ts"
import { startPath } from "../../../schema/v2/Auth.ts"
import { Accounts } from "../../accounts/Accounts.ts"
import { Auth, sessionCookie } from "../../auth/Auth.ts"
import { type Asked, AuthorizationServer, type QuestionUnknown } from "../../oauth/AuthorizationServer.ts"
import { Client } from "../Client.ts"
import { isOurs } from "../LinkPages.ts"
import * as Pages from "../Pages.ts"
import { onCharge } from "../Security.ts"
import { failure } from "../SignInPages.ts"
import * as ConsentPage from "./ConsentPage.ts"
import { answered, asking, page } from "./Protocol.ts"

const refusals = ["question_unknown", "invalid_session", "rate_limited"] as const

type Request = HttpServerRequest.HttpServerRequest

const onwards = (location: string) =>
  HttpServerResponse.redirect(location, { status: 303, headers: { "cache-control": "no-store" } })

export const layer = HttpApiBuilder.group(
  Api,
  "oauth.pages",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const ask = yield* asking
    const auth = yield* Auth
    const server = yield* AuthorizationServer

    /** The way to the client and back is the library's. */
    const passed = Effect.fnUntraced(function* ({ request }: { readonly request: Request }) {
      const answer = yield* ask(request, "")
      return answer.status < 400 ? answered(answer) : yield* Pages.respond(page(answer))
    })

    const questionIn = (request: Request, uid: string) => ({ uid, cookies: request.headers["cookie"] ?? "" })

    const signedIn = Effect.fnUntraced(function* (request: Request) {
      const { address } = yield* Client
      const call = { address, bucket: "requests", onCharge: onCharge(request) } as const
      return yield* auth.session(request.cookies[sessionCookie] ?? "", call)
    })

    const questioned = Effect.fnUntraced(function* (uid: string, asked: Asked, accountId: AccountId) {
      const account = yield* accounts.find(accountId)
      return yield* account === null ? new InvalidSession() : Pages.respond(ConsentPage.question(uid, asked, account))
    })

    /** What keeps a person from the question, as a page; whoever is not signed in comes back here from there. */
    const asPage = (uid: string) => (refusal: QuestionUnknown | InvalidSession | RateLimited) =>
      refusal._tag === "invalid_session"
        ? Effect.succeed(onwards(`${startPath}?consent=${uid}`))
        : Pages.respond(refusal._tag === "question_unknown" ? ConsentPage.over : failure(refusal))

    return handlers
      .handle("authorize", passed)
      .handle("resume", passed)
      .handle(
        "question",
        Effect.fnUntraced(function* ({ request, params: { uid } }) {
          return yield* Effect.gen(function* () {
            const question = questionIn(request, uid)
            const asked = yield* server.asked(question)
            const { accountId } = yield* signedIn(request)
            const before = yield* server.allowedBefore(question, accountId)
            if (Option.isSome(before)) return onwards(before.value)
            return yield* questioned(uid, asked, accountId)
          }).pipe(Effect.catchTag(refusals, asPage(uid)))
        })
      )
      .handle(
        "answer",
        Effect.fnUntraced(function* ({ request, params: { uid }, payload: { account, decline } }) {
          return yield* Effect.gen(function* () {
            const question = questionIn(request, uid)
            if (!(yield* isOurs(request))) return yield* Pages.respond(ConsentPage.over)
            if (decline !== undefined) return onwards(yield* server.decline(question))
            const asked = yield* server.asked(question)
            const { accountId } = yield* signedIn(request)
            if (accountId !== account) {
              return yield* questioned(uid, asked, accountId)
            }
            return onwards(yield* server.allow(question, accountId))
          }).pipe(Effect.catchTag(refusals, asPage(uid)))
        })
      )
  })
)
