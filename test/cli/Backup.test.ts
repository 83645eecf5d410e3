import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { accepted, database, eventually, json, rows, settled } from "../crash/Scene.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { admin, dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"

describe("A backup", () => {
  it.live("taken under load and restored elsewhere has every result, byte for byte, and what was under way ends", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const data = join(home, "data")
      const copy = join(home, "copy")
      const other = join(home, "other")
      const { base } = yield* dev(data, {}, "scripted")
      const sql = yield* database(data)
      const readers = yield* Effect.promise(() => Promise.all([1, 2, 3].map(() => register(base))))
      const [first] = readers as [(typeof readers)[number]]
      const done = yield* Effect.promise(() =>
        Promise.all(readers.map((device) => accepted(base, device, scripted({ pages: 2 }))))
      )
      yield* eventually(
        "the first jobs are ready",
        Effect.map(rows(sql), (jobs) => jobs.every(({ status }) => status === "ready"))
      )
      const gate = join(other, "code", "gate")
      const long = yield* Effect.promise(() => accepted(base, first, scripted({ pages: 24, gate })))
      let isOver = false
      const load = Effect.promise(async () => {
        for (const device of readers.slice(1)) {
          for (let n = 0; n < 40 && !isOver; n++) await send(base, device, "/jobs", { method: "GET" })
          if (!isOver) await accepted(base, device, scripted({ pages: 1 }))
        }
      })
      const { code, out, err } = yield* Effect.all(
        [
          Effect.ensuring(
            admin(["backup", copy], { DATA_DIR: data }),
            Effect.sync(() => {
              isOver = true
            })
          ),
          load
        ],
        { concurrency: 2 }
      ).pipe(Effect.map(([backup]) => backup))
      assert.strictEqual(code, 0, err)
      assert.match(out, /rows and \d+ files/)

      const restored = yield* admin(["restore", copy], { DATA_DIR: other })
      assert.strictEqual(restored.code, 0, restored.err)
      const again = yield* dev(other, {}, "scripted")
      writeFileSync(gate, "")
      for (const [n, { job_id }] of done.entries()) {
        const device = readers[n]
        if (device === undefined) continue
        const [here, there] = yield* Effect.promise(() =>
          Promise.all([base, again.base].map(async (at) => (await send(at, device, `/jobs/${job_id}/download`)).text()))
        )
        assert.include(there, "Page 2")
        assert.strictEqual(there, here)
      }
      const jobs = yield* settled(other, yield* database(other))
      assert.strictEqual(jobs.find(({ id }) => id === long.job_id)?.status, "ready")

      const over = yield* admin(["restore", copy], { DATA_DIR: other })
      assert.strictEqual(over.code, 1)
      assert.include(over.err, "empty")
    }).pipe(Effect.scoped)
  )

  it.live("is made though the file of a job was lost, as by a disk: it was said that files kept going", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const data = join(home, "data")
      const { base } = yield* dev(data, {}, "scripted")
      const sql = yield* database(data)
      const device = yield* Effect.promise(() => register(base))
      const gate = join(data, "code", "gate")
      yield* Effect.promise(() => accepted(base, device, scripted({ pages: 1, gate })))
      const [job] = yield* rows(sql)
      const key = job?.input_key ?? ""
      rmSync(join(data, "blobs", key.slice(-2), key.slice(-4, -2), key))
      const taken = yield* admin(["backup", join(home, "copy")], { DATA_DIR: data })
      assert.strictEqual(taken.code, 0, taken.err)
      const restored = yield* admin(["restore", join(home, "copy")], { DATA_DIR: join(home, "other") })
      assert.strictEqual(restored.code, 0, restored.err)
    }).pipe(Effect.scoped)
  )

  it.live("goes into an empty folder only, and one that is not whole is not restored", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const data = join(home, "data")
      const copy = join(home, "copy")
      const variables = { DATA_DIR: data, DATABASE_URL: yield* TestDatabase.url }
      const backup = admin(["backup", copy], variables)
      const restore = admin(["restore", copy], variables)
      mkdirSync(copy)
      writeFileSync(join(copy, "note"), "mine")
      const taken = yield* backup
      assert.strictEqual(taken.code, 1)
      assert.include(taken.err, "is not empty")
      rmSync(join(copy, "note"))
      assert.include((yield* restore).err, "no manifest.json")

      assert.strictEqual((yield* backup).code, 0)
      const manifest = join(copy, "manifest.json")
      const whole = yield* Effect.promise(() =>
        json<Record<string, unknown>>(Promise.resolve(new Response(readFileSync(manifest))))
      )
      writeFileSync(manifest, JSON.stringify({ ...whole, files: 1 }))
      assert.include((yield* restore).err, "0 files, and the manifest says 1")
      writeFileSync(manifest, JSON.stringify({ ...whole, migrations: ["jobs"] }))
      assert.include((yield* restore).err, "Restore it with that version")
      writeFileSync(manifest, "{")
      assert.include((yield* restore).err, "not of a kind that is known here")
      writeFileSync(manifest, JSON.stringify(whole))
      const table = join(copy, "tables", "jobs.ndjson.gz")
      renameSync(table, `${table}.gone`)
      assert.include((yield* restore).err, "jobs.ndjson.gz cannot be read")
      renameSync(`${table}.gone`, table)
      assert.strictEqual((yield* restore).code, 0)
    }).pipe(Effect.scoped)
  )
})
