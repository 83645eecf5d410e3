/** An S3-compatible store of this process's own, with one empty bucket, for as long as the scope lives. */
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

interface Server {
  readonly run: () => Promise<{ readonly port: number }>
  readonly close: () => Promise<void>
}

const S3rver = createRequire(import.meta.url)("s3rver") as new (options: object) => Server

export const bucket = "pdf-tests"

/** What this store asks of its clients, as the variables of a process. */
export const credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_REGION: "us-east-1" }

export const s3 = Effect.acquireRelease(
  Effect.promise(async () => {
    const directory = mkdtempSync(join(tmpdir(), "s3-"))
    const server = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      vhostBuckets: false,
      directory,
      configureBuckets: [{ name: bucket }]
    })
    const { port } = await server.run()
    return { server, directory, url: `http://127.0.0.1:${port}` }
  }),
  ({ server, directory }) =>
    Effect.promise(async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    })
)
