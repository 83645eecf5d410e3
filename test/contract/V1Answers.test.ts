import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { type Device, pdfForm } from "../../src/client/Device.ts"
import * as Service from "../support/Service.ts"

/** What differs from run to run, named instead. */
const settled = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<moment>")
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")

const shown = ({ status, headers, text }: Service.Answer) =>
  settled([status, headers.get("content-type"), text].join(" "))

const create = (device: Device, script: Parameters<typeof pdf>[0]) =>
  Service.call(device, "/jobs", { method: "POST", body: pdfForm(pdf(script), "a.pdf") })

layer(Service.layer({ RATE_LIMIT_SCALE: "100", SUPPORT_URL: "https://example.com/help" }))("v1", (it) => {
  it.effect("still answers as it did when it was frozen", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const device = yield* Service.newDevice
      const answers: Array<string> = []
      const tell = (name: string, answer: Service.Answer) => answers.push(`${name}: ${shown(answer)}`)
      const job = (id: string, suffix = "", method = "GET") => Service.call(device, `/jobs/${id}${suffix}`, { method })

      tell("config", yield* Service.plain("/config"))
      tell("settings", yield* Service.call(device, "/settings"))
      const made = yield* create(device, { pages: ["Hello"] })
      tell("created", made)
      const id = made.json.job_id
      tell("ready", yield* job(id, "?wait=50"))
      tell("list", yield* Service.call(device, "/jobs"))
      tell("download", yield* job(id, "/download"))
      tell("deleted", yield* job(id, "", "DELETE"))
      tell("gone", yield* job(id, "/download"))
      tell("not found", yield* job(id))
      const failed = (yield* create(device, { pages: [], failure: "corrupt_pdf" })).json.job_id
      tell("error", yield* job(failed, "?wait=50"))
      tell("not ready", yield* job(failed, "/download"))
      tell(
        "invalid setting",
        yield* Service.call(device, "/settings", {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: '{"colour":"red"}'
        })
      )
      tell("missing credentials", yield* Service.plain("/jobs"))
      tell("unknown path", yield* Service.plain("/nowhere"))
      tell("other method", yield* Service.plain("/jobs", { method: "PATCH" }))
      yield* Effect.promise(() => expect(`${answers.join("\n")}\n`).toMatchFileSnapshot("golden/v1-answers.txt"))
    })
  )
})
