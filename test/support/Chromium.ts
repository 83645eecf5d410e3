/** A real browser, where the machine has one: Chromium, driven by Playwright. */
import { existsSync } from "node:fs"
import { Context, Effect, Layer } from "effect"
import { chromium, type Browser as PlaywrightBrowser } from "playwright-core"
import { origin } from "./Account.ts"
import { patience } from "./Patience.ts"
import * as Service from "./Service.ts"

/** `CHROMIUM`, else where distributions put it. Without windows of its own it needs a third of the processor time. */
const executablePath = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome"
].find((path) => path !== "" && existsSync(path))

export const isInstalled = executablePath !== undefined

/** Where the browser is, for `launch`. */
export const launchOptions = executablePath === undefined ? {} : { executablePath }

/** Says aloud which tests are left out for want of a browser. */
export const sayIfMissing = (what: string) => {
  if (!isInstalled) console.warn(`SKIPPED: ${what}. There is no Chromium on this machine; CHROMIUM may name one.`)
}

const launched = (args: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.promise(() => chromium.launch({ ...launchOptions, args: ["--no-sandbox", ...args] })),
    (browser) => Effect.promise(() => browser.close())
  )

/** One browser for the tests of a file; each opens a context of its own. */
export class Chromium extends Context.Service<Chromium, PlaywrightBrowser>()("svc/test/Chromium") {}

export const layer = Layer.effect(Chromium, launched())

/** A page with a profile of its own, for which the public origin of the tests is the service under test. */
export const newPage = Effect.gen(function* () {
  const { host } = new URL(yield* Service.Base)
  const browser = yield* launched([`--host-resolver-rules=MAP ${new URL(origin).host} ${host}`])
  const page = yield* Effect.promise(() => browser.newPage())
  page.setDefaultTimeout(patience)
  return page
})
