import { join } from "node:path"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { pdf } from "../../layers/fakes/Converter.ts"
import { pdfForm, register, send } from "../../src/cli/Device.ts"
import { folder } from "../support/Children.ts"
import { makePdf } from "../support/Pdf.ts"
import { dev } from "../support/Process.ts"

it.live("probe", () =>
  Effect.gen(function* () {
    const home = yield* folder
    const { base, startMillis } = yield* dev(join(home, "data"))
    console.log("start", startMillis)
    const device = yield* Effect.promise(() => register(base))
    for (const [n, r] of [[199, 100], [199, 300], [100, 300],[199,600]] as const) {
      const bytes = new Uint8Array(makePdf({ pages: Array.from({ length: n }, (_, k) => ({items: Array.from({length: r}, (_, i) => ({text: `Word ${k} ${i}`, x: 50 + (i % 6) * 80, y: 60 + Math.floor(i / 6) * 7, size: 6}))})) }))
      const t = performance.now()
      const j: any = yield* Effect.promise(async () => (await send(base, device, "/jobs", { method: "POST", body: pdfForm(bytes, "a.pdf") })).json())
      const t1 = performance.now()
      const e: any = yield* Effect.promise(async () => (await send(base, device, `/jobs/${j.job_id}?wait=50`)).json())
      console.log(n, r, bytes.length, "post", t1 - t, "conv", performance.now() - t1, e.status, e.error)
      const d = yield* Effect.promise(async () => (await send(base, device, `/jobs/${j.job_id}`, {method: "DELETE"})))
    }
    const bytes = new Uint8Array(pdf({ pages: Array.from({ length: 199 }, (_, k) => `Page ${k} ) Tj 1 0 0 1 0 0 cm (`.repeat(300)) }))
  }).pipe(Effect.scoped), 120_000)
