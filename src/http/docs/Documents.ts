/** Documents for reading, as answers: compressed, with an `ETag`, and nothing in them that could run or load elsewhere. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { codingOf, isKnown } from "../results/Range.ts"
import { type Encoded, Encodings } from "./Encodings.ts"

/** Styles and scripts are files of this origin; none stands in a page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

export const types = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  json: "application/json",
  text: "text/plain; charset=utf-8",
  style: "text/css; charset=utf-8",
  script: "text/javascript; charset=utf-8",
  image: "image/svg+xml"
}

const year = 31_536_000

const tagOf = ({ tag }: Encoded, coding: string) => (coding === "identity" ? `"${tag}"` : `"${tag}-${coding}"`)

/** Answers with a text; `isImmutable` where its address changes with its content. */
export const answering = Effect.map(
  Encodings,
  (encodings) =>
    (type: keyof typeof types, text: string, isImmutable = false) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const encoded = yield* encodings.of(text)
        const coding = codingOf(request.headers["accept-encoding"])
        const headers = {
          etag: tagOf(encoded, coding),
          "cache-control": isImmutable ? `public, max-age=${year}, immutable` : "no-cache",
          vary: "accept-encoding",
          "content-security-policy": contentSecurityPolicy
        }
        const tags = ["identity", "gzip", "br"].map((one) => tagOf(encoded, one))
        if (isKnown(request.headers["if-none-match"], tags)) return HttpServerResponse.empty({ status: 304, headers })
        return HttpServerResponse.uint8Array(encoded[coding], {
          contentType: types[type],
          headers: { ...headers, ...(coding === "identity" ? {} : { "content-encoding": coding }) }
        })
      })
)
