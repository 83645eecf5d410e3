/** Page ranges of jobs whose documents are known. */
import { Effect, Option } from "effect"
import { InvalidPageRange } from "../../../schema/Errors.ts"
import type { BlobKey } from "../../../schema/Ids.ts"
import { pagesOf } from "../../convert/model/PageRange.ts"
import type { Owner } from "../Job.ts"
import * as Inspect from "./Inspect.ts"
import type { Labels } from "./Submission.ts"

/** A range names one page of the document at least; what goes beyond the others is left out. */
export const reachable = (range: string | null | undefined, pages: number): Effect.Effect<void, InvalidPageRange> =>
  range == null || pagesOf(range, pages)?.length !== 0
    ? Effect.void
    : Effect.fail(new InvalidPageRange({ message: `page_range names no page of the document, which has ${pages}` }))

/** Opens a file that a create asks only some pages of. One that cannot be opened, or not soon, is left to its job. */
export const make = Effect.map(Inspect.make, (inspect) =>
  Effect.fnUntraced(function* (key: BlobKey, owner: Owner, { options: { page_range: range }, password }: Labels) {
    if (range == null) return
    const info = yield* Effect.option(inspect(key, owner, password))
    if (Option.isSome(info) && info.value !== null) yield* reachable(range, info.value.pages)
  })
)
