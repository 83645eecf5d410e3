/** The tools that look into a result without reading all of it: its blocks, and what stands where. */
import { Effect, Semaphore, Stream } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import { ImageNotFound, NotFound } from "../../schema/Errors.ts"
import type { BlobKey } from "../../schema/Ids.ts"
import type { Arguments } from "../../schema/Tools.ts"
import { ownerOf } from "../jobs/Job.ts"
import { Jobs } from "../jobs/Jobs.ts"
import * as Results from "../jobs/Results.ts"
import { turns } from "../process/Turns.ts"
import { jobIn } from "../requests/Ids.ts"
import { blocksLimit, finding, listing, noPictures, wantedBy } from "./passages/Passages.ts"
import { asContent } from "./passages/Pictures.ts"
import { asText, results } from "./Result.ts"
import type { Json } from "./Rpc.ts"

/** Results with pictures that are put together at the same time; others wait. */
const maxPictured = 8

export const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const contents = yield* Results.make
  const { usageOf } = yield* results
  const inTurn = turns()

  const pictured = yield* Semaphore.make(maxPictured)

  const filesOf = Effect.fnUntraced(function* (actor: KeyActor, jobId: string) {
    const { job } = yield* jobs.result(actor, yield* jobIn(jobId))
    if (job.blocksKey !== null) return { blocks: job.blocksKey, images: job.imagesKey }
    return yield* new NotFound({ message: "This result has no blocks: create the job again" })
  })

  const answered = Effect.fnUntraced(function* (actor: KeyActor, structure: Json, pictures: ReadonlyArray<Json> = []) {
    const structuredContent = { ...structure, ...(yield* usageOf(actor)) }
    return { content: [asText(structuredContent), ...pictures], structuredContent }
  })

  const picture = Effect.fnUntraced(function* (
    key: BlobKey,
    place: Parameters<typeof contents.image>[1],
    name: string
  ) {
    return asContent(name, yield* Stream.mkUint8Array(yield* contents.image(key, place)))
  })

  const blocks = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"get_blocks">) {
    const from = yield* Effect.fromResult(Results.indexOf(input.cursor))
    const files = yield* filesOf(actor, input.job_id)
    const found = yield* inTurn(ownerOf(actor))(
      Effect.flatMap(contents.blocks(files.blocks), (all) =>
        Results.listed(Stream.filter(all, wantedBy(input)), from, blocksLimit(input))
      )
    )
    const stock = files.images
    if (input.images !== true) return yield* answered(actor, listing(input, from, found).structure)
    if (stock === null) return yield* new ImageNotFound({ message: noPictures })
    const index = new Map((yield* contents.images(files.blocks)).map((image) => [image.name, image]))
    const sizes = new Map([...index].map(([name, { size }]) => [name, size]))
    const { structure, pictures } = listing(input, from, found, sizes)
    return yield* pictured.withPermit(
      Effect.forEach(pictures, (name) => picture(stock, index.get(name)!, name)).pipe(
        Effect.flatMap((all) => answered(actor, structure, all.flat()))
      )
    )
  })

  const search = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"search_markdown">) {
    const { look, end } = finding(input, yield* Effect.fromResult(Results.indexOf(input.cursor)))
    const { blocks } = yield* filesOf(actor, input.job_id)
    yield* inTurn(ownerOf(actor))(contents.each(blocks, look))
    return yield* answered(actor, end())
  })

  return { blocks, search }
})
