/** `/docs` and the pages under it. Never limited. */
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { NotFound } from "../../../schema/Errors.ts"
import { Digest } from "../../auth/Digest.ts"
import { Client } from "../Client.ts"
import { respond } from "../Problem.ts"
import { contents } from "./Contents.ts"
import { answering } from "./Documents.ts"
import { Manual } from "./Manual.ts"

/** The address that the pages of `docs/` write for the service. */
const written = "http://localhost:8080"

/** The pages of the documentation, as answers. */
export class Documentation extends Context.Service<
  Documentation,
  {
    /** By what stands after `/docs/` in an address; `""` and `".md"` are `/docs` and `/docs.md`. */
    readonly page: (
      name: string
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>
  }
>()("svc/http/docs/Documentation") {}

export const documentation = Layer.effect(
  Documentation,
  Effect.gen(function* () {
    // Loaded for the first reader, and not at each start: making it takes a third as long as all else that a start does,
    // and most of that what is made from the contract.
    const manual = yield* Manual
    const digest = yield* Digest
    const library = yield* Effect.cached(
      Effect.uninterruptible(
        Effect.gen(function* () {
          const { libraryOf } = yield* Effect.promise(() => import("./Library.ts"))
          return libraryOf(yield* manual, digest)
        })
      )
    )
    const ofContract = yield* Effect.cached(
      Effect.uninterruptible(
        Effect.gen(function* () {
          const { filesOfContract } = yield* Effect.promise(() => import("./OfContract.ts"))
          return filesOfContract(yield* library)
        })
      )
    )
    const answer = yield* answering
    return Documentation.of({
      page: (name) =>
        Effect.gen(function* () {
          const file = (yield* library).files.get(name) ?? (yield* ofContract).get(name)
          if (file === undefined) {
            const { url } = yield* HttpServerRequest.HttpServerRequest
            return yield* respond(url.split("?")[0] ?? "", new NotFound())
          }
          const { origin } = yield* Client
          return yield* answer(file.type, file.text.replaceAll(written, origin), file.isImmutable)
        })
    })
  })
)

const names = contents.flatMap(({ pages }) => pages).join("|")

/** Where pages are, for what answers all other paths. */
export const patterns = [/^\/docs$/, new RegExp(`^/docs/(?:${names})(?:\\.md)?$`)]

/** The pages that are no routes of the contract. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { page } = yield* Documentation
    const named = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
      page((url.split("?")[0] ?? "").slice("/docs/".length))
    )
    return Layer.mergeAll(HttpRouter.add("GET", "/docs", page("")), HttpRouter.add("GET", "/docs/:name", named))
  })
)
