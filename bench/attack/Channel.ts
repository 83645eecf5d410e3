/** Damaged messages of a child, in any pieces: each is understood, refused or makes no sense, and never anything else. */
import { encoded, type Heard, reader } from "../../layers/converter/Channel.ts"
import { replyOf } from "../../layers/converter/Replies.ts"
import { damaged, randomOf } from "./Mutations.ts"

const page = { page: 3, method: "text", characters: 33, tables: 0, confidence: null, warnings: [] }
const packed = Buffer.from('{"blocks":[],"asides":[],"view":null}')

const messages: ReadonlyArray<object> = [
  { _tag: "Ready" },
  { _tag: "Opened", info: { pages: 3, title: "A", author: null }, outline: Buffer.from("[]"), last: 3 },
  { _tag: "Started", page: 3 },
  { _tag: "Page", page, packed, next: 4 },
  { _tag: "Scan", page, packed, graphics: Buffer.from("{}"), next: null },
  { _tag: "Assembled", pages: 3 },
  { _tag: "Portion", bytes: Buffer.from("# A"), isLast: true },
  { _tag: "Drawn", width: 2, height: 2, scale: 1, pixels: Buffer.alloc(4) },
  { _tag: "Failed", code: "corrupt_pdf", message: "It is damaged" }
]

/** What became of the damaged messages. */
export interface Outcome {
  readonly understood: number
  readonly refused: number
  readonly broken: number
}

export const attack = (rounds: number, seed: number): Outcome => {
  const random = randomOf(seed)
  const at = (most: number) => Math.floor(random() * most)
  let understood = 0
  let refused = 0
  let broken = 0
  for (let round = 0; round < rounds; round++) {
    const hear = (heard: Heard) => {
      if (replyOf(heard) === null) refused++
      else understood++
    }
    const read = reader("child", hear)
    const said = Buffer.concat([1, 2, 3].map(() => encoded(messages[at(messages.length)]!)))
    let rest = damaged(said, random)
    try {
      while (rest.length > 0) {
        const size = 1 + at(rest.length)
        read(rest.subarray(0, size))
        rest = rest.subarray(size)
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      broken++
    }
  }
  return { understood, refused, broken }
}
