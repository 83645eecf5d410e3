import { join } from "node:path"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pdf } from "../../layers/fakes/Converter.ts"
import { type Device, pdfForm, register, send, signed } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { listening } from "../support/Loopback.ts"
import { stop } from "../support/Process.ts"
import { secret, start, untilTold } from "./RolesProcess.ts"

const hello = pdf({ pages: ["Confidential words"] })

/** A server on loopback for one test. */
const served = (answer: (path: string, body: string) => { readonly body?: Uint8Array; readonly status?: number }) =>
  listening(async (request, response) => {
    const { body, status = 200 } = answer(request.url ?? "", await text(request))
    response.writeHead(status).end(body)
  })

/** Values that may be seen by nobody but client and service. */
interface Traffic {
  readonly jobId: string
  readonly secrets: ReadonlyArray<string>
}

const json = async <A>(response: Response) => (await response.json()) as A

/** Everything that a client may do with a secret in it, well and badly. */
const traffic = async (base: string, linked: string): Promise<Traffic> => {
  const device: Device = await register(base)
  const headers = await signed(device, { method: "GET", path: "/jobs", bytes: new Uint8Array(0) })
  const cookie = "sid=cookie-of-the-tests"
  const key = "idempotency-key-of-the-tests"
  await fetch(`${base}/jobs`, { headers: { ...headers, cookie, authorization: "Bearer svc_bearer-of-the-tests" } })
  await fetch(`${base}/jobs`, { headers })
  await fetch(`${base}/jobs`, { headers: { ...headers, "x-svc-device-token": "a.bad.token-of-the-tests" } })
  await fetch(`${base}/nowhere/path-of-the-tests?q=query-of-the-tests`)
  const made = await send(base, device, "/jobs", {
    method: "POST",
    headers: { "idempotency-key": key },
    body: pdfForm(hello, "name-of-the-tests.pdf")
  })
  const { job_id: jobId } = await json<{ job_id: string }>(made)
  await send(base, device, `/jobs/${jobId}?wait=30`)
  await send(base, device, `/jobs/${jobId}/download`)
  for (const path of ["/good.pdf", "/missing.pdf"]) {
    await send(base, device, "/jobs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `${linked}${path}?signature=link-of-the-tests` })
    })
  }
  return {
    jobId,
    secrets: [
      secret,
      device.token,
      headers["x-svc-device-signature"] ?? "none",
      headers["x-svc-device-nonce"] ?? "none",
      "of-the-tests",
      "Confidential words"
    ]
  }
}

const links = served((path) => (path.startsWith("/good.pdf") ? { body: hello } : { status: 404 }))

interface Line {
  readonly message: string
  readonly level: string
  readonly annotations: Readonly<Record<string, unknown>>
}

describe("a service in production", () => {
  it.live("tells its figures by route, logs one line for each request and sends traces, without a secret", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const received = { traces: "", metrics: "" }
      const collector = yield* served((path, body) => {
        if (path === "/v1/traces") received.traces += body
        if (path === "/v1/metrics") received.metrics += body
        return {}
      })
      const url = yield* links
      const { base, metrics, child, printed } = yield* start(join(home, "data"), {
        DATABASE_URL: yield* TestDatabase.url,
        ALLOW_PRIVATE_ADDRESSES: "127.0.0.0/8",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector,
        CONVERTERS: "1"
      })
      const { jobId, secrets } = yield* Effect.promise(() => traffic(base, url))
      const figures = () => fetch(`${metrics}/metrics`).then((answer) => answer.text())
      const lines = [
        'conversions_total{outcome="ready"} 2',
        'http_requests_total{method="GET",route="/jobs",status="401"} 1',
        'http_requests_total{method="GET",route="/jobs",status="409"} 1',
        'http_requests_total{method="GET",route="/jobs",status="200"} 1',
        'http_requests_total{method="POST",route="/jobs",status="201"} 2',
        'http_requests_total{method="POST",route="/jobs",status="400"} 1',
        'http_requests_total{method="GET",route="/jobs/:jobId/download",status="200"} 1',
        'http_requests_total{method="GET",route="unmatched",status="404"} 1',
        'http_request_duration_seconds_count{method="POST",route="/jobs"} 3',
        'queue_waiting_jobs{pool="standard"} 0',
        'queue_oldest_job_seconds{pool="priority"} 0',
        "pages_converted_total 2",
        "converter_children 1"
      ]
      // Figures follow what they tell of.
      let told = ""
      yield* untilTold(async () => {
        told = await figures()
        return lines.every((line) => told.includes(`${line}\n`))
      })
      assert.match(told, /^process_resident_memory_bytes \d{8,}$/m)
      assert.match(told, /^converter_resident_memory_bytes \d{8,}$/m)

      assert.strictEqual(yield* Effect.promise(() => stop(child, "SIGTERM")), 0)
      const printedLines = printed()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Line)
      const download = printedLines.filter(({ annotations }) => annotations["route"] === "/jobs/:jobId/download")
      assert.lengthOf(download, 1)
      const [{ message, level, annotations }] = download as [Line]
      assert.deepStrictEqual([message, level], ["request", "INFO"])
      assert.deepInclude(annotations, { method: "GET", status: 200, job_id: jobId })
      assert.match(String(annotations["request_id"]), /^[0-9a-f-]{36}$/)
      assert.isNumber(annotations["milliseconds"])
      const ended = printedLines.filter(
        ({ message, annotations }) => message === "job ended" && annotations["job_id"] === jobId
      )
      assert.deepInclude(ended[0]?.annotations, { outcome: "ready", pages: 1, attempt: 1 })
      for (const value of secrets) assert.notInclude(printed(), value)
      for (const value of secrets) assert.notInclude(told, value)

      const names = [...received.traces.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name)
      for (const name of ["Jobs.create", "Intake.create", "Run.job", "http.server POST"]) assert.include(names, name)
      for (const name of ["http_requests_total", "queue_waiting_jobs"]) assert.include(received.metrics, name)
      assert.include(received.traces, '"pdf-to-markdown"')
      assert.include(received.traces, '"/jobs/:jobId/download"')
      for (const value of secrets) assert.notInclude(received.traces + received.metrics, value)
    }).pipe(Effect.scoped)
  )
})
