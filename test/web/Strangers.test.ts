/** The console of an account to which strangers, devices, documents and receivers of webhooks have given names and texts. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chromium, type Page } from "playwright-core"
import { newKeyPair, publicJwk, send } from "../../src/client/Device.ts"
import { text } from "../../src/web/console/strings.ts"
import { folder } from "../support/Children.ts"
import * as Chromium from "../support/Chromium.ts"
import * as TestDatabase from "../support/Database.ts"
import { lines, makePdf } from "../support/Pdf.ts"
import { admin, dev } from "../support/Process.ts"

Chromium.sayIfMissing("what strangers wrote, in the console")

const hostile = [
  `<img src=x onerror="window.ran=1">`,
  `"><svg onload=window.ran=1>`,
  `'--></style></script><script>window.ran=1</script>`,
  `<a href="javascript:window.ran=1">a</a>`
]

/** What nothing of ours is. */
const foreign =
  "script:not([src]), iframe, object, embed, base, [onerror], [onload], a[href^='javascript:'], img[src='x']"

const patience = 180_000

const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(500, { "content-type": "text/html" }).end(hostile.join("\n")))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }),
  (server) => Effect.sync(() => server.close())
)

const chromiumPage = Effect.acquireRelease(
  Effect.promise(() => chromium.launch({ ...Chromium.launchOptions, args: ["--no-sandbox"] })),
  (browser) => Effect.promise(() => browser.close())
).pipe(
  Effect.flatMap((browser) =>
    Effect.promise(async () => {
      const context = await browser.newContext({ userAgent: `Chrome/1 ${hostile[0]}` })
      return context.newPage()
    })
  )
)

describe.runIf(Chromium.isInstalled)("The console", () => {
  it.live(
    "shows as text what strangers have written, wherever it stands",
    () =>
      Effect.gen(function* () {
        const data = join(yield* folder, "data")
        const DATABASE_URL = yield* TestDatabase.url
        const { base } = yield* dev(data, {
          DATABASE_URL,
          ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32"
        })
        const owner = yield* admin(["create-key", "dev@localhost", "--tier", "business"], {
          DATA_DIR: data,
          DATABASE_URL
        })
        const { port } = (yield* receiver).address() as AddressInfo
        const page = yield* chromiumPage
        const told: Array<string> = []
        const listen = (page: Page) => {
          page.setDefaultTimeout(patience / 2)
          page.on("pageerror", (error) => told.push(error.message))
          page.on("dialog", (dialog) => told.push(dialog.message()))
          page.on("console", (message) => {
            if (/Content Security Policy/.test(message.text())) told.push(message.text())
          })
        }
        listen(page)
        const signIn = async () => {
          await page.fill("input[name=email]", "dev@localhost")
          await page.keyboard.press("Enter")
        }
        yield* Effect.promise(async () => {
          // On a busy machine the provider may take longer to answer for the first time than people are kept waiting.
          const start = `${base}/api/v2/auth/idp/start`
          while ((await fetch(start, { redirect: "manual" })).status !== 302);
          await page.goto(`${base}/console`)
          await page.getByRole("link", { name: text.signIn.button }).click()
          await signIn()
          await page.getByRole("navigation", { name: text.navigation }).waitFor()
          const asOwner = async (path: string, body: object) => {
            const answer = await page.request.post(`${base}/api/v2${path}`, { data: body, headers: { origin: base } })
            assert.strictEqual(answer.status(), 201, await answer.text())
            return answer.json()
          }
          const views = ["", "/jobs", "/keys", "/webhooks", "/access", "/requests", "/audit", "/account", "/settings"]
          const authorization = { authorization: `Bearer ${owner.out.trim()}` }
          const hook = await asOwner("/webhooks", {
            url: `http://127.0.0.1:${port}/?${encodeURIComponent(hostile[0]!)}`
          })
          views.push(`/webhooks/${hook.webhook_id}`)
          for (const [at, words] of hostile.entries()) {
            await asOwner("/api-keys", { name: words.slice(0, 64) })
            const form = new FormData()
            const bytes = makePdf({ pages: [{ items: lines([words], { x: 72, y: 90 }) }], title: words })
            form.set("file", new Blob([at === 0 ? "%PDF-1.4 nothing" : new Uint8Array(bytes)]), `${words}.pdf`)
            form.set("external_id", words)
            form.set("tags", JSON.stringify([words.slice(0, 64)]))
            const made = await fetch(`${base}/api/v2/jobs`, { method: "POST", headers: authorization, body: form })
            const { job_id } = (await made.json()) as { job_id: string }
            await fetch(`${base}/api/v2/jobs/${job_id}?wait=50`, { headers: authorization })
            views.push(`/jobs/${job_id}`)
          }

          // A stranger's device, whose name stands on the page that asks whether to link it.
          const keys = await newKeyPair()
          const registered = await fetch(`${base}/register`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ public_key: await publicJwk(keys), name: hostile[0] })
          })
          const { device_id, device_token } = (await registered.json()) as { device_id: string; device_token: string }
          const device = { deviceId: device_id, token: device_token, privateKey: keys.privateKey }
          const begun = await send(base, device, "/api/v2/account/link/start", { method: "POST" })
          await page.goto(((await begun.json()) as { login_url: string }).login_url)
          assert.strictEqual(await page.locator("strong").first().textContent(), hostile[0])
          await page.getByRole("button").first().click()
          await signIn()
          await page.getByRole("heading", { name: "You are signed in" }).waitFor()

          const deliveries = await (await page.request.get(`${base}/api/v2/webhooks/deliveries`)).json()
          assert.isNotEmpty(deliveries.items)
          views.push(`/webhooks/deliveries/${deliveries.items.at(-1).delivery_id}`)
          views.push(`/jobs/${encodeURIComponent(hostile[0]!)}`, `/${encodeURIComponent(hostile[2]!)}`)
          // Side by side: each view waits until nothing is loaded any more.
          const more = Array.from({ length: 3 }, () => page.context().newPage())
          const tabs = [page, ...(await Promise.all(more))]
          const look = async (tab: Page, n: number) => {
            if (tab !== page) listen(tab)
            for (let at = n; at < views.length; at += tabs.length) {
              const view = views[at]
              await tab.goto(`${base}/console${view}`, { waitUntil: "networkidle" })
              assert.isUndefined(await tab.evaluate("window.ran"), view)
              assert.strictEqual(await tab.locator(foreign).count(), 0, view)
            }
          }
          await Promise.all(tabs.map(look))
          await page.goto(`${base}/console/access`)
          await page.getByText(hostile[0]!).first().waitFor()
        })
        assert.deepStrictEqual(told, [])
      }).pipe(Effect.scoped),
    patience
  )
})
