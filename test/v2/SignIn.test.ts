import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { listen } from "../../layers/main/devIdentity.ts"
import * as RetentionSql from "../../layers/sql/jobs/Retention.ts"
import { Unavailable } from "../../schema/Errors.ts"
import { callbackPath, linkPath, startPath } from "../../schema/v2/Auth.ts"
import { Auth } from "../../src/auth/Auth.ts"
import { Digest } from "../../src/auth/Digest.ts"
import { hashOf, newToken } from "../../src/auth/Secrets.ts"
import { type Device, pdfForm } from "../../src/client/Device.ts"
import { respond } from "../../src/http/Problem.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import * as Browser from "../support/Browser.ts"
import * as Provider from "../support/Provider.ts"
import * as Service from "../support/Service.ts"

const [local, secure] = Browser.origins

const start = (origin: string = local, ticket?: string) =>
  new URL(`${startPath}${ticket === undefined ? "" : `?ticket=${ticket}`}`, origin)

const linkPage = (ticket: string) => new URL(`${linkPath}?ticket=${ticket}`, local)

/** The form of a page, as a person sends it who presses its button. */
const formOf = ({ text }: Browser.Visit) => ({
  action: new URL(/<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? "/none", local),
  init: {
    method: "POST",
    body: new URLSearchParams(
      [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = "", value = ""]) => [
        name,
        value
      ])
    )
  }
})

/** Says yes to the page that names the device: where that leads. */
const confirmed = Effect.fnUntraced(function* (browser: Browser.Browser, ticket: string) {
  const { action, init } = formOf(yield* visit(browser, linkPage(ticket)))
  const { headers } = yield* Effect.promise(() => browser.step(action, init))
  return new URL(headers.get("location") ?? "/none", local)
})

const back = (query = "") => new URL(callbackPath + query, local)

const settings = { ...Browser.variables, RATE_LIMIT_SCALE: "1000" }

const isCallback = (url: URL) => url.pathname === callbackPath

/** From the start to the page at the end. */
const signIn = (browser: Browser.Browser, url = start()) => Effect.promise(() => browser.go(url))

/** As far as the address that the provider sends the browser back to. */
const signInUntilCallback = (browser: Browser.Browser, url = start()) =>
  Effect.promise(() => browser.go(url, {}, isCallback)).pipe(Effect.map(({ url }) => url))

const visit = (browser: Browser.Browser, url: URL) => Effect.promise(() => browser.step(url))

const title = ({ text }: Browser.Visit) => /<h1>(.*)<\/h1>/.exec(text)?.[1]

const session = (browser: Browser.Browser, origin: string = local) =>
  browser.cookie(new URL(origin), "svc_session")?.value ?? ""

/** The account of a session, as any other route would find it. */
const accountOf = (secret: string) =>
  Effect.flatMap(Auth, (auth) =>
    Effect.map(
      auth.session(secret, { address: "192.0.2.1", bucket: "requests", onCharge: () => Effect.void }),
      ({ accountId }) => accountId as string
    )
  )

const accounts = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ id: string; email: string; name: string | null; tier: string; claimed_at: Date | null }>`
    SELECT id, email, name, tier, claimed_at FROM accounts ORDER BY created_at, id`
)

/** Nobody has ever signed in. */
const empty = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`TRUNCATE accounts CASCADE`)

const count = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql(table)}`, ([row]) => row?.n)
  )

/** A link ticket as the service keeps it. */
const newTicket = Effect.fnUntraced(function* ({ deviceId }: Device) {
  const sql = yield* SqlClient.SqlClient
  const ticket = yield* newToken(yield* SecureRandom)
  const expires = new Date((yield* Clock.currentTimeMillis) + 600_000)
  yield* sql`INSERT INTO link_tickets (hash, device_id, expires_at)
    VALUES (decode(${hashOf(yield* Digest, ticket)}, 'hex'), ${deviceId}, ${expires})`
  return ticket
})

/** What is true of every page. */
const isPage = (page: Browser.Visit, status: number) => {
  assert.strictEqual(page.status, status, page.text)
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
  assert.strictEqual(page.headers.get("cache-control"), "no-store")
  assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
  assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'sha256-/)
  assert.notMatch(page.text, /<script|https?:\/\/|url\(/)
}

const onDevIdentity = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listen(Browser.origins)),
      ({ close }) => Effect.sync(close)
    ),
    ({ close: _, ...variables }) => Service.layer({ ...settings, ...variables })
  )
)

layer(onDevIdentity)("With the identity provider of npm run dev", (it) => {
  const submit = (browser: Browser.Browser, url: URL, email: string) =>
    Effect.promise(() => browser.go(url, { method: "POST", body: new URLSearchParams({ email }) }))

  it.effect("somebody signs in, is told so, and has a session and a free account", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      const form = yield* signIn(browser)
      assert.strictEqual(title(form), "Sign in for development")
      const page = yield* submit(browser, form.url, "Alice@Example.com")
      isPage(page, 200)
      assert.strictEqual(title(page), "You are signed in")
      assert.include(page.text, "alice@example.com")
      assert.include(page.text, "You can close this tab")

      const cookie = browser.cookie(page.url, "svc_session")
      assert.match(cookie?.value ?? "", /^[\w-]{43}$/)
      assert.deepStrictEqual(cookie?.attributes, ["max-age=2592000", "path=/", "httponly", "samesite=lax"])
      const [account] = yield* accounts
      assert.strictEqual(yield* accountOf(cookie?.value ?? ""), account?.id)
      assert.deepInclude(account, { email: "alice@example.com", name: "alice", tier: "free" })
      assert.isNotNull(account?.claimed_at)
    })
  )

  it.effect("each can sign in as somebody else in the same browser", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      for (const email of ["bob@example.com", "carol@example.com", "carol@example.com"]) {
        const page = yield* submit(browser, (yield* signIn(browser)).url, email)
        assert.include(page.text, email)
      }
    })
  )

  it.effect("the login_url of link/start makes the device theirs, and the page names it", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const browser = yield* Browser.newBrowser
      const begun = yield* Service.call(device, "/api/v2/account/link/start", { method: "POST" })
      assert.strictEqual(begun.status, 200)
      const shown = yield* visit(browser, new URL(begun.json.login_url))
      isPage(shown, 200)
      assert.strictEqual(title(shown), "Link this device?")
      const { action, init } = formOf(shown)
      const form = yield* Effect.promise(() => browser.go(action, init))
      const page = yield* submit(browser, form.url, "dora@example.com")
      assert.include(page.text, "is now linked")
      const { json } = yield* Service.call(device, "/api/v2/account")
      assert.isTrue(json.linked)
      assert.strictEqual(json.account.email, "dora@example.com")
    })
  )

  it.effect("what is no e-mail address gets the form again", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      const page = yield* submit(browser, (yield* signIn(browser)).url, "alice")
      assert.deepStrictEqual([page.status, title(page)], [400, "Sign in for development"])
    })
  )
})

const onProvider = Layer.unwrap(
  Effect.map(Provider.Provider, (provider) => Service.layer({ ...settings, ...Provider.variables(provider) }))
).pipe(Layer.provideMerge(Provider.layer))

/** Changes how the provider answers for the rest of this test. */
const behave = (behaviour: Partial<Provider.Behaviour>) =>
  Effect.flatMap(Provider.Provider, (provider) =>
    Effect.acquireRelease(
      Effect.sync(() => provider.behave(behaviour)),
      () => Effect.sync(() => provider.behave({}))
    )
  )

const person = (name: string) => ({ sub: name, email: `${name}@example.com`, email_verified: true, name })

layer(onProvider)("Signing in", (it) => {
  it.effect("asks the provider with PKCE, state and nonce, and keeps the state to itself", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      const begun = yield* Effect.promise(() => browser.step(start()))
      assert.strictEqual(begun.status, 302)
      assert.strictEqual(begun.headers.get("cache-control"), "no-store")
      const query = new URL(begun.headers.get("location") ?? "").searchParams
      assert.strictEqual(query.get("response_type"), "code")
      assert.strictEqual(query.get("code_challenge_method"), "S256")
      assert.strictEqual(query.get("redirect_uri"), `${local}${callbackPath}`)
      assert.sameMembers((query.get("scope") ?? "").split(" "), ["openid", "email", "profile"])
      for (const name of ["state", "nonce", "code_challenge"]) assert.match(query.get(name) ?? "", /^[\w-]{43}$/, name)
      assert.isNull(query.get("prompt"))
      const cookie = browser.cookie(back(), "svc_sign_in")
      assert.deepStrictEqual(cookie?.attributes, ["max-age=600", `path=${callbackPath}`, "httponly", "samesite=lax"])
      const sql = yield* SqlClient.SqlClient
      const rows = JSON.stringify(yield* sql`SELECT encode(state, 'escape'), encode(browser, 'escape') FROM sign_ins`)
      assert.notInclude(rows, query.get("state") ?? "")
      assert.notInclude(rows, cookie?.value ?? "")
    })
  )

  it.effect("ends on the origin that it began on, with cookies for it alone", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      const page = yield* signIn(browser, start(secure))
      isPage(page, 200)
      assert.strictEqual(page.url.origin, secure)
      assert.include(browser.cookie(page.url, "svc_session")?.attributes ?? [], "secure")
      assert.isUndefined(browser.cookie(new URL(local), "svc_session"))
    })
  )

  it.effect("ends only in the browser that it began in", () =>
    Effect.gen(function* () {
      const [browser, other] = [yield* Browser.newBrowser, yield* Browser.newBrowser]
      const callback = yield* signInUntilCallback(browser)
      yield* Effect.promise(() => other.step(start()))
      const page = yield* visit(other, callback)
      isPage(page, 400)
      assert.strictEqual(title(page), "This sign-in cannot be finished")
      assert.isUndefined(other.cookie(callback, "svc_session"))
      isPage(yield* visit(browser, callback), 200)
    })
  )

  it.effect("ends once", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      const cookie = () => browser.cookie(back(), "svc_sign_in")?.value ?? ""
      const callback = yield* signInUntilCallback(browser)
      const secret = cookie()
      isPage(yield* visit(browser, callback), 200)
      assert.strictEqual(cookie(), "")
      browser.plant(callback, "svc_sign_in", secret)
      isPage(yield* visit(browser, callback), 400)
    })
  )

  it.effect("ends within 10 minutes", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      const intime = yield* signInUntilCallback(browser)
      yield* TestClock.adjust("599 seconds")
      isPage(yield* visit(browser, intime), 200)
      const late = yield* signInUntilCallback(browser)
      yield* TestClock.adjust("600 seconds")
      isPage(yield* visit(browser, late), 400)
    })
  )

  it.effect("is refused when the answer is another provider's", () =>
    Effect.gen(function* () {
      for (const iss of ["https://evil.example", null]) {
        yield* behave({ answer: { iss } })
        isPage(yield* signIn(yield* Browser.newBrowser), 400)
      }
    })
  )

  it.effect("is refused when what the provider gives does not hold", () =>
    Effect.gen(function* () {
      const bad: ReadonlyArray<Partial<Provider.Behaviour>> = [
        { token: { ...person("mallory"), nonce: "another" } },
        { token: { ...person("mallory"), aud: "another" } },
        { token: { ...person("mallory"), iss: "https://evil.example" } },
        { token: { ...person("mallory"), exp: 1 } },
        { forged: true },
        { answer: { code: "never-given" } },
        { token: { sub: "mallory" }, userinfo: { ...person("somebody else") } }
      ]
      for (const behaviour of bad) {
        yield* behave(behaviour)
        const browser = yield* Browser.newBrowser
        const page = yield* signIn(browser)
        isPage(page, 502)
        assert.notMatch(page.text, /nonce|JWT|invalid_grant|mallory/)
        assert.strictEqual(session(browser), "")
      }
    })
  )

  it.effect("is refused when the query is not what a provider sends", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      for (const query of ["", "?state=a", "?code=a", "?state=&code=a", "?state=a&code=a", "?error=access_denied"]) {
        isPage(yield* visit(browser, back(query)), 400)
      }
      const { search } = yield* signInUntilCallback(browser)
      for (const more of ["&state=b", "&code=b", "&error=access_denied"]) {
        isPage(yield* visit(browser, back(search + more)), 400)
      }
      isPage(yield* visit(browser, back(search)), 200)
    })
  )

  it.effect("is refused when the provider says so, in words of ours", () =>
    Effect.gen(function* () {
      for (const error of ["access_denied", "temporarily_unavailable", "<b>call 555</b>"]) {
        yield* behave({ answer: { code: null, error, error_description: "call 555" } })
        const page = yield* signIn(yield* Browser.newBrowser)
        isPage(page, 400)
        assert.notInclude(page.text, "555")
        assert.match(title(page) ?? "", /^(You are not signed in|The sign-in did not work)$/)
      }
    })
  )

  it.effect("is refused without a verified e-mail address", () =>
    Effect.gen(function* () {
      yield* empty
      const bad = [
        { email_verified: false },
        { email_verified: undefined },
        { email_verified: "false" },
        { email: undefined },
        { email: "" },
        { email: "nobody" },
        { email: "a b@example.com" },
        { email: `${"a".repeat(320)}@example.com` }
      ]
      for (const claims of bad) {
        yield* behave({ token: { ...person("eve"), ...claims }, userinfo: { sub: "eve" } })
        const page = yield* signIn(yield* Browser.newBrowser)
        isPage(page, 400)
        assert.strictEqual(title(page), "Your e-mail address is not verified")
      }
      assert.deepStrictEqual(yield* accounts, [])
    })
  )

  it.effect("asks for claims that the token leaves out", () =>
    Effect.gen(function* () {
      yield* behave({ token: { sub: "finn" }, userinfo: { ...person("finn"), email_verified: "true" } })
      const page = yield* signIn(yield* Browser.newBrowser)
      isPage(page, 200)
      assert.include(page.text, "finn@example.com")
    })
  )

  it.effect("begins a new session each time, and ends the one before", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      browser.plant(new URL(local), "svc_session", "known to somebody else")
      yield* signIn(browser)
      const first = session(browser)
      assert.notStrictEqual(first, "known to somebody else")
      yield* signIn(browser)
      const second = session(browser)
      assert.notStrictEqual(second, first)
      assert.strictEqual((yield* Effect.flip(accountOf(first)))._tag, "invalid_session")
      yield* accountOf(second)
    })
  )

  it.effect("shows names and addresses as text", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE devices SET name = '<img src=x onerror="alert(1)">' WHERE id = ${device.deviceId}`
      yield* behave({ token: { ...person("x"), email: `<b>"x'&@example.com`, name: "\u0000" } })
      const page = yield* signIn(yield* Browser.newBrowser, start(local, yield* newTicket(device)))
      isPage(page, 200)
      assert.notMatch(page.text, /<img|<b>/)
      assert.include(page.text, "&#60;img src=x")
    })
  )
})

layer(onProvider)("An account", (it) => {
  it.effect("is found again by its identity, whose address may change", () =>
    Effect.gen(function* () {
      yield* empty
      yield* behave({ token: person("ann") })
      yield* signIn(yield* Browser.newBrowser)
      yield* behave({ token: { ...person("ann"), email: "ann@new.example", name: "Ann B." } })
      isPage(yield* signIn(yield* Browser.newBrowser), 200)
      assert.deepStrictEqual(
        (yield* accounts).map(({ email, name }) => [email, name]),
        [["ann@new.example", "Ann B."]]
      )
      // Who is given the old address is somebody else.
      yield* behave({ token: { ...person("ann"), sub: "another ann" } })
      yield* signIn(yield* Browser.newBrowser)
      assert.strictEqual((yield* accounts).length, 2)
    })
  )

  it.effect("keeps its address when the new one is another account's", () =>
    Effect.gen(function* () {
      yield* empty
      for (const name of ["gil", "hal"]) {
        yield* behave({ token: person(name) })
        yield* signIn(yield* Browser.newBrowser)
      }
      yield* behave({ token: { ...person("gil"), email: "hal@example.com" } })
      const page = yield* signIn(yield* Browser.newBrowser)
      assert.include(page.text, "gil@example.com")
      assert.deepStrictEqual((yield* accounts).map(({ email }) => email).sort(), ["gil@example.com", "hal@example.com"])
    })
  )

  it.effect("is the same for another subject with the same verified address", () =>
    Effect.gen(function* () {
      yield* empty
      const found: Array<string> = []
      for (const sub of ["ida-1", "ida-2", "ida-2"]) {
        yield* behave({ token: { ...person("ida"), sub, email: "Ida@Example.com" } })
        const browser = yield* Browser.newBrowser
        yield* signIn(browser)
        found.push(yield* accountOf(session(browser)))
      }
      assert.strictEqual(new Set(found).size, 1)
      assert.strictEqual(yield* count("identities"), 2)
    })
  )

  it.effect("that an operator has made is claimed with its tier", () =>
    Effect.gen(function* () {
      yield* empty
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO accounts (id, email, tier, created_at)
        VALUES (${yield* (yield* SecureRandom).uuidV7()}, 'jo@example.com', 'pro', ${new Date(0)})`
      yield* behave({ token: { ...person("jo"), email: "JO@example.com" } })
      isPage(yield* signIn(yield* Browser.newBrowser), 200)
      const [account, ...others] = yield* accounts
      assert.deepStrictEqual(others, [])
      assert.deepInclude(account, { email: "jo@example.com", tier: "pro", name: "jo" })
      assert.isNotNull(account?.claimed_at)
    })
  )

  it.effect("is one when its owner signs in for the first time in many browsers at once", () =>
    Effect.gen(function* () {
      yield* empty
      yield* behave({ token: person("kim") })
      const pages = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.flatMap(Browser.newBrowser, (browser) => signIn(browser))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(pages.map(({ status }) => status)), new Set([200]))
      assert.strictEqual((yield* accounts).length, 1)
    })
  )
})

layer(onProvider)("A link ticket", (it) => {
  it.effect("links the device and moves the jobs that it has", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE devices SET name = 'My laptop' WHERE id = ${device.deviceId}`
      const body = pdfForm(pdf({ pages: ["Hello"] }), "a.pdf")
      const make = Effect.map(
        Service.call(device, "/jobs", { method: "POST", body }),
        ({ json }) => json.job_id as string
      )
      const [kept, removed] = [yield* make, yield* make]
      yield* Service.call(device, `/jobs/${kept}?wait=30`)
      yield* Service.call(device, `/jobs/${removed}`, { method: "DELETE" })

      const browser = yield* Browser.newBrowser
      const page = yield* signIn(browser, yield* confirmed(browser, yield* newTicket(device)))
      assert.include(page.text, "<strong>My laptop</strong> is now linked")
      const accountId = yield* accountOf(session(browser))
      const owners = yield* sql`SELECT id, owner, owner_type, account_id, tier FROM jobs
        WHERE device_id = ${device.deviceId} ORDER BY id`
      assert.deepInclude(owners[0], {
        id: kept,
        owner: `account:${accountId}`,
        owner_type: "account_device",
        account_id: accountId,
        tier: "free"
      })
      assert.deepInclude(owners[1], { id: removed, owner: `device:${device.deviceId}` })
      assert.deepStrictEqual(
        (yield* Service.call(device, "/jobs")).json.items.map(({ job_id }: { job_id: string }) => job_id),
        [kept]
      )
    })
  )

  it.effect("is good for one use", () =>
    Effect.gen(function* () {
      const ticket = yield* newTicket(yield* Service.newDevice)
      const browser = yield* Browser.newBrowser
      const next = yield* confirmed(browser, ticket)
      const attempts = yield* Effect.all([visit(browser, next), visit(browser, next)], { concurrency: "unbounded" })
      assert.deepStrictEqual(attempts.map(({ status }) => status).sort(), [302, 400])
      const again = yield* visit(browser, next)
      isPage(again, 400)
      assert.strictEqual(title(again), "This link is no longer valid")
    })
  )

  it.effect("is good for 10 minutes", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const [early, late] = [yield* newTicket(device), yield* newTicket(device)]
      const browser = yield* Browser.newBrowser
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* visit(browser, yield* confirmed(browser, early))).status, 302)
      const next = yield* confirmed(browser, late)
      yield* TestClock.adjust("1 second")
      isPage(yield* visit(browser, next), 400)
      isPage(yield* visit(browser, linkPage(late)), 400)
    })
  )

  it.effect("must be one that was given out, and one alone", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      for (const ticket of ["", "unknown", "a&ticket=b"]) {
        for (const url of [start(local, ticket), linkPage(ticket)]) {
          const page = yield* visit(browser, url)
          isPage(page, 400)
          assert.strictEqual(title(page), "This link is no longer valid")
        }
      }
    })
  )

  it.effect("has the provider ask, so that a link alone links nothing", () =>
    Effect.gen(function* () {
      const ticket = yield* newTicket(yield* Service.newDevice)
      const browser = yield* Browser.newBrowser
      yield* signInUntilCallback(browser, yield* confirmed(browser, ticket))
      assert.strictEqual((yield* Provider.Provider).asked().get("prompt"), "consent")
    })
  )

  it.effect("of a device whose account is being deleted is used after that: each waited for the other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const device = yield* Service.newDevice
      const [first, second] = [yield* Browser.newBrowser, yield* Browser.newBrowser]
      isPage(yield* signIn(first, yield* confirmed(first, yield* newTicket(device))), 200)
      const accountId = yield* accountOf(session(first))
      const callback = yield* signInUntilCallback(second, yield* confirmed(second, yield* newTicket(device)))
      const waiting = (n: number) =>
        Effect.andThen(
          sql`SELECT pg_stat_clear_snapshot()`,
          sql`SELECT FROM pg_locks WHERE NOT granted
            AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
        ).pipe(Effect.repeat({ until: (rows) => rows.length >= n }))
      const { deletion, page } = yield* sql.withTransaction(
        Effect.gen(function* () {
          // As a create holds it that takes a slot.
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account:${accountId}`}, 0))`
          const headers = { cookie: `svc_session=${session(first)}`, origin: local }
          const deletion = yield* Effect.forkDetach(Service.plain("/api/v2/me", { method: "DELETE", headers }))
          yield* waiting(1)
          const page = yield* Effect.forkDetach(visit(second, callback))
          yield* waiting(2)
          return { deletion, page }
        })
      )
      assert.strictEqual((yield* Fiber.join(deletion)).status, 204)
      isPage(yield* Fiber.join(page), 200)
      assert.notStrictEqual(yield* accountOf(session(second)), accountId)
    })
  )
})

/** Where a page of ours, or a sign-in, was sent to. */
const led = ({ headers }: Browser.Visit) => headers.get("location")

layer(onProvider)("A link that gives a stranger's device my account", (it) => {
  it.effect("names the device, when and from where it asked, before anybody signs in", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE devices SET name = E'Mallory''s <b>phone</b>\\u202E' WHERE id = ${device.deviceId}`
      const { json } = yield* Service.call(device, "/api/v2/account/link/start", {
        method: "POST",
        headers: { "x-forwarded-for": "192.0.2.7" }
      })
      assert.match(json.login_url, /^http:\/\/localhost:8080\/link\?ticket=[\w-]{43}$/)
      const page = yield* visit(yield* Browser.newBrowser, new URL(json.login_url))
      isPage(page, 200)
      assert.include(page.text, "Mallory&#39;s &#60;b&#62;phone")
      assert.notInclude(page.text, "\u202e")
      assert.include(page.text, "192.0.2.7")
      assert.match(page.text, /\d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    })
  )

  it.effect("goes to the page first, whoever sends it: confirming holds in the browser that showed the page", () =>
    Effect.gen(function* () {
      const ticket = yield* newTicket(yield* Service.newDevice)
      const [mine, theirs] = [yield* Browser.newBrowser, yield* Browser.newBrowser]
      assert.strictEqual(led(yield* visit(mine, start(local, ticket))), `${linkPath}?ticket=${ticket}`)

      const { action, init } = formOf(yield* visit(theirs, linkPage(ticket)))
      const sent = yield* Effect.promise(() => mine.step(action, init))
      isPage(sent, 400)
      assert.strictEqual((yield* Effect.promise(() => theirs.step(action, init))).status, 303)
      assert.strictEqual(led(yield* visit(mine, start(local, ticket))), `${linkPath}?ticket=${ticket}`)

      yield* visit(mine, linkPage(ticket))
      const own = formOf(yield* visit(mine, linkPage(ticket)))
      for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
        isPage(yield* Effect.promise(() => mine.step(own.action, { ...own.init, headers })), 400)
    })
  )

  it.effect("can be undone on the page that says so, and by the owner at any time; keys that it made go with it", () =>
    Effect.gen(function* () {
      const linkedBy = Effect.fnUntraced(function* (browser: Browser.Browser) {
        const device = yield* Service.newDevice
        const page = yield* signIn(browser, yield* confirmed(browser, yield* newTicket(device)))
        const made = yield* Service.call(device, "/api/v2/api-keys", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: "a device's" })
        })
        assert.strictEqual(made.status, 201)
        return { device, page, secret: made.json.secret as string }
      })
      const isOut = Effect.fnUntraced(function* ({ device, secret }: { device: Device; secret: string }) {
        assert.isFalse((yield* Service.call(device, "/api/v2/account")).json.linked)
        const { status } = yield* Service.plain("/api/v2/me", { headers: { authorization: `Bearer ${secret}` } })
        assert.strictEqual(status, 401)
      })

      const browser = yield* Browser.newBrowser
      const first = yield* linkedBy(browser)
      const { action, init } = formOf(first.page)
      isPage(yield* Effect.promise(() => browser.step(action, init)), 200)
      yield* isOut(first)
      isPage(yield* Effect.promise(() => browser.step(action, init)), 400)

      const second = yield* linkedBy(browser)
      const mine = { cookie: `svc_session=${session(browser)}`, origin: local }
      const { json } = yield* Service.plain("/api/v2/me", { headers: mine })
      assert.strictEqual(json.devices.length, 1)
      assert.strictEqual(json.devices[0].device_id, second.device.deviceId)
      assert.isString(json.devices[0].last_seen_at)
      const remove = (deviceId: string) =>
        Service.plain(`/api/v2/me/devices/${deviceId}`, { method: "DELETE", headers: mine })
      assert.strictEqual((yield* remove(second.device.deviceId)).status, 204)
      yield* isOut(second)
      for (const id of [second.device.deviceId, first.device.deviceId, "x", "x".repeat(5_000)]) {
        const { status, json } = yield* remove(id)
        assert.deepStrictEqual([status, json.code], [404, "device_not_found"])
      }
    })
  )
})

layer(onProvider)("A provider", (it) => {
  it.effect("that is away answers 502, costs no ticket, and is found once it is back", () =>
    Effect.gen(function* () {
      const ticket = yield* newTicket(yield* Service.newDevice)
      const browser = yield* Browser.newBrowser
      const next = yield* confirmed(browser, ticket)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* behave({ away: true })
          const page = yield* visit(browser, next)
          isPage(page, 502)
          assert.strictEqual(title(page), "The identity provider does not answer")
          assert.strictEqual((yield* Service.plain("/config")).status, 200)
        })
      )
      isPage(yield* signIn(browser, next), 200)
    })
  )

  it.effect("that goes away during the exchange answers 502", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      const callback = yield* signInUntilCallback(browser)
      yield* behave({ away: true })
      isPage(yield* visit(browser, callback), 502)
    })
  )

  it.effect(
    "that moves is found at its new addresses, after an hour or the first exchange that fails: it was not until a restart",
    () =>
      Effect.gen(function* () {
        isPage(yield* signIn(yield* Browser.newBrowser), 200)
        const browser = yield* Browser.newBrowser
        const callback = yield* signInUntilCallback(browser)
        yield* behave({ moved: true })
        isPage(yield* visit(browser, callback), 502)
        isPage(yield* signIn(yield* Browser.newBrowser), 200)
        yield* behave({})
        yield* TestClock.adjust("1 hour")
        isPage(yield* signIn(yield* Browser.newBrowser), 200)
      }).pipe(Effect.scoped)
  )
})

layer(
  Layer.unwrap(
    Effect.map(Provider.Provider, (provider) => {
      provider.behave({ secrets: "client_secret_basic" })
      return Service.layer({ ...settings, ...Provider.variables(provider) })
    })
  ).pipe(Layer.provideMerge(Provider.layer))
)("A provider that wants the secret in a header", (it) => {
  it.effect("gets it there", () =>
    Effect.gen(function* () {
      isPage(yield* signIn(yield* Browser.newBrowser), 200)
    })
  )
})

layer(onProvider)("POST /api/v2/auth/logout", (it) => {
  const logout = (browser: Browser.Browser) =>
    Effect.promise(() => browser.step(new URL("/api/v2/auth/logout", local), { method: "POST" }))

  it.effect("ends the session and clears its cookie; again, it says that there was none", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      yield* signIn(browser)
      const secret = session(browser)
      const answer = yield* logout(browser)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(JSON.parse(answer.text), { logged_out: true })
      assert.match(answer.headers.getSetCookie().join(), /^svc_session=; Max-Age=0; Path=\/;/)
      assert.strictEqual((yield* Effect.flip(accountOf(secret)))._tag, "invalid_session")
      assert.deepStrictEqual(JSON.parse((yield* logout(browser)).text), { logged_out: false })
      browser.plant(new URL(local), "svc_session", secret)
      const stale = yield* logout(browser)
      assert.deepStrictEqual(JSON.parse(stale.text), { logged_out: false })
      assert.strictEqual(stale.headers.getSetCookie().length, 1)
    })
  )

  it.effect("leaves other sessions and devices alone", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const [browser, other] = [yield* Browser.newBrowser, yield* Browser.newBrowser]
      yield* signIn(browser, start(local, yield* newTicket(device)))
      yield* signIn(other)
      yield* logout(browser)
      yield* accountOf(session(other))
      assert.strictEqual((yield* Service.call(device, "/jobs")).status, 200)
    })
  )

  it.effect("clears nothing for a form on another site, which comes without the cookie", () =>
    Effect.gen(function* () {
      const { status, headers } = yield* Service.plain("/api/v2/auth/logout", {
        method: "POST",
        headers: { origin: "https://evil.example" }
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(headers.getSetCookie(), [])
    })
  )
})

layer(onProvider)("A defect of ours", (it) => {
  it.effect("is a page too, with the request's id and nothing of the cause", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE sign_ins RENAME TO elsewhere`
      const browser = yield* Browser.newBrowser
      for (const url of [start(), back("?state=a&code=b")]) {
        const page = yield* Effect.promise(() => browser.step(url, { headers: { "x-request-id": "failed-1" } }))
        isPage(page, 500)
        assert.include(page.text, "failed-1")
        assert.notMatch(page.text, /sign_ins|sql/i)
      }
    })
  )
})

layer(onProvider)("The sweeper", (it) => {
  it.effect("forgets sign-ins, tickets and sessions that have had their time", () =>
    Effect.gen(function* () {
      const { forget } = yield* Effect.provide(Retention, RetentionSql.layer)
      const browser = yield* Browser.newBrowser
      yield* signIn(browser)
      yield* visit(browser, start())
      yield* newTicket(yield* Service.newDevice)
      const left = Effect.all([count("sign_ins"), count("link_tickets"), count("sessions")])
      yield* forget
      assert.deepStrictEqual(yield* left, [1, 1, 1])
      yield* TestClock.adjust("10 minutes")
      yield* forget
      assert.deepStrictEqual(yield* left, [0, 0, 1])
      yield* TestClock.adjust("7 days")
      yield* forget
      assert.deepStrictEqual(yield* left, [0, 0, 0])
    })
  )
})

layer(Service.layer(settings))("Without a provider", (it) => {
  it.effect("sign-in answers 503 with a page, and v1 works", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      for (const url of [
        start(),
        start(local, "ticket"),
        linkPage("ticket"),
        back("?code=a&state=b"),
        back("?state=a&state=b&code=c")
      ]) {
        const page = yield* visit(browser, url)
        isPage(page, url.search.includes("state=b&code=c") ? 400 : 503)
      }
      assert.strictEqual((yield* Service.call(yield* Service.newDevice, "/jobs")).status, 200)
      assert.deepStrictEqual((yield* Service.plain("/api/v2/auth/logout", { method: "POST" })).json, {
        logged_out: false
      })
    })
  )
})

layer(Service.layer(Browser.variables))("Sign-in is limited", (it) => {
  it.effect("to 120 calls a minute per address, and says so with a page", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.newBrowser
      for (let n = 0; n < 60; n++) {
        yield* visit(browser, start())
        yield* visit(browser, back())
      }
      for (const url of [start(), back("?state=a&state=b")]) {
        const page = yield* visit(browser, url)
        isPage(page, 429)
        assert.strictEqual(page.headers.get("retry-after"), "1")
        assert.strictEqual(page.headers.get("ratelimit-policy"), '"anonymous";q=120;w=60')
      }
    })
  )
})

describe("While the service is not available", () => {
  it.effect("a person who signs in gets a page, and a program the error", () =>
    Effect.gen(function* () {
      for (const path of [startPath, callbackPath, linkPath]) {
        const page = yield* respond(path, new Unavailable(), { "retry-after": "1" })
        assert.strictEqual(page.status, 503)
        assert.strictEqual(page.headers["retry-after"], "1")
        assert.match(page.headers["content-type"] ?? "", /^text\/html/)
      }
      const error = yield* respond("/api/v2/auth/logout", new Unavailable())
      assert.strictEqual(error.headers["content-type"], "application/problem+json")
    })
  )
})
