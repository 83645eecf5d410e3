/** The page as somebody uses it: a real service, a real browser, real PDFs. */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { violations } from "../support/Axe.ts"
import { folder } from "../support/Children.ts"
import * as Chromium from "../support/Chromium.ts"
import * as TestDatabase from "../support/Database.ts"
import { long } from "../support/Long.ts"
import { lines, makePdf } from "../support/Pdf.ts"
import { dev } from "../support/Process.ts"

Chromium.sayIfMissing("the page in a browser")

class Stage extends Context.Service<
  Stage,
  { readonly base: string; readonly open: (width: number) => Promise<BrowserContext> }
>()("svc/test/web/Stage") {}

const stage = Layer.effect(
  Stage,
  Effect.gen(function* () {
    const { base } = yield* dev(join(yield* folder, "data"), { DATABASE_URL: yield* TestDatabase.url })
    const browser = yield* Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ ...Chromium.launchOptions, args: ["--no-sandbox"] })),
      (browser) => Effect.promise(() => browser.close())
    )
    return Stage.of({
      base,
      open: (width) => browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce" })
    })
  })
)

/** A profile of its own. */
const profile = Effect.fnUntraced(function* (width = 1_280) {
  const { base, open } = yield* Stage
  const context = yield* Effect.acquireRelease(
    Effect.promise(() => open(width)),
    (context) => Effect.promise(() => context.close())
  )
  return { base, context }
})

/** A page of a profile of its own, and what its console told. */
const opened = Effect.fnUntraced(function* (width = 1_280) {
  const { base, context } = yield* profile(width)
  context.setDefaultTimeout(patience / 2)
  const page = yield* Effect.promise(() => context.newPage())
  const told: Array<string> = []
  page.on("pageerror", (error) => told.push(error.message))
  page.on("console", (message) => {
    // An answer that refuses is told by the browser itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) told.push(message.text())
  })
  yield* Effect.promise(() => page.goto(base))
  return { page, told, base, context }
})

const sheet = (...texts: ReadonlyArray<string>) => ({ items: lines(texts, { x: 72, y: 90, size: 11 }) })

const hello = makePdf({ pages: [sheet("A first line of the page.", "A second one."), sheet("On another page.")] })

/** Rules around cells, whose columns and rows begin here. */
const grid = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>) => [
  ...xs.map((x) => [x, ys[0] ?? 0, x, ys.at(-1) ?? 0] as const),
  ...ys.map((y) => [xs[0] ?? 0, y, xs.at(-1) ?? 0, y] as const)
]

/** Texts that are blocks, or cells of one, the page of each and where it stands there. */
const places = [
  ["First comes a paragraph that is one line long.", 1, 72, 130],
  ["Results", 1, 72, 180],
  ["Then there is another paragraph below it.", 1, 72, 210],
  ["An item of a list", 1, 90, 250],
  ["Another item of it", 1, 90, 268],
  ["After the list the text goes on in the usual way.", 1, 72, 310],
  ["The last paragraph of the page ends here.", 1, 72, 345],
  ["Figure 1: Rain by month", 2, 200, 420],
  ["Below the figure stands a sentence of its own.", 2, 72, 470],
  ["Mountain", 2, 160, 554]
] as const

const report = makePdf({
  pages: [
    {
      items: [
        { text: "A report", x: 72, y: 90, size: 22, font: "Helvetica-Bold" },
        ...places.slice(0, 7).map(([text, , x, y]) => {
          const isHeading = text === "Results"
          return { text, x, y, size: isHeading ? 15 : 11, font: isHeading ? "Helvetica-Bold" : "Helvetica" } as const
        }),
        ...[250, 268].map((y) => ({ text: "-", x: 76, y, size: 11 }))
      ]
    },
    {
      items: [
        { text: "The rain of the year is shown in the chart that stands below this sentence.", x: 72, y: 90, size: 11 },
        ...places.slice(7, 9).map(([text, , x, y]) => ({ text, x, y, size: 11 })),
        ...["Place", "Kind", "Aachen", "City", "Brocken", "Mountain"].map((text, i) => ({
          ...{ text, x: 75 + 85 * (i % 2), y: 514 + 20 * Math.floor(i / 2), size: 11 },
          font: i < 2 ? ("Helvetica-Bold" as const) : ("Helvetica" as const)
        }))
      ],
      rules: [[80, 200, 80, 400], [80, 400, 380, 400], ...grid([70, 155, 240], [500, 520, 540, 560])],
      operators: Array.from(
        { length: 20 },
        (_, i) => `${80 + 15 * i} ${450 + 8 * i} m ${95 + 15 * i} ${458 + 8 * i} l S`
      ).join("\n")
    }
  ]
})

const tablePages = long(44, 34)
/** A page that is not drawn before somebody scrolls to it. */
const far = tablePages - 2

/** One table over all of these pages, whose cells say their page and row. */
const longTable = makePdf({
  pages: Array.from({ length: tablePages }, (_, page) => ({
    items: Array.from({ length: 50 }, (_, row) => [
      { text: page + row === 0 ? "Number" : `${page + 1}.${row}`, x: 54, y: 60 + 14 * row, size: 9 },
      { text: page + row === 0 ? "Name" : `<b>name</b> ${row}`, x: 204, y: 60 + 14 * row, size: 9 }
    ]).flat(),
    rules: grid(
      [50, 200, 400],
      Array.from({ length: 51 }, (_, row) => 50 + 14 * row)
    )
  }))
})

/** By its path: what is sent to the browser otherwise is sent as Base64. */
const choose = async (page: Page, name: string, content: Uint8Array | string) => {
  const path = join(mkdtempSync(join(tmpdir(), "chosen-")), name)
  writeFileSync(path, content)
  await page.setInputFiles("input[type=file]", path)
}

/** Nothing that axe finds. */
const assertSound = async (page: Page) => assert.deepStrictEqual(await violations(page, new Set()), [])

const isWide = (page: Page) => page.evaluate("document.documentElement.scrollWidth > innerWidth")

const patience = 180_000

describe.runIf(Chromium.isInstalled)("The page", () => {
  layer(stage, { timeout: patience, excludeTestServices: true })((it) => {
    it.effect(
      "turns a PDF that is chosen into Markdown beside its pages, and shows it again after a reload",
      () =>
        Effect.gen(function* () {
          const { page, told } = yield* opened()
          yield* Effect.promise(async () => {
            await assertSound(page)
            await choose(page, "hello.pdf", hello)
            await page.getByText("On another page.").waitFor({ timeout: patience })
            await page.locator(".page canvas").first().waitFor()
            assert.strictEqual(await page.locator(".page").count(), 2)
            await assertSound(page)

            await page.locator(".document").getByText("A first line").click()
            const mark = page.locator('[data-page="1"] .mark')
            await mark.waitFor()
            const first = page.locator('[data-page="1"]')
            const [place, whole] = [await mark.boundingBox(), await first.boundingBox()]
            await page.locator(".document").getByText("On another page.").click()
            await page.locator('[data-page="2"] .mark').waitFor()
            const within = (at: number | undefined, from: number | undefined) => (at ?? 0) - (from ?? 0) + 5
            await first.click({ position: { x: within(place?.x, whole?.x), y: within(place?.y, whole?.y) } })
            await page.locator(".document .pointed").getByText("A first line").waitFor()

            await page.getByRole("tab", { name: "Markdown" }).click()
            assert.include(await page.locator(".source").textContent(), "A first line of the page.")

            await page.reload()
            await page.getByText("On another page.").waitFor({ timeout: patience })
            assert.strictEqual(await page.locator(".page").count(), 0)

            await page.goBack()
            await page.getByRole("link", { name: "hello.pdf" }).waitFor()
            await page.getByRole("button", { name: "Delete hello.pdf" }).click()
            await page.getByRole("link", { name: "hello.pdf" }).waitFor({ state: "detached" })
          })
          assert.deepStrictEqual(told, [])
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "is one device, however many of its parts ask for one at once: what it converts is its own",
      () =>
        Effect.gen(function* () {
          const { base, context } = yield* profile()
          const registrations: Array<string> = []
          context.on("request", (request) => {
            if (request.url().endsWith("/register")) registrations.push(request.url())
          })
          yield* Effect.promise(async () => {
            const page = await context.newPage()
            await page.goto(base)
            await choose(page, "hello.pdf", hello)
            await page.getByText("On another page.").waitFor({ timeout: patience })
          })
          assert.strictEqual(registrations.length, 1)
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "says that too many new browsers came from a network: it said that options could not be saved, which nobody had changed",
      () =>
        Effect.gen(function* () {
          const { base, context } = yield* profile()
          yield* Effect.promise(async () => {
            const refusal = { code: "registration_limited", message: "Later", request_id: "1", retry_after: 60 }
            await context.route("**/register", (route) =>
              route.fulfill({ status: 429, headers: { "retry-after": "60" }, json: refusal })
            )
            const page = await context.newPage()
            await page.goto(base)
            await page.getByText("Options", { exact: true }).click()
            await page.getByRole("alert").getByText("Too many new browsers from your network").waitFor()
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "says that browsers want https, where it came by plain http: it said to try again",
      () =>
        Effect.gen(function* () {
          const { base, context } = yield* profile()
          yield* Effect.promise(async () => {
            await context.addInitScript(() => Object.defineProperty(globalThis, "isSecureContext", { value: false }))
            const page = await context.newPage()
            await page.goto(base)
            await choose(page, "hello.pdf", hello)
            await page.getByRole("alert").getByText("at https addresses").waitFor()
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "shows the Markdown to copy by hand, and says why, where the browser refuses: nothing happened",
      () =>
        Effect.gen(function* () {
          const { page, told } = yield* opened()
          yield* Effect.promise(async () => {
            await choose(page, "hello.pdf", hello)
            await page.getByText("On another page.").waitFor({ timeout: patience })
            await page.evaluate(() => {
              navigator.clipboard.writeText = () => Promise.reject(new DOMException("No", "NotAllowedError"))
            })
            await page.getByRole("button", { name: "Copy Markdown" }).click()
            await page.getByRole("status").getByText("The browser did not allow it").waitFor()
            await page.getByRole("tabpanel", { name: "Markdown" }).getByText("On another page.").waitFor()
          })
          assert.deepStrictEqual(told, [])
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "converts what is dropped on a result, which stays while nothing is: the browser left the page for the PDF",
      () =>
        Effect.gen(function* () {
          const { page } = yield* opened()
          yield* Effect.promise(async () => {
            await choose(page, "hello.pdf", hello)
            await page.getByText("On another page.").waitFor({ timeout: patience })
            const isKept = await page.evaluate(
              (bytes) => {
                const data = new DataTransfer()
                const drag = (type: string) =>
                  !dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
                const isOver = drag("dragover")
                data.items.add(new File([new Uint8Array(bytes)], "dropped.pdf", { type: "application/pdf" }))
                return isOver && drag("drop")
              },
              [...hello]
            )
            assert.isTrue(isKept)
            await page.getByRole("heading", { name: "dropped.pdf" }).waitFor({ timeout: patience })
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "converts again what it shows: it converted the document that was chosen last",
      () =>
        Effect.gen(function* () {
          const { page } = yield* opened()
          yield* Effect.promise(async () => {
            const heading = (name: string) => page.getByRole("heading", { name }).waitFor({ timeout: patience })
            const again = page.getByRole("button", { name: "Convert again" })
            for (const name of ["first.pdf", "second.pdf"]) {
              await choose(page, name, hello)
              await again.waitFor({ timeout: patience })
              await page.getByRole("button", { name: "Another PDF" }).click()
            }
            await page.getByRole("link", { name: "first.pdf" }).click()
            await heading("first.pdf")
            const created = page.waitForResponse((answer) => answer.request().method() === "POST")
            await again.click()
            const job: { readonly file_name: string } = await (await created).json()
            assert.strictEqual(job.file_name, "first.pdf")
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "has nothing that axe finds where a table's first header is empty",
      () =>
        Effect.gen(function* () {
          const { page } = yield* opened()
          const texts = ["", "Land", "Water", "Lead", "12 kg", "7 kg", "Zinc", "31 kg", "9 kg"]
          const table = makePdf({
            pages: [
              {
                items: texts.map((text, i) => ({
                  ...{ text, x: 75 + 85 * (i % 3), y: 114 + 20 * Math.floor(i / 3), size: 11 },
                  font: i < 3 ? ("Helvetica-Bold" as const) : ("Helvetica" as const)
                })),
                rules: grid([70, 155, 240, 325], [100, 120, 140, 160])
              }
            ]
          })
          yield* Effect.promise(async () => {
            await choose(page, "table.pdf", table)
            await page.getByRole("cell", { name: "31 kg" }).waitFor({ timeout: patience })
            assert.strictEqual(await page.locator(".document thead th").count(), 2)
            await assertSound(page)
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "says what to do about files and links that cannot be converted",
      () =>
        Effect.gen(function* () {
          const { page } = yield* opened()
          yield* Effect.promise(async () => {
            const alert = page.getByRole("alert")
            await choose(page, "notes.pdf", "no document")
            await alert.getByText("This is not a PDF").waitFor()
            await choose(page, "broken.pdf", "%PDF-1.7 and nothing else")
            await alert.getByText("damaged").waitFor({ timeout: patience })
            await choose(page, "large.pdf", new Uint8Array(11 * 1024 ** 2))
            await alert.getByText("too large").waitFor()
            await page.getByLabel("Link to a PDF").fill("http://127.0.0.1:1/a.pdf")
            await page.getByRole("button", { name: "Convert" }).click()
            await alert.getByText("The link could not be fetched").waitFor({ timeout: patience })
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "ties ten blocks, a cell among them, to their places and back, and shows a figure as the page prints it",
      () =>
        Effect.gen(function* () {
          const { page, told } = yield* opened(1_440)
          yield* Effect.promise(async () => {
            await choose(page, "report.pdf", report)
            await page.locator(".document figure .picture canvas").waitFor({ timeout: patience })
            await page.locator('[data-page="1"] canvas').waitFor()
            const boxOf = async (selector: string) => {
              const box = await page.locator(selector).first().boundingBox()
              assert.isNotNull(box, selector)
              return box ?? { x: 0, y: 0, width: 0, height: 0 }
            }
            for (const [text, number, fromLeft, fromTop] of places) {
              const shown = page.locator(".document").getByText(text, { exact: true })
              await shown.click()
              const sheet = `[data-page="${number}"]`
              await page.locator(`${sheet} .mark`).first().waitFor()
              const [mark, whole] = [await boxOf(`${sheet} .mark`), await boxOf(sheet)]
              // A point within the text as it was set, 2 points to the right of where it begins and 3 above its baseline.
              const [x, y] = [((fromLeft + 2) / 595) * whole.width, ((fromTop - 3) / 842) * whole.height]
              const name = `${text}: ${JSON.stringify({ mark, whole, x, y })}`
              assert.isTrue(whole.x + x >= mark.x && whole.x + x <= mark.x + mark.width, name)
              assert.isTrue(whole.y + y >= mark.y && whole.y + y <= mark.y + mark.height, name)
              await page.locator(".document h1").click()
              await page.locator(sheet).click({ position: { x, y } })
              await page.locator(".document .pointed").getByText(text, { exact: true }).waitFor()
            }
            assert.strictEqual(await page.locator(".mark.cell").count(), 1)
            assert.strictEqual(await page.locator(".document td.pointed").count(), 1)

            await page.locator(".document figure").click()
            const [picture, mark] = [await boxOf(".document .picture"), await boxOf('[data-page="2"] .mark')]
            assert.closeTo(picture.width / picture.height, mark.width / mark.height, 0.05)
            await assertSound(page)
          })
          assert.deepStrictEqual(told, [])
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "keeps a table of thousands of rows in parts, of which only those in sight are there",
      () =>
        Effect.gen(function* () {
          const { page, told } = yield* opened()
          yield* Effect.promise(async () => {
            await choose(page, "long.pdf", longTable)
            await page.getByRole("cell", { name: "1.1", exact: true }).waitFor({ timeout: patience })
            const count = () => page.locator(".document td").count()
            assert.isBelow(await count(), 1_500)
            await page.locator(`[data-page="${far}"]`).scrollIntoViewIfNeeded()
            await page.locator(`[data-page="${far}"] canvas`).waitFor()
            await page.locator(`[data-page="${far}"]`).click({ position: { x: 90, y: 67 } })
            await page.locator(".document .pointed").getByText(`${far}.1`, { exact: true }).waitFor()
            assert.isBelow(await count(), 1_500)
            await page.getByRole("tab", { name: "Markdown" }).click()
            assert.include(await page.locator(".source").textContent(), `| ${far}.1 `)
            await page.getByRole("tab", { name: "Document" }).click()
            await page.locator(".document .pointed").getByText(`${far}.1`, { exact: true }).waitFor()
          })
          assert.deepStrictEqual(told, [])
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "shows what a hostile document says and runs none of it",
      () =>
        Effect.gen(function* () {
          const { page, told } = yield* opened()
          const hostile = makePdf({
            pages: [
              sheet("<img src=x onerror=alert(1)> [a](javascript:alert(2))", "<script>alert(3)</script> https://a.b/c")
            ]
          })
          yield* Effect.promise(async () => {
            page.on("dialog", () => told.push("something ran"))
            await choose(page, "hostile.pdf", hostile)
            await page.getByText("onerror=alert(1)").waitFor({ timeout: patience })
            assert.strictEqual(await page.locator(".document img, .document script").count(), 0)
            const links = await page
              .locator(".document a")
              .evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""))
            for (const link of links) assert.match(link, /^https:/)
          })
          assert.deepStrictEqual(told, [])
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "fits a telephone, and saves its options",
      () =>
        Effect.gen(function* () {
          const { page } = yield* opened(390)
          yield* Effect.promise(async () => {
            await page.getByText("Options").click()
            const saved = page.waitForResponse(
              (answer) => answer.url().endsWith("/settings") && answer.request().method() === "PUT"
            )
            await page.getByLabel("Between pages").selectOption("comment")
            await saved
            assert.isFalse(await isWide(page))
            await assertSound(page)
            await choose(page, "hello.pdf", hello)
            await page.getByText("On another page.").waitFor({ timeout: patience })
            assert.isFalse(await isWide(page))
            await page.getByRole("tab", { name: "Markdown" }).click()
            assert.include(await page.locator(".source").textContent(), "<!-- page 2 -->")
          })
        }).pipe(Effect.scoped),
      patience
    )
  })
})
