import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pdfForm, register, signed } from "../../src/client/Device.ts"
import { json } from "../crash/Scene.ts"
import { children, folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { scripted } from "../support/Scripted.ts"
import { start, untilTold } from "./RolesProcess.ts"

const file = scripted({ pages: 1 })

const socketTo = async (base: string): Promise<{ readonly socket: Socket; readonly heard: () => string }> => {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  let heard = ""
  socket.setEncoding("utf8").on("data", (text: string) => {
    heard += text
  })
  return { socket, heard: () => heard }
}

/** An upload whose last half is held back until it is let go. */
const halfSent = async (base: string) => {
  const device = await register(base)
  const whole = new Response(pdfForm(file, "a.pdf"))
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const headers = await signed(device, { method: "POST", path: "/jobs", bytes })
  const { socket, heard } = await socketTo(base)
  const head = Object.entries({
    host: "localhost",
    "content-type": whole.headers.get("content-type") ?? "",
    "content-length": String(bytes.length),
    ...headers
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST /jobs HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`)
  socket.write(bytes.subarray(0, bytes.length / 2))
  return { heard, socket, finish: () => socket.write(bytes.subarray(bytes.length / 2)) }
}

describe("SIGTERM", () => {
  it.live("lets a running request end, refuses new ones, and ends with 0", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const { base, metrics, child } = yield* start(
        join(home, "data"),
        { DATABASE_URL: yield* TestDatabase.url },
        "scripted"
      )
      const upload = yield* Effect.promise(() => halfSent(base))
      const accepted = () =>
        fetch(`${metrics}/metrics`)
          .then((answer) => answer.text())
          .then((text) => text.includes('route="/register",status="200"} 1'))
      yield* untilTold(accepted)

      const ended = once(child, "exit")
      child.kill("SIGTERM")
      yield* untilTold(async () => (await fetch(`${base}/readyz`)).status === 503)
      const ready = yield* Effect.promise(() => json<{ status: string }>(fetch(`${base}/readyz`)))
      assert.strictEqual(ready.status, "unavailable")
      assert.strictEqual((yield* Effect.promise(() => fetch(`${metrics}/readyz`))).status, 503)
      assert.strictEqual((yield* Effect.promise(() => fetch(`${base}/healthz`))).status, 200)
      const refused = yield* Effect.promise(() => fetch(`${base}/jobs`))
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "1"])
      assert.strictEqual(
        (yield* Effect.promise(() => json<{ code: string }>(Promise.resolve(refused)))).code,
        "unavailable"
      )
      assert.isNull(child.exitCode)

      upload.finish()
      const [code] = (yield* Effect.promise(() => ended)) as [number]
      assert.match(upload.heard(), /^HTTP\/1\.1 201 /)
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(children(home), [])
    }).pipe(Effect.scoped)
  )
})
