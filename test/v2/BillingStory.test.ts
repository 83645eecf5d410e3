/** Buying, using and ending a plan, as a person with a browser does it. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { Page } from "playwright-core"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { startPath } from "../../schema/v2/Auth.ts"
import { bearer, origin } from "../support/Account.ts"
import * as Chromium from "../support/Chromium.ts"
import * as Payments from "../support/Payments.ts"
import * as Provider from "../support/Provider.ts"
import { newUrl, sent, until } from "../support/Receiver.ts"
import { priced } from "../support/Sales.ts"
import * as Service from "../support/Service.ts"

Chromium.sayIfMissing("the story of a purchase in a browser")

const service = Layer.unwrap(
  Effect.gen(function* () {
    const payments = yield* Payments.Payments
    const identity = yield* Provider.Provider
    return Service.layer({
      PUBLIC_ORIGINS: origin,
      RATE_LIMIT_SCALE: "1000",
      ...Payments.variables(payments),
      ...Provider.variables(identity)
    })
  })
).pipe(Layer.provideMerge(Layer.merge(Payments.layer, Provider.layer)))

const hello = Converter.pdf({ pages: ["Hello"] })

/** A call that a page of ours makes, with the cookies and the Origin that the browser gives it. */
const calls = (page: Page) => (method: string, path: string, body?: unknown) =>
  Effect.promise(async () => {
    if (!page.url().startsWith(`${origin}/docs.md`)) await page.goto(`${origin}/docs.md`)
    return page.evaluate(
      async ([method, path, body]) => {
        const init = body === null ? { method } : { method, body, headers: { "content-type": "application/json" } }
        const response = await fetch(`/api/v2${path}`, init)
        const text = await response.text()
        return { status: response.status, json: text === "" ? null : JSON.parse(text) }
      },
      [method, path, body === undefined ? null : JSON.stringify(body)] as const
    )
  })

const step = <A>(run: () => Promise<A>) => Effect.promise(run)

describe.skipIf(!Chromium.isInstalled)("With a browser", () => {
  layer(service)((it) => {
    it.effect("a plan is bought, used and ended: what it gave is there from the payment to the end", () =>
      Effect.gen(function* () {
        yield* priced
        const base = yield* Service.Base
        const payments = yield* Payments.Payments
        const web = yield* Web
        payments.notify(`${base}/api/v2/billing/webhook`)
        const page = yield* Chromium.newPage
        const call = calls(page)
        const heading = step(() => page.locator("h1").innerText())
        /** The events of what was just clicked have come. */
        const posted = (count: number) =>
          until(
            Effect.sync(() => payments.posted()),
            (all) => all.length >= count
          )
        const tier = Effect.map(call("GET", "/me"), ({ json }) => json.tier)
        const batch = Effect.fnUntraced(function* (secret: string) {
          const urls = ["a", "b"].map((name) => `https://story.test/${name}.pdf`)
          for (const url of urls) yield* web.put(url, { body: hello })
          return yield* Service.plain("/api/v2/jobs/batch", {
            method: "POST",
            headers: { ...bearer(secret), "content-type": "application/json" },
            body: JSON.stringify({ items: urls.map((url) => ({ url })) })
          })
        })

        yield* step(() => page.goto(origin + startPath))
        assert.strictEqual(yield* heading, "You are signed in")
        const plans = yield* call("GET", "/billing/plans")
        assert.deepStrictEqual(
          plans.json.plans.map(({ name, amount, current }: Record<string, unknown>) => [name, amount, current]),
          [
            ["Pro", 1_900, false],
            ["Business", 9_900, false]
          ]
        )
        const url = newUrl()
        yield* web.put(url, {})
        const keys = [yield* call("POST", "/api-keys", { name: "one" })]
        assert.strictEqual((yield* call("POST", "/webhooks", { url })).json.code, "webhooks_unavailable")
        assert.strictEqual((yield* batch(keys[0]!.json.secret)).json.code, "batch_unavailable")

        // To the provider's page, back without having paid, and there once more.
        const buy = Effect.gen(function* () {
          const { json } = yield* call("POST", "/billing/checkout", { price_id: plans.json.plans[0].price_id })
          yield* step(() => page.goto(json.url))
        })
        yield* buy
        assert.strictEqual(yield* heading, "Subscribe to Pro")
        yield* step(() => page.click("text=Cancel"))
        assert.strictEqual(yield* heading, "Nothing was bought")
        assert.strictEqual(yield* tier, "free")
        yield* buy
        yield* step(() => page.click("text=Pay"))
        assert.strictEqual(yield* heading, "Thank you")
        assert.strictEqual(yield* step(() => page.locator("main strong").innerText()), "Pro")
        assert.strictEqual(yield* tier, "pro")
        assert.isTrue((yield* call("GET", "/billing/plans")).json.plans[0].current)
        for (const { status } of yield* posted(2)) assert.strictEqual(status, 200)

        // What the plan gives.
        assert.strictEqual((yield* call("POST", "/webhooks", { url })).status, 201)
        const jobs = yield* batch(keys[0]!.json.secret)
        assert.strictEqual(jobs.status, 201)
        const told = yield* sent(url, 2)
        assert.sameMembers(
          told.map(({ body }) => body.job.job_id),
          jobs.json.items.map(({ job_id }: { job_id: string }) => job_id)
        )
        assert.deepStrictEqual(
          told.map(({ body }) => body.event),
          ["job.ready", "job.ready"]
        )
        for (const name of ["two", "three", "four"]) {
          yield* TestClock.adjust("1 second")
          keys.push(yield* call("POST", "/api-keys", { name }))
        }

        // Back to the provider, to end it.
        const { json: portal } = yield* call("POST", "/billing/portal")
        yield* step(() => page.goto(portal.url))
        yield* step(() => page.click("text=Cancel plan"))
        assert.include(yield* step(() => page.locator("main").innerText()), "Pro: canceled")
        for (const { status } of yield* posted(3)) assert.strictEqual(status, 200)
        yield* step(() => page.click("text=Return to PDF to Markdown"))
        assert.strictEqual(yield* heading, "You are back")

        assert.strictEqual(yield* tier, "free")
        const left = yield* call("GET", "/api-keys")
        assert.deepStrictEqual(
          left.json.items.map(({ name, disabled_reason }: Record<string, unknown>) => [name, disabled_reason]),
          [
            ["four", "plan_limit"],
            ["three", "plan_limit"],
            ["two", null],
            ["one", null]
          ]
        )
        assert.strictEqual((yield* call("GET", "/webhooks")).json.items[0].disabled_reason, "plan_limit")
        assert.strictEqual((yield* batch(keys[0]!.json.secret)).json.code, "batch_unavailable")
        assert.strictEqual((yield* batch(keys[3]!.json.secret)).json.code, "invalid_api_key")
      }).pipe(Effect.scoped)
    )
  })
})
