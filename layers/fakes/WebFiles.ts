/** A page of one file. */
import { gzipSync } from "node:zlib"
import { Effect, Layer } from "effect"
import { type WebFile, WebFiles } from "../../src/http/WebFiles.ts"

const bytes = new TextEncoder().encode("<!doctype html><title>PDF to Markdown</title>")

const index: WebFile = {
  type: "text/html; charset=utf-8",
  etag: '"page"',
  bytes,
  gzip: gzipSync(bytes),
  isImmutable: false
}

export const layer = Layer.succeed(
  WebFiles,
  WebFiles.of({ find: (name) => Effect.succeed(name === "index.html" ? index : null) })
)
