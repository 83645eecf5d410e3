import { assert, describe, it } from "@effect/vitest"
import { AccountId, DeviceId, KeyId } from "../../schema/Ids.ts"
import { tiers } from "../../src/accounts/Tiers.ts"
import type { Requester } from "../../src/jobs/Job.ts"
import { termsOf, truncates } from "../../src/jobs/Terms.ts"

const accountId = AccountId.make("01890000-0000-7000-8000-000000000001")
const deviceId = DeviceId.make("01890000-0000-7000-8000-000000000002")
const keyId = KeyId.make("01890000-0000-7000-8000-000000000003")

const device = { kind: "device", deviceId, bodySha256: "" } as const
const alone: Requester = { surface: "v1", actor: { ...device, accountId: null, tier: "anonymous" } }
const linked: Requester = { surface: "v2", actor: { ...device, accountId, tier: "pro" } }
const key: Requester = {
  surface: "v2",
  actor: { kind: "key", keyId, accountId, tier: "pro", scopes: [], monthlyPages: null }
}

describe("The terms of a job", () => {
  it("name its owner by who asks and what account counts at this moment", () =>
    assert.deepStrictEqual(
      [
        termsOf(alone, { accountId: null, tier: "anonymous" }, tiers),
        // Linked since it signed its request.
        termsOf(alone, { accountId, tier: "free" }, tiers),
        termsOf(linked, { accountId, tier: "pro" }, tiers),
        termsOf(key, { accountId, tier: "pro" }, tiers)
      ].map(({ owner, ownerType, tier }) => [owner, ownerType, tier]),
      [
        [`device:${deviceId}`, "device", "anonymous"],
        [`account:${accountId}`, "account_device", "free"],
        [`account:${accountId}`, "account_device", "pro"],
        [`account:${accountId}`, "api_key", "pro"]
      ]
    ))

  it("are the tier's, but for the time that v1 gives every job", () => {
    const { pool, readyTtlSec, maxPages, timeBudgetSec } = tiers.business
    const terms = { pool, readyTtlSec, maxPages }
    assert.deepInclude(termsOf(key, { accountId, tier: "business" }, tiers), { ...terms, timeBudgetSec })
    assert.deepInclude(termsOf(alone, { accountId, tier: "business" }, tiers), { ...terms, timeBudgetSec: 300 })
  })

  it("fail a job of v1 when its time is up, and cut one of v2", () =>
    assert.deepStrictEqual([truncates("v1"), truncates("v2")], [false, true]))
})
