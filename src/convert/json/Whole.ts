/** Lines of JSON (`Result.ts`) → one JSON document, line by line. */
import type { ResultHead } from "../model/Result.ts"

export interface WholeJson {
  /** What a line adds. */
  readonly add: (line: string) => string
  /** What ends the document. */
  readonly end: string
}

/** The pages alone: how the pictures are stored is no part of a document. */
const opening = (line: string): string => {
  const { pages }: ResultHead = JSON.parse(line)
  return JSON.stringify({ pages })
}

export const wholeJson = (): WholeJson => {
  let count = 0
  return {
    add: (line) => {
      const i = count++
      return i === 0 ? `${opening(line).slice(0, -1)},"blocks":[` : `${i === 1 ? "" : ","}\n${line}`
    },
    end: "\n]}\n"
  }
}
