/** The store that `BLOBS` names. */
import { Config, Effect, Layer, Option } from "effect"
import * as Blobs from "./Blobs.ts"

/** `s3://bucket/prefix`; none for a directory. */
export const bucket = Config.option(Config.NonEmptyString("BLOBS"))

/** `BLOBS`, else a directory. The client of S3 takes long to load, so only those who need it do. */
const orElse = (directory: typeof Blobs.layerDirectory) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const place = yield* bucket
      if (Option.isNone(place)) return yield* Layer.build(directory)
      const { layer } = yield* Effect.promise(() => import("./BlobsS3.ts"))
      return yield* Layer.build(layer(place.value))
    })
  )

export const layer = orElse(Blobs.layerDirectory)

/** For what runs beside a service. */
export const layerBeside = orElse(Blobs.layerBeside)
