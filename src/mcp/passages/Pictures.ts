/** Pictures of figures, as image content: as many as clients take in one result. */
import { Base64 } from "effect/encoding"
import type { ResultBlock } from "../../convert/model/Result.ts"
import type { Json } from "../Rpc.ts"

/** Pictures in one result. */
export const maxPictures = 6

/** Their bytes in all, before base64; a picture that is larger by itself is fetched over the REST API. */
export const maxPictureBytes = 3 * 1024 * 1024

/** The name of the picture that a block can be shown with. */
export const pictureOf = (block: ResultBlock, sizes: ReadonlyMap<string, number>): string | null =>
  block.type === "figure" && block.image !== null && (sizes.get(block.image) ?? Infinity) <= maxPictureBytes
    ? block.image
    : null

/** How many of the blocks may be shown before there are too many pictures. */
export const endOfPictures = (blocks: ReadonlyArray<ResultBlock>, sizes: ReadonlyMap<string, number>): number => {
  let [count, bytes] = [0, 0]
  const end = blocks.findIndex((block) => {
    const name = pictureOf(block, sizes)
    if (name === null) return false
    count++
    bytes += sizes.get(name) ?? 0
    return count > maxPictures || bytes > maxPictureBytes
  })
  return end === -1 ? blocks.length : end
}

/** A picture after its name, by which the blocks and the Markdown call it. */
export const asContent = (name: string, bytes: Uint8Array): ReadonlyArray<Json> => [
  { type: "text", text: `images/${name}` },
  { type: "image", data: Base64.encode(bytes), mimeType: name.endsWith(".png") ? "image/png" : "image/jpeg" }
]
