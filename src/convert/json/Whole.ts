/** Lines of JSON (`Result.ts`) → one JSON document, in whatever pieces they come: a table of thousands of rows is one line. */
import type { ResultHead } from "../model/Result.ts"

export interface WholeJson {
  /** What a piece of the lines adds. */
  readonly add: (text: string) => string
  /** What ends the document. */
  readonly end: string
}

/** The pages alone: how the pictures are stored is no part of a document. */
const opening = (line: string): string => {
  const { pages }: ResultHead = JSON.parse(line)
  return `${JSON.stringify({ pages }).slice(0, -1)},"blocks":[`
}

export const wholeJson = (): WholeJson => {
  /** What has come of the first line, until all of it has. */
  let head: string | null = ""
  /** What goes before the next block, if there is one. */
  let between = ""

  const addBlocks = (text: string) => {
    if (text === "") return ""
    const isLine = text.endsWith("\n")
    const added = between + (isLine ? text.slice(0, -1) : text).replaceAll("\n", ",\n")
    between = isLine ? ",\n" : ""
    return added
  }
  const add = (text: string) => {
    if (head === null) return addBlocks(text)
    const end = text.indexOf("\n")
    if (end === -1) {
      head += text
      return ""
    }
    const opened = opening(head + text.slice(0, end))
    head = null
    between = "\n"
    return opened + addBlocks(text.slice(end + 1))
  }
  return { add, end: "\n]}\n" }
}
