/** The documentation in a real browser. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { BrowserContextOptions } from "playwright-core"
import { contents } from "../../src/http/docs/Contents.ts"
import { violations } from "../support/Axe.ts"
import * as Chromium from "../support/Chromium.ts"
import { long } from "../support/Long.ts"
import * as Service from "../support/Service.ts"

Chromium.sayIfMissing("the documentation in a browser")

const all = ["/docs", ...contents.flatMap(({ pages }) => pages).map((name) => `/docs/${name}`)]

/** What axe takes for all pages is a tenth of what the other tests do: they are made of the same blocks. */
const isJudged = (at: number) => at % long(1, 4) === 0

const patience = 120_000

/** A page of a browser, and what went wrong on it. */
const opened = Effect.fnUntraced(function* (options: BrowserContextOptions) {
  const base = yield* Service.Base
  const browser = yield* Chromium.Chromium
  const context = yield* Effect.acquireRelease(
    Effect.promise(() => browser.newContext(options)),
    (context) => Effect.promise(() => context.close())
  )
  context.setDefaultTimeout(patience)
  const page = yield* Effect.promise(() => context.newPage())
  const told: Array<string> = []
  page.on("pageerror", (error) => told.push(error.message))
  page.on("console", (message) => told.push(message.text()))
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) told.push(`asked ${request.url()}`)
  })
  return { page, told, base }
})

describe.runIf(Chromium.isInstalled)("The documentation", () => {
  layer(Layer.merge(Service.layer({ RATE_LIMIT_SCALE: "1000" }), Chromium.layer), {
    timeout: patience,
    excludeTestServices: true
  })((it) => {
    for (const [colorScheme, paths] of [
      ["light", all],
      ["dark", ["/docs", "/docs/errors"]]
    ] as const) {
      it.effect(
        `reads on a telephone in the ${colorScheme}: nothing is wider than the screen, said on the console or loaded from elsewhere`,
        () =>
          Effect.gen(function* () {
            const { page, told, base } = yield* opened({ viewport: { width: 390, height: 800 }, colorScheme })
            const judged = new Set<string>()
            for (const [at, path] of paths.entries()) {
              yield* Effect.promise(async () => {
                await page.goto(base + path)
                const excess = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert.strictEqual(excess, 0, path)
                if (isJudged(at)) assert.deepStrictEqual(await violations(page, judged), [], path)
              })
            }
            assert.deepStrictEqual(told, [])
          }).pipe(Effect.scoped),
        patience
      )
    }

    it.effect(
      "is searched with the keyboard alone",
      () =>
        Effect.gen(function* () {
          const { page, told, base } = yield* opened({ viewport: { width: 1_440, height: 900 } })
          yield* Effect.promise(async () => {
            await page.goto(`${base}/docs`)
            await page.keyboard.press("/")
            await page.keyboard.type("slots_full")
            await page.locator(".found a").first().waitFor()
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press("Enter")
            await page.waitForURL("**/docs/errors#slots_full")
          })
          assert.deepStrictEqual(told, [])
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "shows whole words of what a search finds: they ended in the middle of one",
      () =>
        Effect.gen(function* () {
          const { page, base } = yield* opened({ viewport: { width: 1_440, height: 900 } })
          yield* Effect.promise(async () => {
            await page.goto(`${base}/docs`)
            const index = page.waitForResponse(/search.*\.json/)
            await page.locator(".search input").fill("retry")
            const text = (await (await index).json()).map((entry: { readonly text: string }) => entry.text).join("\n")
            await page.locator(".found a").first().waitFor()
            const ends = (await page.locator(".found small").allTextContents()).filter((found) => found.endsWith(" …"))
            assert.isNotEmpty(ends)
            for (const found of ends) assert.include(text, `${found.slice(-22, -2)} `)
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "shows what a search finds in front of the page's code, on a telephone too",
      () =>
        Effect.gen(function* () {
          const { page, base } = yield* opened({ viewport: { width: 390, height: 900 } })
          yield* Effect.promise(async () => {
            await page.goto(`${base}/docs`)
            await page.locator(".search input").fill("webhook")
            await page.locator(".found a").first().waitFor()
            const inFront = await page.evaluate(`(() => {
              const { left, top } = document.querySelector("main pre").getBoundingClientRect()
              return document.elementFromPoint(left + 5, top + 5).closest(".found") !== null
            })()`)
            assert.isTrue(inFront)
          })
        }).pipe(Effect.scoped),
      patience
    )

    it.effect(
      "reads without JavaScript",
      () =>
        Effect.gen(function* () {
          const { page, base } = yield* opened({ javaScriptEnabled: false })
          yield* Effect.promise(async () => {
            await page.goto(`${base}/docs`)
            assert.isFalse(await page.locator(".search").isVisible())
            await page.getByRole("main").getByRole("link", { name: "Quick start" }).first().click()
            await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor()
          })
        }).pipe(Effect.scoped),
      patience
    )
  })
})
