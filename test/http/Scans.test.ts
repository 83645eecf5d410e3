import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type Device, pdfForm } from "../../src/client/Device.ts"
import * as TestDatabase from "../support/Database.ts"
import { engine, inspector } from "../support/Engine.ts"
import { makePdf, type PdfPage } from "../support/Pdf.ts"
import { until } from "../support/Receiver.ts"
import { scanOf } from "../support/Scans.ts"
import * as Service from "../support/Service.ts"

const spool = join(tmpdir(), "scans-test-spool")
const real = Layer.merge(engine({ converters: 1, spares: 1, recognisers: 1, spool }), inspector({ spool }))

const create = Effect.fnUntraced(function* (device: Device, pages: ReadonlyArray<PdfPage>) {
  const body = pdfForm(new Uint8Array(makePdf({ pages })), "a.pdf")
  const { status, json } = yield* Service.call(device, "/jobs", { method: "POST", body })
  assert.strictEqual(status, 201)
  return `/jobs/${json.job_id}`
})

const service = Service.layer({ RATE_LIMIT_SCALE: "1000" }, TestDatabase.layer, real)

layer(service, { excludeTestServices: true })("A scan of a hundred pages", (it) => {
  it.effect("keeps no text from its converter, though there is one of them and one recogniser", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const sheet = scanOf([{ text: "A line of the scan", x: 40, y: 60, size: 14 }])
      const long = yield* create(
        device,
        Array.from({ length: 100 }, () => sheet)
      )
      const scan = Effect.map(Service.call(device, long), ({ json }) => json)
      yield* until(scan, ({ pages_done }) => pages_done > 0)
      const text = yield* create(device, [{ items: [{ text: "Nothing but text", x: 60, y: 80 }] }])
      assert.strictEqual((yield* Service.call(device, `${text}?wait=50`)).json.status, "ready")
      const { status, pages_done } = yield* scan
      assert.strictEqual(status, "processing")
      assert.isBelow(pages_done, 50)
      yield* Service.call(device, long, { method: "DELETE" })
    })
  )
})
