/** Lists that clients read in parts, each with a cursor for the next. */
import { Effect, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { InvalidCursor } from "../../schema/Errors.ts"
import { known } from "../requests/Ids.ts"

/** What a list finds of an id that is no UUID, as of an unknown one and of somebody else's. */
export const none = { items: [], next_cursor: null }

/** Of what was found, one more than a part has room for if there is as much: a part, and where the next begins. */
export const part = <A>(found: ReadonlyArray<A>, limit: number, cursorAt: (last: A) => string) => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: found.length > limit && last !== undefined ? cursorAt(last) : null }
}

/** The cursor of a list whose items go by their ids, and the id that one holds. */
export const cursorOf: (id: string) => string = Base64Url.encode

export const idIn =
  <A extends string>(isId: (text: unknown) => text is A) =>
  (cursor: string | undefined): Effect.Effect<A | null, InvalidCursor> =>
    cursor === undefined
      ? Effect.succeed(null)
      : known(isId, () => new InvalidCursor())(Result.getOrElse(Base64Url.decodeString(cursor), () => ""))
