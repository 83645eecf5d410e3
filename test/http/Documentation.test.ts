/** `/docs` and its pages over HTTP. */
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contents } from "../../src/http/docs/Contents.ts"
import { endpoints } from "../../src/http/docs/reference/Endpoints.ts"
import * as Service from "../support/Service.ts"

const names = contents.flatMap(({ pages }) => pages)

const pages = ["/docs", ...names.map((name) => `/docs/${name}`)]

/** Documents that are no pages. */
const others = [
  "/openapi.json",
  "/openapi-actions.json",
  "/llms.txt",
  "/docs.md",
  "/docs/errors.md",
  "/docs/signing-vectors.json"
]

const origin = "http://localhost:8080"

const hrefsIn = (html: string) => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = ""]) => href)

const anchorsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))

/** An answer with the bytes that came over the wire. */
const raw = (path: string, headers: Record<string, string>) =>
  Effect.flatMap(Service.Base, (base) =>
    Effect.promise(async () => {
      const { request } = await import("node:http")
      return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
        request(`${base}${path}`, { headers }, (answer) => {
          const parts: Array<Buffer> = []
          answer.on("data", (part: Buffer) => parts.push(part))
          answer.on("end", () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) })
          )
        })
          .on("error", reject)
          .end()
      })
    })
  )

layer(Service.layer({ RATE_LIMIT_SCALE: "1000", PUBLIC_ORIGINS: origin }))("The documentation", (it) => {
  it.effect("is HTML at each address, with a twin in Markdown that it names", () =>
    Effect.gen(function* () {
      for (const path of pages) {
        const page = yield* Service.plain(path)
        assert.strictEqual(page.status, 200, path)
        assert.match(page.headers.get("content-type") ?? "", /^text\/html/, path)
        assert.include(page.text, `href="${path}.md"`, path)
        const twin = yield* Service.plain(`${path}.md`)
        assert.strictEqual(twin.status, 200, `${path}.md`)
        assert.match(twin.headers.get("content-type") ?? "", /^text\/markdown/, path)
        assert.match(twin.text, /^# /, path)
        assert.strictEqual((yield* Service.plain(path, { method: "HEAD" })).text, "")
      }
    })
  )

  it.effect("names only pages and places on them that are there", () =>
    Effect.gen(function* () {
      const read = new Map<string, string>()
      for (const path of pages) read.set(path, (yield* Service.plain(path)).text)
      const anchors = new Map([...read].map(([path, html]) => [path, anchorsIn(html)]))
      const there = new Set<string>()
      for (const [path, html] of read) {
        for (const href of hrefsIn(html)) {
          const [target = "", anchor] = href.split("#")
          if (target === "/" || target === "/console") continue
          const address = target === "" ? path : target
          if (anchor !== undefined) {
            assert.isTrue(anchors.get(address)?.has(anchor), `${path}: ${href}`)
          } else if (!there.has(address)) {
            assert.strictEqual((yield* Service.plain(address)).status, 200, `${path}: ${href}`)
            there.add(address)
          }
        }
      }
    })
  )

  it.effect("names in Markdown only addresses that are there", () =>
    Effect.gen(function* () {
      for (const path of pages) {
        const { text } = yield* Service.plain(`${path}.md`)
        for (const [, href = ""] of text.matchAll(/\]\((\/(?!console)[^)#]*)/g)) {
          assert.strictEqual((yield* Service.plain(href)).status, 200, `${path}.md: ${href}`)
        }
        assert.notMatch(text, /\]\([\w-]+\.md/, path)
      }
    })
  )

  it.effect("runs no script of a page and loads nothing from elsewhere", () =>
    Effect.gen(function* () {
      for (const path of pages) {
        const { text, headers } = yield* Service.plain(path)
        const policy = headers.get("content-security-policy") ?? ""
        assert.match(policy, /^default-src 'none'; /, path)
        assert.notMatch(policy, /unsafe|\*|https?:/, path)
        assert.notMatch(text, /<style|<script(?! type="module" src="\/docs\/)|\son\w+=|\sstyle=/, path)
        for (const [, href = ""] of text.matchAll(/<(?:link|script|img)[^>]*(?:href|src)="([^"]*)"/g)) {
          assert.match(href, /^\/docs/, path)
        }
      }
    })
  )

  it.effect("is compressed as the client likes it, and not sent again to who has it", () =>
    Effect.gen(function* () {
      for (const path of [...pages, ...others]) {
        const plain = yield* raw(path, {})
        assert.isUndefined(plain.headers["content-encoding"], path)
        const gzip = yield* raw(path, { "accept-encoding": "gzip" })
        assert.strictEqual(gzip.headers["content-encoding"], "gzip", path)
        assert.isTrue(gunzipSync(gzip.bytes).equals(plain.bytes), path)
        const br = yield* raw(path, { "accept-encoding": "gzip, br" })
        assert.strictEqual(br.headers["content-encoding"], "br", path)
        assert.isTrue(brotliDecompressSync(br.bytes).equals(plain.bytes), path)
        assert.isBelow(br.bytes.length, 100_000, path)
        assert.match(String(br.headers["vary"]), /accept-encoding/i, path)
        assert.strictEqual(br.headers["cache-control"], "no-cache", path)
        const again = yield* raw(path, { "if-none-match": String(br.headers["etag"]), "accept-encoding": "br" })
        assert.deepStrictEqual([again.status, again.bytes.length], [304, 0], path)
        assert.strictEqual(again.headers["etag"], br.headers["etag"], path)
        assert.match(String(plain.headers["content-security-policy"]), /^default-src 'none'; /, path)
      }
    })
  )

  it.effect("has every endpoint in its reference, with a call of it", () =>
    Effect.gen(function* () {
      const { text } = yield* Service.plain("/docs/reference")
      assert.isAbove(endpoints.length, 60)
      for (const { id, path } of endpoints) {
        assert.include(text, `id="${id}"`)
        const [, section = ""] = text.split(`<section class="endpoint" id="${id}">`)
        assert.include(section.split("</section>")[0], `curl`, path)
      }
      assert.notInclude(text, "undefined")
      // a form named none of its fields, and the provider's event was a file
      const { text: calls } = yield* Service.plain("/docs/reference.md")
      assert.match(calls, /oauth\/token" \\\n {2}-d "grant_type=authorization_code" \\\n {2}-d "client_id=/)
      assert.match(calls, /billing\/webhook" \\\n {2}--json '\{"id":"evt_1"/)
    })
  )

  it.effect("writes addresses of the origin it is read on", () =>
    Effect.gen(function* () {
      const { text } = yield* Service.plain("/docs/quick-start")
      assert.include(text, `${origin}/api/v2/jobs`)
    })
  )

  it.effect("finds sections, endpoints and codes: the search has them all", () =>
    Effect.gen(function* () {
      const page = yield* Service.plain("/docs")
      const [, script = ""] = /src="([^"]+)"/.exec(page.text) ?? []
      const code = yield* Service.plain(script)
      assert.strictEqual(code.headers.get("cache-control"), "public, max-age=31536000, immutable")
      const [, index = ""] = /"(\/docs\/search[^"]+)"/.exec(code.text) ?? []
      const { json } = yield* Service.plain(index)
      const hrefs = new Set((json as ReadonlyArray<{ readonly href: string }>).map(({ href }) => href))
      for (const href of [
        "/docs/webhooks#verify-it-in-python",
        "/docs/errors#slots_full",
        "/docs/reference#v2.jobs.create"
      ]) {
        assert.isTrue(hrefs.has(href), href)
      }
    })
  )

  it.effect("answers 404 for a page that there is not, and 405 for another method", () =>
    Effect.gen(function* () {
      for (const path of [
        "/docs/nowhere",
        "/docs/nowhere.md",
        "/docs/index.md",
        "/docs/quick-start/",
        "/docs/../README.md"
      ]) {
        assert.strictEqual((yield* Service.plain(path)).status, 404, path)
      }
      assert.strictEqual((yield* Service.plain("/docs/quick-start", { method: "POST" })).status, 405)
      assert.strictEqual((yield* Service.plain("/docs/nowhere", { method: "POST" })).status, 404)
    })
  )
})
