import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { browserOf } from "../../src/auth/Sessions.ts"
import { newPerson, newSession, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/me/sessions"

describe("A browser", () => {
  it("is called what people call it, whatever else it says it is", () => {
    const agents: ReadonlyArray<readonly [string, string | null]> = [
      ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
      [
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
        "Edge on Windows"
      ],
      [
        "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
        "Chrome on Android"
      ],
      [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
        "Safari on iOS"
      ],
      [
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/605.1",
        "Safari on macOS"
      ],
      ["curl/8.9.1", "curl"],
      ["<script>alert(1)</script>", null],
      ["", null]
    ]
    for (const [agent, name] of agents) assert.strictEqual(browserOf(agent), name, agent)
  })
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("Sessions", (it) => {
  it.effect("are listed with the one that asks, and end when somebody ends them", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      yield* TestClock.adjust("2 hours")
      const other = yield* newSession(person.accountId)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE sessions SET browser = 'Firefox on Linux', address = '203.0.113.7'
        WHERE account_id = ${person.accountId} AND created_at = (SELECT max(created_at) FROM sessions)`
      const { status, json } = yield* withSession(person.session, path)
      assert.strictEqual(status, 200)
      assert.lengthOf(json.items, 2)
      const theirs = json.items.find(({ current }: { current: boolean }) => !current)
      assert.deepInclude(theirs, { browser: "Firefox on Linux", address: "203.0.113.7", current: false })
      assert.strictEqual(Date.parse(theirs.expires_at) - Date.parse(theirs.created_at), 30 * 86_400_000)

      const ended = yield* withSession(person.session, `${path}/${theirs.session_id}`, { method: "DELETE" })
      assert.deepStrictEqual([ended.status, ended.text], [204, ""])
      assert.strictEqual((yield* withSession(other, "/api/v2/me")).json.code, "invalid_session")
      assert.lengthOf((yield* withSession(person.session, path)).json.items, 1)
      const again = yield* withSession(person.session, `${path}/${theirs.session_id}`, { method: "DELETE" })
      assert.deepStrictEqual([again.status, again.json.code], [404, "not_found"])
    })
  )

  it.effect("may end themselves", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson()
      const { json } = yield* withSession(session, path)
      const [own] = json.items
      assert.isTrue(own.current)
      assert.strictEqual((yield* withSession(session, `${path}/${own.session_id}`, { method: "DELETE" })).status, 204)
      assert.strictEqual((yield* withSession(session, path)).json.code, "invalid_session")
    })
  )

  it.effect("of others are unknown, and so is an id that is no UUID; pages of others end none", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const other = yield* newPerson()
      const [own] = (yield* withSession(person.session, path)).json.items
      for (const id of [own.session_id, "x", own.session_id.toUpperCase()]) {
        const { status, json } = yield* withSession(other.session, `${path}/${id}`, { method: "DELETE" })
        assert.deepStrictEqual([status, json.code], [404, "not_found"])
      }
      const elsewhere = { ...person.session, origin: "https://evil.example" }
      const refused = yield* withSession(elsewhere, `${path}/${own.session_id}`, { method: "DELETE" })
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "origin_not_allowed"])
      assert.strictEqual((yield* withSession(person.session, path)).status, 200)
    })
  )

  it.effect("that were not used for a week, or are a month old, are not listed", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      yield* TestClock.adjust("7 days")
      const session = yield* newSession(person.accountId)
      const { json } = yield* withSession(session, path)
      assert.deepStrictEqual(
        json.items.map(({ current }: { current: boolean }) => current),
        [true]
      )
    })
  )
})
