import { gzipSync } from "node:zlib"
import { Layer } from "effect"
import { Gzip } from "../src/jobs/Gzip.ts"

export const layer = Layer.succeed(Gzip, (bytes) => gzipSync(bytes))
