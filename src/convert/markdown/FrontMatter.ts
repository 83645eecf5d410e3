/** DocumentInfo → YAML between rules, at the head of the Markdown. */
import type { DocumentInfo } from "../model/Document.ts"

/** A JSON string is a YAML string. Renderers that know no front matter read it as Markdown, which must find nothing in it. */
const quoted = (text: string): string =>
  JSON.stringify(text)
    .replace(/[<>[\]&`*_~|\u007f-\u009f\u2028\u2029\ufeff]/g, unicode)
    .replace(/(?<=ftp:|xmpp:)./gi, unicode)

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

export const frontMatter = (info: DocumentInfo, range: string | null): string =>
  [
    "---",
    ...(info.title === null ? [] : [`title: ${quoted(info.title)}`]),
    ...(info.author === null ? [] : [`author: ${quoted(info.author)}`]),
    `pages: ${info.pages}`,
    ...(range === null ? [] : [`page_range: ${quoted(range)}`]),
    "---",
    "",
    ""
  ].join("\n")
