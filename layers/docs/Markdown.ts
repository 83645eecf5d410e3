/** The Markdown of `docs/` as HTML. It is our own, so its markup is believed. */
import { Marked, type Token, type Tokens } from "marked"
import type { ManualPage, Section } from "../../src/http/docs/Manual.ts"

const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s+/g, "-")

/** What a token of a line says, without its markup. */
const plain = (token: Token): string =>
  "tokens" in token && token.tokens !== undefined
    ? token.tokens.map(plain).join("")
    : "text" in token
      ? String(token.text)
      : ""

/** Pages name each other as files within `docs/`, and as addresses on the service. */
const addressed = (href: string, suffix: "" | ".md") =>
  href.replace(/^([\w-]+)\.md(?=$|#)/, (_, name: string) => `/docs${name === "index" ? "" : `/${name}`}${suffix}`)

const marked = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const id = slug(tokens.map(plain).join(""))
      const text = this.parser.parseInline(tokens)
      return depth === 1 ? `<h1>${text}</h1>\n` : `<h${depth} id="${id}"><a href="#${id}">${text}</a></h${depth}>\n`
    },
    link({ href, tokens }) {
      return `<a href="${addressed(href, "")}">${this.parser.parseInline(tokens)}</a>`
    }
  }
})

/** Wide tables and listings scroll by themselves, with the keyboard too. */
const htmlOf = (tokens: ReadonlyArray<Token>) =>
  marked
    .parser([...tokens])
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">')

const isHeading =
  (depth: number) =>
  (token: Token | undefined): token is Tokens.Heading =>
    token?.type === "heading" && token["depth"] === depth

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&"
}

const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? "")
    .replace(/\s+/g, " ")
    .trim()

/** A page parted where a heading of the second depth stands. */
const parted = (tokens: ReadonlyArray<Token>) => {
  const parts: Array<Array<Token>> = [[]]
  for (const token of tokens) {
    if (isHeading(2)(token)) parts.push([])
    parts.at(-1)?.push(token)
  }
  return parts
}

const sectionOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<Section> => {
  const [head, ...rest] = tokens
  return isHeading(2)(head) ? [{ id: slug(plain(head)), title: plain(head), text: wordsOf(htmlOf(rest)) }] : []
}

export const pageOf = (name: string, markdown: string): ManualPage => {
  const tokens = marked.lexer(markdown)
  const title = tokens.find(isHeading(1))
  const summary = tokens.find(({ type }) => type === "paragraph")
  return {
    name: name === "index" ? "" : name,
    title: title === undefined ? name : plain(title),
    summary: summary === undefined ? "" : plain(summary).replace(/\s+/g, " "),
    sections: parted(tokens).flatMap(sectionOf),
    markdown: markdown.replace(/(?<=\]\()[\w-]+\.md(?=[)#])/g, (file) => addressed(file, ".md")),
    html: htmlOf(tokens)
  }
}
