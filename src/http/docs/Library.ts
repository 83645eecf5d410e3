/** The documentation as files. */
import type { Digest } from "../../auth/Digest.ts"
import { titlesOfContract } from "./Contents.ts"
import type { types } from "./Documents.ts"
import { type Article, type Assets, layout } from "./Layout.ts"
import type { ManualFiles, ManualPage } from "./Manual.ts"

export interface File {
  readonly type: keyof typeof types
  readonly text: string
  readonly isImmutable?: true
}

export interface Library {
  /** Those that are made from `docs/`: its pages, and what every page loads. */
  readonly files: ReadonlyMap<string, File>
  readonly pages: ReadonlyArray<ManualPage>
  /** Any article as a page among the others. */
  readonly bound: (article: Article) => File
}

/** Files by what stands after `/docs/` in their address; `/docs` itself has no name. */
export const libraryOf = ({ pages, ...files }: ManualFiles, digest: Digest["Service"]): Library => {
  const named = (name: string, suffix: string, text: string) => {
    const hash = digest.sha256()
    hash.update(new TextEncoder().encode(text))
    return `${name}-${hash.hex().slice(0, 8)}.${suffix}`
  }
  const names = {
    style: named("docs", "css", files.style),
    script: named("docs", "js", files.script),
    icon: named("icon", "svg", files.icon)
  }
  const assets: Assets = { style: `/docs/${names.style}`, script: `/docs/${names.script}`, icon: `/docs/${names.icon}` }
  const titles = new Map([
    ...pages.map(({ name, title }) => [name, title] as const),
    ...Object.entries(titlesOfContract)
  ])
  const bound = (article: Article): File => ({ type: "html", text: layout(article, titles, assets) })

  return {
    files: new Map<string, File>([
      [names.style, { type: "style", text: files.style, isImmutable: true }],
      [names.script, { type: "script", text: files.script, isImmutable: true }],
      [names.icon, { type: "image", text: files.icon, isImmutable: true }],
      ...pages.map(({ html, ...page }): [string, File] => [page.name, bound({ ...page, body: html })]),
      ...pages.map(({ name, markdown }): [string, File] => [`${name}.md`, { type: "markdown", text: markdown }])
    ]),
    pages,
    bound
  }
}
