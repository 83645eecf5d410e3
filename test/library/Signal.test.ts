import { getEventListeners } from "node:events"
import { assert, it } from "@effect/vitest"
import { convert } from "../../layers/main/library.ts"
import { makePdf } from "../support/Pdf.ts"

it("a signal that is aborted after its conversion meets nobody: the process that converted may be gone by then", async () => {
  const { signal } = new AbortController()
  const { markdown } = await convert(makePdf({ pages: [{ items: [{ text: "Hello", x: 60, y: 60 }] }] }), { signal })
  assert.include(markdown, "Hello")
  assert.strictEqual(getEventListeners(signal, "abort").length, 0)
})
