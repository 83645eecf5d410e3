/** What the search of the documentation looks through. */
import { hrefOf } from "./Contents.ts"
import { errorTable } from "./Docs.ts"
import type { Article } from "./Layout.ts"
import type { ManualPage } from "./Manual.ts"
import { endpoints } from "./reference/Endpoints.ts"

interface Entry {
  readonly page: string
  readonly title: string
  readonly href: string
  readonly text: string
}

/** Pages, their sections, those made from the contract, every endpoint and every error code. */
export const entriesOf = (pages: ReadonlyArray<ManualPage>, articles: ReadonlyArray<Article>): ReadonlyArray<Entry> => [
  ...[...pages, ...articles].map(({ name, title, summary }) => ({
    page: "",
    title,
    href: hrefOf(name),
    text: summary
  })),
  ...pages.flatMap(({ name, title: page, sections }) =>
    sections.map(({ id, title, text }) => ({ page, title, href: `${hrefOf(name)}#${id}`, text }))
  ),
  ...endpoints.map(({ id, method, path, summary }) => ({
    page: "Reference",
    title: `${method} ${path}`,
    href: `/docs/reference#${id}`,
    text: summary
  })),
  ...errorTable.map(({ code, title }) => ({ page: "Errors", title: code, href: `/docs/errors#${code}`, text: title }))
]
