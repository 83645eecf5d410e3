import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { prepareCommandLine } from "../support/DataFolder.ts"
import { admin, dev, devKey } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import {
  accepted,
  database,
  databaseAt,
  eventually,
  heavy,
  incoming,
  type Job,
  rows,
  settled,
  upload
} from "./Scene.ts"

const mount = (directory: string, megabytes: number) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "tmpfs", directory]).status === 0

const unmount = (directory: string) => spawnSync("umount", ["-l", directory])

const mayMount = (() => {
  const directory = mkdtempSync(join(tmpdir(), "mount-"))
  const may = mount(directory, 1)
  if (may) unmount(directory)
  rmdirSync(directory)
  return may
})()

/** A disk of its own at this folder. */
const disk = (directory: string, megabytes: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      mkdirSync(directory, { recursive: true })
      assert.isTrue(mount(directory, megabytes))
    }),
    () => Effect.sync(() => unmount(directory))
  )

/** Leaves not a byte free. */
const fill = (path: string) => {
  for (const size of [1 << 20, 1 << 12, 1]) {
    try {
      for (;;) writeFileSync(path, new Uint8Array(size), { flag: "a" })
    } catch (error) {
      assert.propertyVal(error, "code", "ENOSPC")
    }
  }
}

const unavailable = async (answer: Response) => {
  assert.strictEqual(answer.status, 503)
  assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/)
  assert.propertyVal(await answer.json(), "code", "unavailable")
}

if (!mayMount) console.warn("SKIPPED: a full disk. Only root may give a folder a small disk of its own.")

describe.skipIf(!mayMount)("a full disk", () => {
  it.live("under the files: uploads are 503 unavailable and leave nothing, reading works, what runs ends later", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const blobs = join(data, "blobs")
      yield* disk(blobs, 24)
      const { base } = yield* dev(data, {}, "scripted")
      const device = yield* Effect.promise(() => register(base))
      const sql = yield* database(data)
      const small = scripted({ pages: 1 })
      const done = yield* Effect.promise(() => accepted(base, device, small))
      yield* eventually(
        "the first job is ready",
        Effect.map(rows(sql), (jobs) => jobs.every(({ status }) => status === "ready"))
      )
      const gate = join(data, "code", "gate")
      const running = yield* Effect.promise(() => accepted(base, device, scripted({ pages: 16, gate })))
      const filler = join(blobs, "filler")
      fill(filler)
      writeFileSync(gate, "")

      yield* Effect.promise(async () => unavailable(await upload(base, device, small, "again")))
      assert.strictEqual((yield* rows(sql)).length, 2)
      assert.strictEqual(incoming(data), 0)
      assert.strictEqual(yield* Effect.promise(async () => (await fetch(`${base}/readyz`)).status), 503)
      assert.strictEqual(yield* Effect.promise(async () => (await fetch(`${base}/healthz`)).status), 200)
      const download = yield* Effect.promise(() => send(base, device, `/jobs/${done.job_id}/download`))
      assert.include(yield* Effect.promise(() => download.text()), "Page 1")
      yield* eventually(
        "the running job has met the full disk twice",
        Effect.map(
          sql<{ taken: number }>`SELECT taken FROM queue WHERE job_id = ${running.job_id}`,
          ([job]) => (job?.taken ?? 0) > 2
        )
      )

      rmSync(filler)
      const again = yield* Effect.promise(() => upload(base, device, small, "again"))
      assert.strictEqual(again.status, 201)
      assert.isNull(again.headers.get("idempotent-replayed"))
      const jobs = yield* settled(data, sql)
      for (const { id, status } of jobs) assert.strictEqual(status, "ready", id)
      assert.strictEqual(jobs.length, 3)
    }).pipe(Effect.scoped)
  )

  it.live("under PostgreSQL too: answers are as always or 503 unavailable, and with room again all is well", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      yield* disk(data, 200)
      const { base, child } = yield* dev(data, {}, "scripted")
      const device = yield* Effect.promise(() => register(base))
      const [closed, gate] = [join(data, "code", "closed"), join(data, "code", "gate")]
      writeFileSync(closed, "")
      const file = scripted({ pages: 10, gate }, 2 ** 17)
      const running = yield* Effect.promise(() => Promise.all([1, 2].map(() => accepted(base, device, file))))
      const taken = running.map(({ job_id }) => job_id)
      fill(join(data, "filler"))
      renameSync(closed, gate)

      for (let n = 0; n < 12; n++) {
        yield* Effect.promise(async () => {
          const sent = await upload(base, device, file)
          if (sent.status === 409) assert.propertyVal(await sent.json(), "code", "slots_full")
          else if (sent.status === 201) taken.push(((await sent.json()) as Job).job_id)
          else await unavailable(sent)
          const read = await send(base, device, "/jobs")
          if (read.status !== 200) await unavailable(read)
        })
      }
      assert.isNull(child.exitCode)
      // what jobs that ended have given back is taken again
      fill(join(data, "filler"))
      assert.strictEqual(yield* Effect.promise(async () => (await fetch(`${base}/readyz`)).status), 503)

      rmSync(join(data, "filler"))
      yield* eventually(
        "it is ready again",
        Effect.promise(async () => (await fetch(`${base}/readyz`)).ok)
      )
      const jobs = yield* settled(data, yield* database(data))
      for (const { id, status } of jobs) assert.strictEqual(status, "ready", id)
      assert.includeMembers(
        jobs.map(({ id }) => id),
        taken
      )
      assert.strictEqual(yield* Effect.promise(async () => (await upload(base, device, file)).status), 201)
    }).pipe(Effect.scoped)
  )

  it.live("under what is looked into: an estimate is 503 unavailable, and works again with room", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const spool = join(data, "spool")
      yield* disk(spool, 4)
      const { base } = yield* dev(data)
      const key = yield* Effect.promise(() => devKey(data))
      const estimate = Effect.promise(() =>
        fetch(`${base}/api/v2/jobs/estimate`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/pdf" },
          body: heavy(1)
        })
      )
      const remount = (how: string) => assert.strictEqual(spawnSync("mount", ["-o", `remount,${how}`, spool]).status, 0)
      // Nothing has been looked into so far: its folder is yet to be made.
      remount("ro")
      yield* Effect.flatMap(estimate, (answer) => Effect.promise(() => unavailable(answer)))
      remount("rw")
      assert.strictEqual((yield* estimate).status, 200)
      fill(join(spool, "filler"))
      yield* Effect.flatMap(estimate, (answer) => Effect.promise(() => unavailable(answer)))
      rmSync(join(spool, "filler"))
      assert.strictEqual((yield* estimate).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("under a backup is told in a sentence, with the exit code 1", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const copy = join(home, "copy")
      yield* disk(copy, 1)
      const variables = { DATA_DIR: join(home, "data"), DATABASE_URL: yield* TestDatabase.url }
      const sql = yield* databaseAt(variables.DATABASE_URL)
      yield* sql`CREATE TABLE ballast AS SELECT gen_random_uuid() AS id FROM generate_series(1, 100000)`
      const { code, err } = yield* admin(["backup", join(copy, "new")], variables)
      assert.strictEqual(code, 1)
      assert.match(err, /The backup cannot be written: .*ENOSPC/)
    }).pipe(Effect.scoped)
  )

  it.live("under a conversion of the command line is named, and is no fault of the document's", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const temporary = join(home, "temporary")
      yield* disk(temporary, 100)
      yield* Effect.promise(() => prepareCommandLine(temporary))
      writeFileSync(join(home, "a.pdf"), heavy(2))
      fill(join(temporary, "filler"))
      const command = fileURLToPath(new URL("../../layers/main/pdf-to-markdown.js", import.meta.url))
      const { status, stderr } = spawnSync(process.execPath, [command, "a.pdf"], {
        cwd: home,
        env: { ...process.env, TMPDIR: temporary },
        encoding: "utf8"
      })
      assert.match(stderr, /^a\.pdf: disk_full: .*TMPDIR/m)
      assert.strictEqual(status, 1)
    }).pipe(Effect.scoped)
  )
})
