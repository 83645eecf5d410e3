/** `doomedParent.ts SPOOL FILE`: one idle child, and one that is stuck in FILE. Prints a line when that is so. */
import * as Child from "../../layers/converter/Child.ts"
import * as Spool from "../../layers/converter/Spool.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { misbehaving } from "./Children.ts"

const [root, input] = process.argv.slice(2)
const spool = Spool.open(root!)
const [stuck, idle] = [1, 2].map(() => Child.fork({ entry: misbehaving, spool, heap: 64 }))
await Promise.all([stuck!.ready, idle!.ready])
const path = await Spool.place(stuck!, input!)
const pages = { maxPages: 1, after: 0, most: 100, outline: true }
stuck!.ask([{ _tag: "Convert", path, options: defaults, ...pages, password: null, reads: [] }], {
  reply: (reply) => {
    if (reply["_tag"] === "Started") console.log("stuck")
  },
  died: () => {}
})
