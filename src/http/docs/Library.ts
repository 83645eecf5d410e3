/** The documentation as files: made from the contract and from `docs/`, when somebody first reads it. */
import type { Digest } from "../../auth/Digest.ts"
import type { types } from "./Documents.ts"
import { errorsArticle, errorsMarkdown } from "./ErrorPages.ts"
import { type Article, type Assets, layout } from "./Layout.ts"
import type { ManualFiles } from "./Manual.ts"
import { referenceArticle, referenceMarkdown } from "./reference/Reference.ts"
import { entriesOf } from "./Search.ts"

export interface File {
  readonly type: keyof typeof types
  readonly text: string
  readonly isImmutable?: true
}

/** Every file under `/docs/` that is no route of the contract, and `/docs` itself, which has no name. */
export const filesOf = ({ pages, ...files }: ManualFiles, digest: Digest["Service"]): ReadonlyMap<string, File> => {
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
}
