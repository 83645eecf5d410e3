/** The items of a batch, each with its place in what refuses it. */
import { Effect } from "effect"
import { isReadonlyObject } from "effect/Predicate"
import type { InvalidRequest } from "../../../schema/Errors.ts"
import { maxItems } from "../../../schema/v2/Jobs.ts"
import { malformed } from "../../requests/Faults.ts"
import { linkOf } from "./Labels.ts"

/** Says which item it is that is refused. */
export const located =
  (index: number) =>
  <E extends { readonly index?: number }>(error: E): E =>
    Object.assign(error, { index })

const listed = (body: unknown): Effect.Effect<ReadonlyArray<unknown>, InvalidRequest> => {
  if (!isReadonlyObject(body)) return Effect.fail(malformed("body", "The body is not a JSON object"))
  const { items } = body as { readonly items?: unknown }
  return Array.isArray(items) && items.length >= 1 && items.length <= maxItems
    ? Effect.succeed(items)
    : Effect.fail(malformed("body.items", `Send 1 to ${maxItems} items`))
}

/** The links that a JSON body asks for, and what it says of each. */
export const linksOf = Effect.fnUntraced(function* (body: unknown) {
  const items = yield* listed(body)
  return yield* Effect.forEach(items, (item, index) => Effect.mapError(linkOf(item), located(index)))
})
