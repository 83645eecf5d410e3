/**
 * A converter child that stands in for the real one where a test is about jobs: it says what the script in a document asks
 * for, once the gate that the script names is there, and does no work of its own. Speaks the real wire, under the real flags.
 */
import { existsSync, readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { confine, freeze as freezeWith, say, serve } from "../../layers/converter/Confined.ts"
import type { Request } from "../../layers/converter/Wire.ts"
import { bytesOf, failedPage } from "../../src/convert/model/Document.ts"
import type { Script } from "./Scripted.ts"

/** How often it looks for its gate, in ms. */
const lookAgain = 10

const convert = async ({ path, after, reads }: Extract<Request, { _tag: "Convert" }>) => {
  const file = readFileSync(path, "latin1")
  const { pages, gate }: Script = JSON.parse(file.slice(file.indexOf("{"), file.indexOf("}") + 1))
  const info = { pages, title: null, author: null }
  say({ _tag: "Opened", info, outline: bytesOf([]), last: pages }, { _tag: "Started", page: after + 1 })
  while (gate !== undefined && !existsSync(gate)) await setTimeout(lookAgain)
  let markdown = ""
  for (let page = after + 1; page <= pages; page++) {
    const { packed, ...report } = failedPage(page)
    say({ _tag: "Page", page: { ...report, warnings: [] }, packed: packed(), next: page < pages ? page + 1 : null })
    markdown += `Page ${page}\n\n`
  }
  const isWhole = reads.length > 0
  say(isWhole ? { _tag: "Printed", markdown: Buffer.from(markdown), blocks: Buffer.from("{}\n") } : { _tag: "Done" })
}

/** Called where it is written down as it is when it begins to serve. */
export const freeze = () =>
  freezeWith(
    () => Promise.resolve(),
    () => {
      confine()
      serve((request) => (request._tag === "Convert" ? convert(request) : Promise.resolve()))
    }
  )
