/** The bundle of the page, on disk. Made by `npm run build`, and by the start of the service where it is missing or old. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Cache, Data, Effect, Layer } from "effect"
import { type WebFile, WebFiles } from "../../src/http/WebFiles.ts"
import { folder, isFresh } from "./Bundle.ts"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".bcmap": "application/octet-stream",
  ".pfb": "application/octet-stream",
  ".ttf": "font/ttf",
  ".icc": "application/octet-stream"
}

/** Compressed already, or as good as. */
const isDense = (name: string) => /\.(?:woff2|bcmap)$/.test(name)

/** A name that the bundle can have. */
const isName = (name: string) => /^(?:(?:index|console)\.html|assets\/[\w.-]+)$/.test(name)

export class WebUnusable extends Data.TaggedError("WebUnusable")<{ readonly message: string }> {}

const read = async (name: string): Promise<WebFile | null> => {
  if (!isName(name)) return null
  const bytes = await readFile(join(folder, name)).catch(() => null)
  if (bytes === null) return null
  return {
    type: types[extname(name)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    bytes,
    gzip: isDense(name) ? null : await promisify(gzip)(bytes),
    isImmutable: /-[\w-]{8}\.\w+$/.test(name)
  }
}

const program = fileURLToPath(new URL("../main/build.ts", import.meta.url))

const bundled = Effect.gen(function* () {
  if (yield* Effect.promise(isFresh)) return
  yield* Effect.tryPromise({
    try: (signal) => promisify(execFile)(process.execPath, [program], { env: {}, signal }),
    catch: (error) => new WebUnusable({ message: `The page cannot be bundled (npm run build): ${error}` })
  })
})

/** Maximum number of files that are kept as they are sent: all that a visit loads. */
const kept = 200

export const layer = Layer.effect(
  WebFiles,
  Effect.gen(function* () {
    yield* bundled
    const files = yield* Cache.make({
      capacity: kept,
      lookup: (name: string) => Effect.promise(() => read(name))
    })
    return WebFiles.of({ find: (name) => Cache.get(files, name) })
  })
)
