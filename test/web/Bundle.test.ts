import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { replace } from "../../layers/web/Bundle.ts"
import { folder } from "../support/Children.ts"

const names = Array.from({ length: 60 }, (_, n) => `${n}.js`)

it.live("services that start at once, and each bundle the page, all start: one bundle stays, whole and alone", () =>
  Effect.gen(function* () {
    const home = yield* folder
    const place = join(home, "web")
    for (let round = 0; round < 5; round++) {
      const drafts = Array.from({ length: 8 }, (_, n) => join(home, `web.${n}`))
      for (const draft of drafts) {
        mkdirSync(join(draft, "assets"), { recursive: true })
        for (const name of names) writeFileSync(join(draft, "assets", name), draft)
      }
      yield* Effect.promise(() => Promise.all(drafts.map((draft) => replace(place, draft))))
      assert.deepStrictEqual(readdirSync(home), ["web"])
      assert.sameMembers(readdirSync(join(place, "assets")), names)
      assert.strictEqual(new Set(names.map((name) => readFileSync(join(place, "assets", name), "utf8"))).size, 1)
    }
  }).pipe(Effect.scoped)
)
