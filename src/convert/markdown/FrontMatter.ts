/** DocumentInfo → YAML between rules, at the head of the Markdown. */
import type { DocumentInfo } from "../model/Document.ts"

/** A JSON string is a YAML string. */
const quoted = (text: string): string => JSON.stringify(text)

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
