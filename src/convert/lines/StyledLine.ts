/** Line → StyledLine: a line as the stages look at it that put blocks together. */

import type { Line } from "../model/Line.ts"
import { isLeftward } from "./Direction.ts"
import { type Look, look } from "./Look.ts"

export interface StyledLine {
  readonly line: Line
  readonly look: Look
  readonly text: string
  /** It reads from right to left. */
  readonly leftward: boolean
  /** Of a table of contents or an index: the row ends an entry, or the next row goes on with it. */
  readonly entry?: "end" | "part"
}

export const styled = (line: Line): StyledLine => ({
  line,
  look: look(line),
  text: textOf(line),
  leftward: isLeftward(line.words)
})

const textOf = ({ words }: Line): string => {
  let text = ""
  for (const [i, word] of words.entries()) text += i > 0 && !word.noSpaceBefore ? ` ${word.text}` : word.text
  return text
}
