/** The console as the owner of an account uses it: a real service, a real browser, a real receiver of webhooks. */
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text as textOf } from "node:stream/consumers"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { Webhook } from "standardwebhooks"
import { Scope, TierName } from "../../schema/Actor.ts"
import { JobErrorCode, JobStatus, PageWarning } from "../../schema/Job.ts"
import { OcrLanguage, Settings } from "../../schema/Settings.ts"
import { Format } from "../../schema/v2/Jobs.ts"
import { AuditAction } from "../../schema/v2/Logs.ts"
import { DeliveryStatus, JobEvent } from "../../schema/Webhook.ts"
import { text } from "../../src/web/console/strings.ts"
import { violations } from "../support/Axe.ts"
import { folder } from "../support/Children.ts"
import * as Chromium from "../support/Chromium.ts"
import * as TestDatabase from "../support/Database.ts"
import * as Payments from "../support/Payments.ts"
import { lines, makePdf } from "../support/Pdf.ts"
import { admin, dev } from "../support/Process.ts"

Chromium.sayIfMissing("the console in a browser")

const patience = 180_000

describe("The texts of the console", () => {
  it("name everything that the API can say", () => {
    const said = (words: object, all: ReadonlyArray<string>) => assert.includeMembers(Object.keys(words), [...all])
    said(text.tiers, TierName.literals)
    said(text.keys.scopeNames, Scope.literals)
    said(text.jobs.statuses, JobStatus.literals)
    said(text.documentErrors, JobErrorCode.literals)
    said(text.jobs.formats, Format.literals)
    said(text.warnings, PageWarning.literals)
    said(text.webhooks.eventNames, JobEvent.literals)
    said(text.webhooks.statuses, DeliveryStatus.literals)
    said(text.audit.actions, AuditAction.literals)
    said(text.settings.languages, OcrLanguage.literals)
    said(text.settings.fields, Object.keys(Settings.fields))
    for (const [name, field] of Object.entries(Settings.fields)) {
      if ("literals" in field) said(text.settings.fields[name]?.values ?? {}, field.literals)
    }
  })
})

interface Heard {
  readonly headers: Record<string, string>
  readonly body: string
}

class Stage extends Context.Service<
  Stage,
  {
    readonly base: string
    readonly dataDirectory: string
    readonly open: (width: number) => Promise<BrowserContext>
    /** What the receiver was sent, and what it answers. */
    readonly heard: ReadonlyArray<Heard>
    readonly answer: (status: number) => void
    readonly receiver: string
  }
>()("svc/test/web/ConsoleStage") {}

const stage = Layer.effect(
  Stage,
  Effect.gen(function* () {
    const payments = yield* Payments.Payments
    const dataDirectory = join(yield* folder, "data")
    const DATABASE_URL = yield* TestDatabase.url
    const { base } = yield* dev(dataDirectory, {
      DATABASE_URL,
      ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32",
      ...Payments.variables(payments)
    })
    payments.notify(`${base}/api/v2/billing/webhook`)
    const priced = yield* admin(["set-price", "price_pro", "pro"], { DATA_DIR: dataDirectory, DATABASE_URL })
    assert.strictEqual(priced.code, 0, priced.err)

    const heard: Array<Heard> = []
    let status = 200
    const receiver = createServer(async (request, response) => {
      heard.push({ headers: request.headers as Record<string, string>, body: await textOf(request) })
      response.writeHead(status).end("<script>alert('reply')</script>")
    }).listen(0, "127.0.0.1")
    yield* Effect.promise(() => once(receiver, "listening"))
    yield* Effect.addFinalizer(() => Effect.sync(() => receiver.close()))
    const browser = yield* Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ ...Chromium.launchOptions, args: ["--no-sandbox"] })),
      (browser) => Effect.promise(() => browser.close())
    )
    return Stage.of({
      base,
      dataDirectory,
      open: (width) => browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" }),
      heard,
      answer: (next) => {
        status = next
      },
      receiver: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
    })
  })
).pipe(Layer.provide(Payments.layer))

/** A page of a profile of its own, and what it told beside refusals. */
const opened = Effect.fnUntraced(function* (path: string, width = 1_440) {
  const { base, open } = yield* Stage
  const context = yield* Effect.acquireRelease(
    Effect.promise(() => open(width)),
    (context) => Effect.promise(() => context.close())
  )
  const page = yield* Effect.promise(() => context.newPage())
  page.setDefaultTimeout(patience / 2)
  const told: Array<string> = []
  page.on("pageerror", (error) => told.push(error.message))
  page.on("dialog", () => told.push("something ran"))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) told.push(message.text())
  })
  yield* Effect.promise(() => page.goto(base + path))
  return { page, told, base }
})

/** Signs in on the provider's page, and is back where it began. */
const signIn = async (page: Page, email: string) => {
  const place = new URL(page.url()).pathname
  await page.getByRole("link", { name: text.signIn.button }).click()
  await page.fill("input[name=email]", email)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.pathname === place)
  await page.getByRole("navigation", { name: text.navigation }).waitFor()
}

const judged = new Set<string>()

/** Nothing that axe finds, and nothing wider than the window; in the light and in the dark. */
const sound = async (page: Page) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    // The dark has colours of its own, and all else is as it was.
    const found = await violations(page, judged, colorScheme === "light" ? null : ["link-in-text-block"])
    assert.deepStrictEqual(found, [], `${page.url()} ${colorScheme}`)
    assert.isFalse(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), page.url())
  }
}

const visit = async (page: Page, view: string) => {
  const name = text.views[view] ?? view
  await page.getByRole("navigation", { name: text.navigation }).getByRole("link", { name }).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
}

const dialog = (page: Page) => page.locator("dialog")

const sheet = (...texts: ReadonlyArray<string>) => ({ items: lines(texts, { x: 72, y: 90, size: 11 }) })

const hello = makePdf({ pages: [sheet("A first line of the page."), sheet("On another page.")] })

const convert = (base: string, secret: string, file: string, fields: Record<string, string> = {}) => {
  const form = Object.entries(fields).flatMap(([name, value]) => ["-F", `${name}=${value}`])
  const authorization = ["-H", `Authorization: Bearer ${secret}`]
  const curl = (...args: ReadonlyArray<string>) =>
    execFileSync("curl", ["-s", ...authorization, ...args], { encoding: "utf8" })
  const made = JSON.parse(curl("-F", `file=@${file}`, ...form, `${base}/api/v2/jobs`))
  return JSON.parse(curl(`${base}/api/v2/jobs/${made.job_id}?wait=50`))
}

describe.runIf(Chromium.isInstalled)("The console", () => {
  layer(stage, { timeout: patience, excludeTestServices: true })((it) => {
    it.effect(
      "tells the whole story of an account, from the sign-in to the end",
      () =>
        Effect.gen(function* () {
          const { heard, answer, receiver } = yield* Stage
          const { page, told, base } = yield* opened("/console/keys")
          const file = join(mkdtempSync(join(tmpdir(), "console-")), "hello.pdf")
          writeFileSync(file, hello)
          yield* Effect.promise(async () => {
            // This browser converts something before: it is linked when its owner signs in.
            await page.goto(base)
            await page.setInputFiles("input[type=file]", file)
            await page.getByText("On another page.").waitFor()
            await page.goto(`${base}/console/keys`)
            await page.getByRole("link", { name: text.signIn.button }).waitFor()
            await sound(page)
            await signIn(page, "owner@example.com")
            await page.getByText(text.signIn.linked).waitFor()

            // A key, and curl with it.
            await page.getByRole("button", { name: text.keys.create }).click()
            await dialog(page).getByLabel(text.keys.name).fill("<b>nightly</b> build")
            await sound(page)
            await dialog(page).getByRole("button", { name: text.keys.create }).click()
            await dialog(page).getByText(text.keys.secretText).waitFor()
            const secret = await dialog(page).locator("pre").first().innerText()
            assert.match(secret, /^svc_[0-9A-Za-z]{36}$/)
            await page.getByRole("button", { name: text.keys.stored }).click()
            assert.notInclude(await page.content(), secret)
            const job = convert(base, secret, file, { external_id: "order-7", tags: '["orders"]' })
            assert.strictEqual(job.status, "ready")

            await page.getByRole("button", { name: text.keys.renameOne("<b>nightly</b> build") }).click()
            await dialog(page).getByLabel(text.keys.name).fill("nightly")
            await dialog(page).getByRole("button", { name: text.save }).click()
            await page.getByRole("button", { name: text.keys.revokeOne("nightly") }).waitFor()

            // A plan with webhooks is bought.
            await visit(page, "webhooks")
            await page.getByText(text.webhooks.unavailable).waitFor()
            await visit(page, "plan")
            await page.getByRole("button", { name: text.plan.choose("Pro") }).click()
            await page.getByRole("button", { name: "Pay", exact: true }).click()
            await page.getByRole("link", { name: "Back to the console" }).click()
            await page.locator(".plans .current").getByText(text.plan.yours).waitFor()
            await sound(page)

            // A webhook, tried and sent to.
            await visit(page, "webhooks")
            await page.getByRole("button", { name: text.webhooks.create }).click()
            await dialog(page).getByLabel(text.webhooks.url).fill(receiver)
            await dialog(page).getByLabel("job.ready").check()
            await dialog(page).getByRole("button", { name: text.webhooks.create }).click()
            const signing = await dialog(page).locator("pre").innerText()
            assert.match(signing, /^whsec_/)
            await page.getByRole("button", { name: text.webhooks.stored }).click()
            await page.getByRole("link", { name: receiver }).click()
            answer(500)
            await page.getByRole("button", { name: text.webhooks.test }).click()
            await page.getByRole("cell", { name: "failed" }).first().waitFor()
            const [sample] = heard
            assert.isTrue(JSON.parse(sample?.body ?? "{}").test)
            new Webhook(signing).verify(sample?.body ?? "", sample?.headers ?? {})

            // The failed delivery with its attempt and its reply, and once more.
            await page.getByRole("link", { name: "job.ready" }).first().click()
            await page.getByText("<script>alert('reply')</script>").waitFor()
            await sound(page)
            answer(200)
            await page.getByRole("button", { name: text.webhooks.redeliver }).click()
            await page.locator(".badge", { hasText: "delivered" }).first().waitFor()
            assert.deepStrictEqual(
              heard.map(({ headers }) => headers["webhook-id"]),
              [sample?.headers["webhook-id"], sample?.headers["webhook-id"]]
            )
            await page.goBack()
            await page.getByRole("button", { name: text.webhooks.rotate }).click()
            await dialog(page).getByRole("button", { name: text.webhooks.rotate }).click()
            await dialog(page).getByText(text.webhooks.secretText).waitFor()
            const rotated = await dialog(page).locator("pre").innerText()
            await page.getByRole("button", { name: text.webhooks.stored }).click()
            convert(base, secret, file)
            await page.getByLabel(text.webhooks.status).selectOption("delivered")
            await page.waitForURL("**/*delivery_status=delivered")
            // what is on its way yet is in no list of what has been delivered
            const second = page.getByRole("cell", { name: "delivered" }).nth(1)
            const isThere = () =>
              second.waitFor({ timeout: 2000 }).then(
                () => true,
                () => false
              )
            do await page.reload()
            while (!(await isThere()))
            const last = heard.at(-1)
            for (const each of [signing, rotated]) new Webhook(each).verify(last?.body ?? "", last?.headers ?? {})

            // Jobs are found, and show how each page was read.
            await page.goto(`${base}/console/jobs`)
            await page.getByLabel(text.jobs.externalId).fill("order-7")
            await page.getByRole("button", { name: text.jobs.search }).click()
            await page.waitForURL("**/jobs?external_id=order-7")
            await page.reload()
            await page.getByRole("link", { name: "hello.pdf" }).waitFor()
            assert.strictEqual(await page.getByRole("table").getByRole("row").count(), 2)
            await page.getByRole("link", { name: "hello.pdf" }).click()
            await page.getByRole("heading", { name: text.jobs.pageFacts }).waitFor()
            await page.getByRole("table").waitFor()
            assert.strictEqual(await page.getByRole("table").getByRole("row").count(), 3)
            await sound(page)
            await page.getByRole("button", { name: text.jobs.remove }).click()
            await dialog(page).getByRole("button", { name: text.jobs.remove }).click()
            await page.waitForURL("**/console/jobs")

            // What was asked and what was done.
            await visit(page, "requests")
            await page.getByRole("cell", { name: "POST /api/v2/jobs" }).first().waitFor()
            await sound(page)
            await visit(page, "audit")
            for (const action of [
              "key.created",
              "key.renamed",
              "webhook.created",
              "webhook.secret_rotated",
              "plan.changed"
            ]) {
              await page
                .getByText(text.audit.actions[action] ?? "")
                .first()
                .waitFor()
            }
            await sound(page)
            await visit(page, "settings")
            await page.getByLabel(text.settings.fields["page_breaks"]?.label ?? "").selectOption("comment")
            await page.getByText(text.settings.saved, { exact: true }).waitFor()
            await sound(page)
            await visit(page, "overview")
            await page.getByRole("img", { name: text.overview.chart(4, 1) }).waitFor()
            await sound(page)

            // The plan is ended, the device thrown out, all of it taken along and deleted.
            await visit(page, "plan")
            await page.getByRole("button", { name: text.plan.manage }).click()
            await page.getByRole("button", { name: "Cancel plan" }).click()
            await page.click("text=Return to PDF to Markdown")
            await page.getByRole("link", { name: "Back to the console" }).click()
            await visit(page, "access")
            await page.getByText(text.access.current).waitFor()
            await page.getByRole("button", { name: /^Unlink / }).click()
            await dialog(page).getByRole("button", { name: text.access.unlink }).click()
            await page.getByText(text.access.noDevices).waitFor()
            await sound(page)
            await visit(page, "account")
            const [download] = await Promise.all([
              page.waitForEvent("download"),
              page.getByRole("link", { name: text.account.export }).click()
            ])
            const exported = readFileSync(await download.path(), "utf8")
            assert.include(exported, "owner@example.com")
            assert.notInclude(exported, secret.slice(8))
            await page.getByRole("button", { name: text.account.delete }).click()
            const deleteNow = dialog(page).getByRole("button", { name: text.account.deleteNow })
            assert.isTrue(await deleteNow.isDisabled())
            await dialog(page).getByLabel(text.account.confirm("owner@example.com")).fill("owner@example.com")
            await sound(page)
            await deleteNow.click()
            await page.getByRole("heading", { name: text.account.deleted }).waitFor()
            await page.goto(`${base}/console`)
            await page.getByRole("link", { name: text.signIn.button }).waitFor()
          })
          assert.deepStrictEqual(told, [])
        }).pipe(Effect.scoped),
      patience
    )
  })
})
