import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { pdf } from "../../layers/fakes/Converter.ts"
import { startPath } from "../../schema/v2/Auth.ts"
import { pdfForm, register, send } from "../../src/client/Device.ts"
import { json } from "../crash/Scene.ts"
import { newBrowser } from "../support/Browser.ts"
import { children, folder, until } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { prepare } from "../support/DataFolder.ts"
import { admin, dev, freePort, run, type Served, stop } from "../support/Process.ts"
import * as Service from "../support/Service.ts"

interface Job {
  readonly job_id: string
  readonly status: string
  readonly error: { readonly code: string } | null
}

const hello = pdf({ pages: ["Hello there"] })

/** Some pages: a conversion lasts longer than a kill takes. */
const long = pdf({ pages: Array.from({ length: 12 }, (_, n) => `Page ${n} `.repeat(200)) })

/** All that comes back for some bytes until the connection ends. */
const answerTo = (base: string, bytes: string) =>
  Effect.callback<string>((resume) => {
    const { hostname, port } = new URL(base)
    let seen = ""
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on("data", (chunk) => {
      seen += chunk
    })
    socket.on("close", () => resume(Effect.succeed(seen)))
  })

/** A service for the tests that only use one, and its folder. */
class Shared extends Context.Service<Shared, { readonly data: string; readonly served: Served }>()(
  "svc/test/cli/Shared"
) {}

const shared = Layer.effect(
  Shared,
  Effect.gen(function* () {
    const data = join(yield* folder, "data")
    return Shared.of({ data, served: yield* dev(data, { DEFAULT_TIER: "pro" }) })
  })
)

layer(shared, { excludeTestServices: true })("npm run dev", (it) => {
  it.effect("serves the quick start, and operators beside it", () =>
    Effect.gen(function* () {
      const { data, served } = yield* Shared
      const { base } = served
      const file = join(data, "hello.pdf")
      fs.writeFileSync(file, hello)
      const operator = (...args: ReadonlyArray<string>) => admin(args, { DATA_DIR: data })

      const quickstart = yield* run("quickstart", [file], { SVC_URL: base })
      assert.strictEqual(quickstart.code, 0, quickstart.err)
      assert.include(quickstart.out, "Hello there")
      assert.include(quickstart.err, "1 pages converted")

      const listed = yield* run("admin", ["jobs"], { DATA_DIR: data })
      assert.strictEqual(listed.code, 0, listed.err)
      assert.match(listed.out, /deleted\s+device:.*hello\.pdf/)
      const misled = yield* run("admin", ["jobs"], { DATA_DIR: file })
      assert.deepStrictEqual([misled.code, misled.out], [1, ""])
      assert.match(misled.err, /^DATA_DIR: .*hello\.pdf'\n$/, "a stack was below the message")

      const unreadable = yield* answerTo(base, "NOT HTTP\r\n\r\n")
      assert.match(unreadable, /^HTTP\/1\.1 400 /)
      const [, id = "none"] = /x-request-id: ([0-9a-f-]{36})\r\n/.exec(unreadable) ?? []
      assert.include(unreadable, `"request_id":"${id}"`)

      const device = yield* Effect.promise(() => register(base))
      const blocked = yield* operator("block-device", device.deviceId)
      assert.strictEqual(blocked.code, 0, blocked.err)
      assert.strictEqual((yield* Effect.promise(() => send(base, device, "/jobs"))).status, 403)
      yield* operator("unblock-device", device.deviceId)
      assert.strictEqual((yield* Effect.promise(() => send(base, device, "/jobs"))).status, 200)

      const tier = yield* operator("set-tier", "Ada@Example.com", "pro")
      assert.strictEqual(tier.out, "ada@example.com has the tier pro\n")
      const nobody = yield* operator("set-tier", "nobody", "pro")
      assert.deepStrictEqual(nobody, { out: "", err: "nobody is not an e-mail address\n", code: 1 })
      yield* operator("announce", "https://example.com/news", "--id", "7")
      const { announcement } = yield* Effect.promise(() =>
        json<{ announcement: { id: string } }>(fetch(`${base}/config`))
      )
      assert.strictEqual(announcement.id, "7")

      assert.strictEqual((yield* operator("retry", device.deviceId)).code, 1)
    })
  )

  it.effect("gives operators keys for an address that has not signed in, within what its tier allows", () =>
    Effect.gen(function* () {
      const { data, served } = yield* Shared
      const operator = (...args: ReadonlyArray<string>) => admin(args, { DATA_DIR: data, DEFAULT_TIER: "pro" })
      const made = yield* operator("create-key", "Grace@Example.com", "--name", "ci", "--expires-in-days", "7")
      assert.match(made.out, /^svc_[0-9A-Za-z]{36}\n$/)
      const me = yield* Effect.promise(() =>
        json<{ email: string; tier: string }>(
          fetch(`${served.base}/api/v2/me`, { headers: { authorization: `Bearer ${made.out.trim()}` } })
        )
      )
      assert.deepInclude(me, { email: "grace@example.com", tier: "pro" })
      assert.match((yield* operator("keys", "grace@example.com")).out, /expires .*ci\n$/)
      const unknown = yield* operator("create-key", "a@b", "--scopes", "jobs:creat")
      assert.include(unknown.err, "There is no scope jobs:creat")

      for (let i = 0; i < 2; i++) yield* operator("create-key", "b@example.com", "--tier", "free")
      const third = yield* operator("create-key", "b@example.com")
      assert.strictEqual(third.code, 1)
      assert.include(third.err, "2 of 2 API keys are in use")
      assert.strictEqual((yield* operator("keys", "nobody@example.com")).code, 1)
    })
  )

  it.effect("lets a browser sign in, at the address that it prints", () =>
    Effect.gen(function* () {
      const { base } = (yield* Shared).served
      const browser = yield* Effect.provideService(newBrowser, Service.Base, base)
      const form = yield* Effect.promise(() => browser.go(new URL(startPath, base)))
      const body = new URLSearchParams({ email: "alice@example.com" })
      const page = yield* Effect.promise(() => browser.go(form.url, { method: "POST", body }))
      assert.strictEqual(page.url.origin, base)
      assert.include(page.text, "alice@example.com")
    })
  )

  it.effect("prints nothing but its banner", () =>
    Effect.gen(function* () {
      const { served } = yield* Shared
      yield* Effect.promise(() => fetch(`${served.base}/jobs`))
      assert.include(served.printed(), "is listening on")
      assert.notInclude(served.printed(), "request")
    })
  )
})

describe("npm run dev", () => {
  it.live("ends when npm is told to end: nothing lives on, and the exit code is 0", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const port = yield* Effect.promise(freePort)
      // Its database is made anew.
      yield* Effect.promise(() => prepare(join(home, "data"), false))
      const npm = spawn("npm", ["run", "dev"], {
        cwd: join(import.meta.dirname, "../.."),
        env: { ...process.env, DATA_DIR: join(home, "data"), PORT: String(port) },
        stdio: "ignore"
      })
      yield* Effect.promise(async () => {
        while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
          assert.isNull(npm.exitCode, "it ended before it was told to")
          await setTimeout(20)
        }
      })
      assert.strictEqual(yield* Effect.promise(() => stop(npm, "SIGTERM")), 0)
      assert.deepStrictEqual(children(home), [])
    }).pipe(Effect.scoped)
  )

  it.live(
    "goes on after kill -9, in a folder that only its owner may enter: with its jobs, and its key until that is revoked",
    () =>
      Effect.gen(function* () {
        const home = yield* folder
        fs.chmodSync(home, 0o700)
        const data = join(home, "data")
        const convert = (base: string, key: string) =>
          Effect.promise(async () => {
            const body = new FormData()
            body.set("file", new File([hello], "hello.pdf"))
            const headers = { authorization: `Bearer ${key}` }
            const made = await json<Job>(fetch(`${base}/api/v2/jobs`, { method: "POST", headers, body }))
            await (await fetch(`${base}/api/v2/jobs/${made.job_id}?wait=50`, { headers })).text()
            return (await fetch(`${base}/api/v2/jobs/${made.job_id}/download`, { headers })).text()
          })
        const file = join(data, "dev-key")
        const kept = () => (fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : "")

        const first = yield* dev(data)
        yield* until(() => kept() !== "")
        const key = kept()
        assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
        assert.include(yield* convert(first.base, key), "Hello there")
        const limits = yield* Effect.promise(() =>
          json<{ tier: string }>(fetch(`${first.base}/api/v2/limits`, { headers: { authorization: `Bearer ${key}` } }))
        )
        assert.strictEqual(limits.tier, "business")
        const device = yield* Effect.promise(() => register(first.base))
        const made: Array<Job> = []
        for (const file of [long, hello, hello]) {
          made.push(
            yield* Effect.promise(() =>
              json<Job>(send(first.base, device, "/jobs", { method: "POST", body: pdfForm(file, "a.pdf") }))
            )
          )
        }
        yield* Effect.promise(() => stop(first.child, "SIGKILL"))

        const second = yield* dev(data)
        assert.strictEqual(kept(), key)
        for (const { job_id } of made) {
          const job = yield* Effect.promise(() => json<Job>(send(second.base, device, `/jobs/${job_id}?wait=50`)))
          assert.strictEqual(job.status, "ready", JSON.stringify(job.error))
          const download = yield* Effect.promise(() => send(second.base, device, `/jobs/${job_id}/download`))
          assert.strictEqual(download.status, 200)
          yield* Effect.promise(() => download.text())
        }
        const [keyId = ""] = (yield* admin(["keys", "dev@localhost"], { DATA_DIR: data })).out.split(" ")
        const revoked = yield* admin(["revoke-key", keyId], { DATA_DIR: data })
        assert.strictEqual(revoked.code, 0, revoked.err)
        assert.strictEqual(yield* Effect.promise(() => stop(second.child, "SIGTERM")), 0)
        assert.deepStrictEqual(children(home), [])

        const third = yield* dev(data)
        yield* until(() => kept() !== key && kept() !== "")
        assert.include(yield* convert(third.base, kept()), "Hello there")
      }).pipe(Effect.scoped)
  )
})

describe("npm start", () => {
  it.live("refuses to run without a secret and its origins, and names them", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const { err, code } = yield* run("serve", [], { DATA_DIR: home })
      assert.strictEqual(code, 1)
      assert.include(err, "SVC_SECRET and PUBLIC_ORIGINS must be set")
    }).pipe(Effect.scoped)
  )

  it.live("stops at a bad value with a message that names the variable", () =>
    Effect.gen(function* () {
      const { err, code } = yield* run("serve", [], {
        DATA_DIR: yield* folder,
        DATABASE_URL: yield* TestDatabase.url,
        SVC_SECRET: "x".repeat(32),
        PUBLIC_ORIGINS: "http://localhost:1",
        PORT: "eighty"
      })
      assert.strictEqual(code, 1)
      assert.match(err, /^The service cannot start: PORT: [^\n]*\n$/)
    }).pipe(Effect.scoped)
  )
})

describe("npm run dev", () => {
  it.live("names PORT and DATA_DIR, not what it makes of them, and shows no stack", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const file = join(home, "file")
      fs.writeFileSync(file, "")
      for (const [name, variables] of [
        ["PORT", { PORT: "eighty", DATA_DIR: home, DATABASE_URL: yield* TestDatabase.url }],
        ["DATA_DIR", { PORT: "1", DATA_DIR: file }],
        // Where there is /proc, the start went on for ever, and another's signal did not end it.
        ["DATA_DIR", { PORT: "1", DATA_DIR: fs.existsSync("/proc/self") ? "/proc/none" : join(file, "below") }]
      ] as const) {
        const { err, code } = yield* run("serve", ["--dev"], variables)
        assert.strictEqual(code, 1)
        assert.match(err, new RegExp(`^The service cannot start: ${name}: [^\\n]*\\n$`))
      }
    }).pipe(Effect.scoped)
  )
})
