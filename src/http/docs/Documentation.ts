/** `/docs` and the pages under it. Never limited. */
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { NotFound } from "../../../schema/Errors.ts"
import { Digest } from "../../auth/Digest.ts"
import { Client } from "../Client.ts"
import { respond } from "../Problem.ts"
import { contents } from "./Contents.ts"
import { answering, type types } from "./Documents.ts"
import { errorsArticle, errorsMarkdown } from "./ErrorPages.ts"
import { type Article, type Assets, layout } from "./Layout.ts"
import { Manual } from "./Manual.ts"
import { referenceArticle, referenceMarkdown } from "./reference/Reference.ts"
import { entriesOf } from "./Search.ts"

/** The address that the pages of `docs/` write for the service. */
const written = "http://localhost:8080"

interface File {
  readonly type: keyof typeof types
  readonly text: string
  readonly isImmutable?: true
}

/** Every file under `/docs/` that is no route of the contract, and `/docs` itself, which has no name. */
const library = Effect.gen(function* () {
  const { pages, ...files } = yield* Manual
  const digest = yield* Digest

  const named = (name: string, suffix: string, text: string) => {
    const hash = digest.sha256()
    hash.update(new TextEncoder().encode(text))
    return `${name}-${hash.hex().slice(0, 8)}.${suffix}`
  }
  const articles: ReadonlyArray<Article> = [
    ...pages.map(({ html, ...page }) => ({ ...page, body: html })),
    referenceArticle,
    errorsArticle
  ]
  const index = JSON.stringify(entriesOf(pages, articles))
  const indexName = named("search", "json", index)
  const script = files.script.replace("search.json", indexName)
  const names = {
    style: named("docs", "css", files.style),
    script: named("docs", "js", script),
    icon: named("icon", "svg", files.icon)
  }
  const assets: Assets = { style: `/docs/${names.style}`, script: `/docs/${names.script}`, icon: `/docs/${names.icon}` }
  const titles = new Map(articles.map(({ name, title }) => [name, title]))

  return new Map<string, File>([
    [names.style, { type: "style", text: files.style, isImmutable: true }],
    [names.script, { type: "script", text: script, isImmutable: true }],
    [names.icon, { type: "image", text: files.icon, isImmutable: true }],
    [indexName, { type: "json", text: index, isImmutable: true }],
    ...articles.map((article): [string, File] => [
      article.name,
      { type: "html", text: layout(article, titles, assets) }
    ]),
    ...pages.map(({ name, markdown }): [string, File] => [`${name}.md`, { type: "markdown", text: markdown }]),
    ["reference.md", { type: "markdown", text: referenceMarkdown }],
    ["errors.md", { type: "markdown", text: errorsMarkdown }]
  ])
})

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
    const files = yield* library
    const answer = yield* answering
    return Documentation.of({
      page: (name) =>
        Effect.gen(function* () {
          const file = files.get(name)
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
