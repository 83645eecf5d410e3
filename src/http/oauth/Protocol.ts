/** Requests of the protocol as the authorization server takes them, and its answers as ours. */
import { Effect } from "effect"
import { Cookies, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { AuthorizationServer, type ProtocolAnswer } from "../../oauth/AuthorizationServer.ts"
import { Client } from "../Client.ts"
import * as Pages from "../Pages.ts"

/** What the library says of caching is said by us for all of it, and of other origins by the frame. */
const isOurs = (name: string) => ["cache-control", "content-type", "location", "www-authenticate"].includes(name)

const plainly = ({ status, headers, cookies, body }: ProtocolAnswer) =>
  HttpServerResponse.text(body, {
    status,
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => isOurs(name))),
      "cache-control": "no-store"
    },
    ...(headers["content-type"] === undefined ? {} : { contentType: headers["content-type"] }),
    cookies: Cookies.fromSetCookie(cookies)
  })

/** A character that PostgreSQL keeps in no text, in an address or a form as they came. */
const hasNul = (sent: string): boolean => /%00|\0/.test(sent)

const unreadable: ProtocolAnswer = {
  status: 400,
  headers: { "content-type": "application/json; charset=utf-8" },
  cookies: [],
  body: JSON.stringify({ error: "invalid_request", error_description: "a parameter holds a NUL character" })
}

/** What the authorization server answers to a request as it came. */
export const asking = Effect.map(AuthorizationServer, (server) =>
  Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, body: string) {
    const { address } = yield* Client
    if (hasNul(request.url) || hasNul(body)) return unreadable
    return yield* server.answer({
      method: request.method === "POST" ? "POST" : "GET",
      path: request.url,
      address,
      cookies: request.headers["cookie"] ?? "",
      contentType: request.headers["content-type"] ?? "",
      body
    })
  })
)

/** The answer as it is, without a body where there is none. */
export const answered = (answer: ProtocolAnswer): HttpServerResponse.HttpServerResponse =>
  answer.body === "" || answer.status === 303
    ? HttpServerResponse.empty({
        status: answer.status,
        headers: {
          "cache-control": "no-store",
          ...(answer.headers["location"] === undefined ? {} : { location: answer.headers["location"] })
        },
        cookies: Cookies.fromSetCookie(answer.cookies)
      })
    : plainly(answer)

const words = (body: string): string => {
  try {
    const { error, error_description } = JSON.parse(body) as Readonly<Record<string, unknown>>
    return String(error_description ?? error)
  } catch {
    return "The request is not one of OAuth"
  }
}

/** What a person is shown whose client did something wrong, and cannot be told itself. */
export const page = ({ status, body }: Pick<ProtocolAnswer, "status" | "body">): Pages.Page => ({
  status: status < 500 ? 400 : 500,
  title: "This app cannot be connected",
  text: Pages.html`<p>What it asked for is not valid: ${words(body)}.</p>
<p class="soft">Nothing was allowed. Start again in the app, or tell its makers.</p>`
})
