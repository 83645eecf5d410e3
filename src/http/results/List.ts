/** Lists as JSON that is made while it is taken: a page of one may come to 20 MB, and a client may take nothing of it. */
import { Effect, type Scope, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { cursorAt } from "../../jobs/Results.ts"
import { inOneIfFew } from "../../process/Bytes.ts"

/** An answer of up to this many bytes goes out in one piece. */
const few = 65_536

/** What of a list an answer has: up to `limit` items from an index on. */
interface Part {
  readonly from: number
  readonly limit: number
}

/** The items, of which the first is at `from`, after `rest`, what else there is to say. */
const printed = <A, E>(items: Stream.Stream<A, E>, { from, limit }: Part, rest: object): Stream.Stream<string, E> =>
  Stream.suspend(() => {
    let count = 0
    const print = (item: A) => (count++ < limit ? `${count === 1 ? "" : ","}${JSON.stringify(item)}` : "")
    const next = () => JSON.stringify(count > limit ? cursorAt(from + limit) : null)
    return Stream.succeed(JSON.stringify({ ...rest, items: [] }).slice(0, -2)).pipe(
      Stream.concat(Stream.map(Stream.take(items, limit + 1), print)),
      Stream.concat(Stream.sync(() => `],"next_cursor":${next()}}`))
    )
  })

/** A page of a list as an answer. Each piece is made in its owner's turn, when the one before is on its way. */
export const list = <A, E>(
  items: Stream.Stream<A, E>,
  part: Part,
  inTurn: <B, F, R>(work: Effect.Effect<B, F, R>) => Effect.Effect<B, F, R>,
  rest: object = {}
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, Scope.Scope> => {
  const made = Stream.encodeText(printed(items, part, rest))
  const bytes = Stream.transformPull(made, (pull) => Effect.succeed(inTurn(pull)))
  const contentType = "application/json"
  return Effect.map(inOneIfFew(bytes, few), (all) =>
    all instanceof Uint8Array
      ? HttpServerResponse.uint8Array(all, { contentType })
      : HttpServerResponse.stream(all, { contentType })
  )
}
