/** Documents for services whose converters are scripted: what they come to, and when, is the test's to say. */

export interface Script {
  readonly pages: number
  /** A file, until which the document is being converted. */
  readonly gate?: string
}

/** A document of at least so many bytes. */
export const scripted = (script: Script, size = 0) => {
  const text = `%PDF-1.7\n${JSON.stringify(script)}\n`
  return new TextEncoder().encode(text.padEnd(size, "%"))
}
