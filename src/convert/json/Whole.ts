/** Lines of JSON (`Result.ts`) → one JSON document, line by line. */

export interface WholeJson {
  /** What a line adds. */
  readonly add: (line: string) => string
  /** What ends the document. */
  readonly end: string
}

export const wholeJson = (): WholeJson => {
  let count = 0
  return {
    add: (line) => {
      const i = count++
      return i === 0 ? `${line.slice(0, -1)},"blocks":[` : `${i === 1 ? "" : ","}\n${line}`
    },
    end: "\n]}\n"
  }
}
