import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import * as TiersFile from "../../layers/Tiers.ts"
import { Tiers, tiers, worse } from "../../src/accounts/Tiers.ts"

/** The table of a service whose TIERS_FILE says this. */
const table = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), "tiers-")), "tiers.json")
  writeFileSync(file, text)
  return Effect.map(Tiers, (table) => table).pipe(
    Effect.provide(TiersFile.layer),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ TIERS_FILE: file })))
  )
}

describe("TIERS_FILE", () => {
  it.effect("replaces the values it names and leaves the others", () =>
    Effect.gen(function* () {
      const replaced = yield* table('{ "free": { "slots": 5, "monthlyPages": 800 } }')
      assert.deepStrictEqual(replaced, { ...tiers, free: { ...tiers.free, slots: 5, monthlyPages: 800 } })
    })
  )

  it.effect("stops the start when it cannot be read, and says what is wrong", () =>
    Effect.gen(function* () {
      for (const [text, told] of [
        ["{", "TIERS_FILE"],
        ['{ "gold": {} }', "gold"],
        ['{ "free": { "slotz": 5 } }', "slotz"],
        ['{ "free": { "slots": 0 } }', "slots"],
        ['{ "free": { "slots": 11 } }', "pro.slots would be worse"]
      ] as const) {
        const { message } = yield* Effect.flip(table(text))
        assert.include(message, told)
        assert.include(message, "TIERS_FILE")
      }
    })
  )

  it("may never make a higher tier worse in any column", () => {
    assert.deepStrictEqual(worse(tiers), [])
    assert.deepStrictEqual(worse({ ...tiers, pro: { ...tiers.pro, batch: false, slots: 2 } }), ["pro.slots"])
    assert.deepStrictEqual(worse({ ...tiers, business: { ...tiers.business, pool: "standard" } }), ["business.pool"])
  })
})
