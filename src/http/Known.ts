import { Effect } from "effect"

/** The id in a path. One that is no UUID is as unknown as any other. */
export const known =
  <A extends string, E>(isId: (text: unknown) => text is A, notFound: () => E) =>
  (text: string): Effect.Effect<A, E> =>
    isId(text) ? Effect.succeed(text) : Effect.fail(notFound())

/** What a list finds of an id that is no UUID, as of an unknown one and of somebody else's. */
export const none = { items: [], next_cursor: null }
