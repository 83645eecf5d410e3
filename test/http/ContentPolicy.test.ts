import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../support/Service.ts"

/** Where a browser may be shown a page of ours, found or refused. */
const pages = [
  "/",
  "/console",
  "/docs",
  "/docs/errors",
  "/link",
  "/link?ticket=unknown",
  "/api/v2/auth/idp/start?ticket=unknown",
  "/api/v2/auth/idp/start",
  "/api/v2/auth/idp/callback?code=a&state=b",
  "/oauth/authorize?client_id=unknown",
  "/oauth/authorize",
  "/api/v2/billing/return"
]

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A page", (it) => {
  it.effect("runs no script but its own, loads nothing from elsewhere and stands in no frame, errors too", () =>
    Effect.gen(function* () {
      let found = 0
      for (const path of pages) {
        const { headers } = yield* Service.plain(path, { redirect: "manual", headers: { accept: "text/html" } })
        if (!/^text\/html/.test(headers.get("content-type") ?? "")) continue
        found++
        const policy = headers.get("content-security-policy") ?? ""
        const directive = (name: string) =>
          policy
            .split(";")
            .map((part) => part.trim().split(/\s+/))
            .find(([first]) => first === name)
        assert.deepStrictEqual(directive("default-src"), ["default-src", "'none'"], `${path}: ${policy}`)
        assert.notMatch((directive("script-src") ?? []).join(" "), /'unsafe-inline'|'unsafe-eval'|https?:|\*/, path)
        assert.deepStrictEqual(directive("frame-ancestors"), ["frame-ancestors", "'none'"], path)
        assert.deepStrictEqual(directive("base-uri"), ["base-uri", "'none'"], path)
      }
      assert.isAtLeast(found, 6)
    })
  )
})
