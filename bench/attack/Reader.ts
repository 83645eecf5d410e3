/** Damaged PDFs through the converter's children: each ends in pages or in a reason, and the next is read. */
import * as fs from "node:fs"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import { asText, Converter } from "../../src/convert/Converter.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { damaged, randomOf } from "./Mutations.ts"

/** How often each outcome came: `ready`, or the code of a failure. */
export type Outcomes = Readonly<Record<string, number>>

const outcomeOf = (path: string) =>
  Effect.gen(function* () {
    const converter = yield* Converter
    const steps = yield* Stream.runCollect(converter.pages({ path }, defaults, { maxPages: 500 }))
    const pages = steps.flatMap((step) => (step._tag === "Page" ? [step.page] : []))
    const info = { pages: pages.length, title: null, author: null }
    yield* converter.assemble(info, pages, defaults, asText)
    return pages.some(({ warnings }) => warnings.includes("page_failed")) ? "page_failed" : "ready"
  }).pipe(
    Effect.scoped,
    Effect.catch(({ code }) => Effect.succeed(code))
  )

/** Damages these files in turn, `rounds` times in all. What is unlike a failure of the document is a defect, and ends this. */
export const attack = (files: ReadonlyArray<Uint8Array>, rounds: number, seed: number, folder: string) =>
  Effect.gen(function* () {
    const random = randomOf(seed)
    const outcomes: Record<string, number> = {}
    const one = Effect.fnUntraced(function* (round: number) {
      const path = join(folder, `${round}.pdf`)
      fs.writeFileSync(path, damaged(files[round % files.length]!, random))
      const outcome = yield* outcomeOf(path)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      fs.rmSync(path)
    })
    const numbers = Array.from({ length: rounds }, (_, round) => round)
    yield* Effect.forEach(numbers, one, { concurrency: 2, discard: true })
    return outcomes as Outcomes
  })
