/** Line → Row: a line as the stages look at it that put blocks together. */
import { isLeftward } from "./Direction.ts"
import { type Look, look } from "./Looks.ts"
import type { Line } from "./Page.ts"

export interface Row {
  readonly line: Line
  readonly look: Look
  readonly text: string
  /** It reads from right to left. */
  readonly leftward: boolean
  /** Of a table of contents or an index: the row ends an entry, or the next row goes on with it. */
  readonly entry?: "end" | "part"
}

export const rowOf = (line: Line): Row => ({
  line,
  look: look(line),
  text: textOf(line),
  leftward: isLeftward(line.words)
})

const textOf = ({ words }: Line): string => {
  let text = ""
  for (const [i, word] of words.entries()) text += i > 0 && !word.glued ? ` ${word.text}` : word.text
  return text
}
