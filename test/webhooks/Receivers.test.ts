import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { WebhookId } from "../../schema/Ids.ts"
import { tiers } from "../../src/accounts/Tiers.ts"
import { statusAfter } from "../../src/webhooks/Deliveries.ts"
import { receiversOf } from "../../src/webhooks/Receivers.ts"
import { admit, limitOf } from "../../src/webhooks/Webhooks.ts"

const webhooks = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: WebhookId.make(`01890000-0000-7000-8000-${String(at).padStart(12, "0")}`),
    url: `https://example.com/${at}`,
    events: []
  }))

const urls = (candidates: Parameters<typeof receiversOf>[0]) => receiversOf(candidates, tiers).map(({ url }) => url)

describe("The receivers of a job's events", () => {
  it("are the account's webhooks as far as its plan goes, the oldest first", () => {
    const oldest = webhooks(5).map(({ url }) => url)
    assert.deepStrictEqual(urls({ tier: "pro", webhooks: webhooks(7), callback: null }), oldest)
    assert.deepStrictEqual(urls({ tier: "free", webhooks: webhooks(7), callback: null }), [])
    assert.deepStrictEqual(urls({ tier: null, webhooks: webhooks(7), callback: null }), [])
  })

  it("include the job's own callback, whatever the plan has become, told of every event under its own secret", () =>
    assert.deepStrictEqual(
      receiversOf({ tier: "free", webhooks: [], callback: { url: "https://example.com/c", secret: "s" } }, tiers),
      [{ webhookId: null, url: "https://example.com/c", events: [], secret: "s" }]
    ))
})

describe("The webhooks of a plan", () => {
  it("are as many as its tier says, and none without one", () => {
    assert.deepStrictEqual(limitOf("pro", tiers), Result.succeed(5))
    for (const tier of ["free", "anonymous", null] as const) {
      assert.strictEqual(Result.getOrThrow(Result.flip(limitOf(tier, tiers)))._tag, "webhooks_unavailable")
    }
  })

  it("are refused beyond the limit, which says how many there are", () => {
    assert.isTrue(Result.isSuccess(admit(5, 4, "in use")))
    assert.deepInclude(Result.getOrThrow(Result.flip(admit(5, 5, "enabled"))), {
      _tag: "webhook_limit_reached",
      message: "5 of 5 webhooks are enabled",
      limit: 5
    })
  })
})

describe("A delivery", () => {
  it("waits after an attempt that is to be repeated, and has ended after any other", () =>
    assert.deepStrictEqual(
      [
        statusAfter({ _tag: "Delivered" }),
        statusAfter({ _tag: "Retry", at: 0 }),
        statusAfter({ _tag: "Failed", disable: null })
      ],
      ["delivered", "pending", "failed"]
    ))
})
