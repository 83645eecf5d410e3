/** What stands around every page of the documentation. */
import { escape, Html, html } from "../Pages.ts"
import { contents, hrefOf } from "./Contents.ts"

export interface Article {
  /** Of its address, `/docs/NAME`; empty for `/docs` itself. */
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly sections: ReadonlyArray<{ readonly id: string; readonly title: string }>
  readonly body: string
}

/** The files of a page, by names that change with their content. */
export interface Assets {
  readonly style: string
  readonly script: string
  readonly icon: string
}

const inside = ({ sections }: Article) =>
  sections.length === 0
    ? ""
    : `<ul class="inside">${sections.map(({ id, title }) => `<li><a href="#${escape(id)}">${escape(title)}</a></li>`).join("")}</ul>`

const navigation = (article: Article, titles: ReadonlyMap<string, string>) => {
  const entry = (name: string, title: string) =>
    name === article.name
      ? `<li><a href="${hrefOf(name)}" aria-current="page">${escape(title)}</a>${inside(article)}</li>`
      : `<li><a href="${hrefOf(name)}">${escape(title)}</a></li>`
  const groups = contents.map(
    ({ title, pages }) =>
      `<h2>${escape(title)}</h2><ul>${pages.map((name) => entry(name, titles.get(name) ?? name)).join("")}</ul>`
  )
  return new Html(`<ul>${entry("", "Overview")}</ul>${groups.join("")}`)
}

const neighbours = (article: Article, titles: ReadonlyMap<string, string>) => {
  const order: ReadonlyArray<string> = ["", ...contents.flatMap(({ pages }) => pages)]
  const next = order[order.indexOf(article.name) + 1]
  return next === undefined
    ? html``
    : html`<a class="next" href="${hrefOf(next)}">Next: ${titles.get(next) ?? next}</a>`
}

/** A whole page. It reads without its script, which adds the search. */
export const layout = (article: Article, titles: ReadonlyMap<string, string>, assets: Assets): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${article.summary}">
<title>${article.name === "" ? article.title : `${article.title} – PDF to Markdown`}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${hrefOf(article.name)}.md">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="/">PDF to Markdown</a>
<form class="search" role="search" hidden>
<input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off">
<ol class="found" hidden></ol>
</form>
<nav aria-label="Site"><a href="/docs" aria-current="true">Docs</a><a href="/docs/reference">API</a><a href="/console">Console</a></nav>
</header>
<div class="columns">
<details class="menu">
<summary>All pages</summary>
<nav aria-label="Pages, in a menu">${navigation(article, titles)}</nav>
</details>
<nav class="side" aria-label="Pages">${navigation(article, titles)}</nav>
<main id="content" class="document">
${new Html(article.body)}
<footer>${neighbours(article, titles)}<a href="${hrefOf(article.name)}.md">This page as Markdown</a></footer>
</main>
</div>
</body>
</html>
`.markup
