import { Schema } from "effect"
import { BlobKey } from "../../schema/Ids.ts"

/** Where a job's files are: what it was made from, and what was made of it. */
export const files = {
  input_key: Schema.NullOr(BlobKey),
  output_key: Schema.NullOr(BlobKey),
  blocks_key: Schema.NullOr(BlobKey),
  images_key: Schema.NullOr(BlobKey)
}

const Files = Schema.Struct(files)

export const filesIn = ({ input_key, output_key, blocks_key, images_key }: typeof Files.Type) =>
  [input_key, output_key, blocks_key, images_key].filter((key) => key !== null)
