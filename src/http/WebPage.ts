/** The pages: `/` and `/console`, and the files that they load. Never limited. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { NotFound } from "../../schema/Errors.ts"
import { respond } from "./Problem.ts"
import { isKnown, takesGzip } from "./results/Range.ts"
import { type WebFile, WebFiles } from "./WebFiles.ts"

/** Everything from here, no script or style within the page, no frame around it. The reader of JPEG 2000 is WebAssembly. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ")

const year = 31_536_000

/** The tag of a compressed file is another one: its bytes are others. */
const answered = ({ bytes, etag, gzip, isImmutable, type }: WebFile, request: HttpServerRequest.HttpServerRequest) => {
  const compressed = takesGzip(request.headers["accept-encoding"]) ? gzip : null
  const compressedEtag = etag.replace(/"$/, '-gzip"')
  const headers = {
    etag: compressed === null ? etag : compressedEtag,
    "cache-control": isImmutable ? `public, max-age=${year}, immutable` : "no-cache",
    vary: "accept-encoding",
    ...(type.startsWith("text/html") ? { "content-security-policy": contentSecurityPolicy } : {})
  }
  if (isKnown(request.headers["if-none-match"], [etag, compressedEtag])) {
    return HttpServerResponse.empty({ status: 304, headers })
  }
  return HttpServerResponse.uint8Array(compressed ?? bytes, {
    contentType: type,
    headers: { ...headers, ...(compressed === null ? {} : { "content-encoding": "gzip" }) }
  })
}

const serve = (nameOf: (path: string) => string) =>
  Effect.gen(function* () {
    const files = yield* WebFiles
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const path = request.url.split("?")[0] ?? "/"
      const file = yield* files.find(nameOf(path))
      return file === null ? yield* respond(path, new NotFound()) : answered(file, request)
    })
  })

/** Where the pages and their files are, for what answers all other paths. */
export const patterns = [/^\/$/, /^\/console(?:\/[^/]+)*$/, /^\/assets\/[^/]+$/]

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* serve(() => "index.html")
    // Which view of it is meant the console finds out by itself.
    const console = yield* serve(() => "console.html")
    const asset = yield* serve((path) => path.slice(1))
    return Layer.mergeAll(
      HttpRouter.add("GET", "/", page),
      HttpRouter.add("GET", "/console/*", console),
      HttpRouter.add("GET", "/assets/:name", asset)
    )
  })
)
