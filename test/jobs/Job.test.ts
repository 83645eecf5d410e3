import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { BlobKey, DeviceId, JobId } from "../../schema/Ids.ts"
import type { JobStatus } from "../../schema/Job.ts"
import { asOf, type Job, outputOf, removal } from "../../src/jobs/Job.ts"

const now = Date.UTC(2026, 0, 1)
const at = DateTime.makeUnsafe(now)
const inputKey = BlobKey.make("01890000-0000-7000-8000-00000000000a")
const outputKey = BlobKey.make("01890000-0000-7000-8000-00000000000b")

const jobThat = (status: JobStatus, more: Partial<Job> = {}): Job => ({
  jobId: JobId.make("01890000-0000-7000-8000-000000000001"),
  owner: `device:${DeviceId.make("01890000-0000-7000-8000-000000000002")}`,
  status,
  statusSince: at,
  createdAt: at,
  fileName: "a.pdf",
  source: "upload",
  inputSize: 1,
  inputKey: null,
  outputKey: null,
  outputSize: null,
  blocksKey: null,
  imagesKey: null,
  pages: null,
  pagesDone: 0,
  truncated: false,
  expiresAt: null,
  error: null,
  goneReason: null,
  tier: "anonymous",
  externalId: null,
  tags: [],
  warnings: [],
  continueFrom: null,
  retentionSec: null,
  ...more
})

describe("A job", () => {
  it("is a tombstone from the moment its time is up, swept or not, and only once it has ended", () => {
    const until = (millis: number) => ({ expiresAt: DateTime.makeUnsafe(millis) })
    assert.strictEqual(asOf(now, jobThat("ready", until(now + 1))).status, "ready")
    assert.deepInclude(asOf(now, jobThat("ready", until(now))), { status: "deleted", goneReason: "expired" })
    assert.deepInclude(asOf(now, jobThat("error", until(now))), { status: "deleted", goneReason: "expired" })
    assert.strictEqual(asOf(now, jobThat("processing", until(now))).status, "processing")
    assert.deepInclude(asOf(now, jobThat("deleted", { ...until(now), goneReason: "deleted" })), {
      goneReason: "deleted"
    })
  })

  it("has a result, or says why there is none", () => {
    assert.deepStrictEqual(outputOf(jobThat("ready", { outputKey })), Result.succeed(outputKey))
    const whyNot = (job: Job) => Result.getOrThrow(Result.flip(outputOf(job)))
    for (const status of ["queued", "processing", "error"] as const) {
      assert.deepInclude(whyNot(jobThat(status)), { _tag: "not_ready", status })
    }
    assert.deepInclude(whyNot(jobThat("canceled", { goneReason: "canceled" })), { _tag: "gone", reason: "canceled" })
    assert.deepInclude(whyNot(jobThat("deleted", { goneReason: "expired" })), { _tag: "gone", reason: "expired" })
  })

  it("is canceled while it is active and deleted once it has ended, with its files; a tombstone stays", () => {
    const files = { inputKey, outputKey: null }
    assert.deepStrictEqual(removal(jobThat("processing", files), now), {
      status: "canceled",
      goneReason: "canceled",
      isActive: true,
      files: [inputKey]
    })
    const ended = {
      status: "deleted",
      goneReason: "deleted",
      isActive: false,
      files: [outputKey]
    } satisfies ReturnType<typeof removal>
    assert.deepStrictEqual(removal(jobThat("ready", { outputKey }), now), ended)
    assert.deepStrictEqual(removal(jobThat("ready", { outputKey, expiresAt: at }), now), {
      ...ended,
      goneReason: "expired"
    })
    assert.isNull(removal(jobThat("canceled"), now))
    assert.isNull(removal(jobThat("deleted"), now))
  })
})
