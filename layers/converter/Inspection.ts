/** Opens documents in child processes of its own, which are there from the first document on. */
import { Duration, Effect, Layer, Option, Redacted, Scope } from "effect"
import type { ConversionFailed, Pdf } from "../../src/convert/Converter.ts"
import { Inspector } from "../../src/convert/Inspector.ts"
import type { PackedInfo } from "../../src/convert/model/Document.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { turns } from "../../src/process/Turns.ts"
import * as Child from "./Child.ts"
import { exchange } from "./Conversation.ts"
import { limits } from "./Limits.ts"
import * as Pool from "./Pool.ts"
import { failed } from "./Reading.ts"
import * as Spool from "./Spool.ts"
import type { Reply, Request } from "./Wire.ts"

/** How long somebody waits for what a document says of itself, in ms. */
const longest = 5000

/** Owns what nobody is said to own. */
const nobody = ""

/** A document that is slow to open does not hold up all others. */
const children = 2

export const layerWith = ({
  patience = longest,
  ...options
}: {
  readonly spool: string
  readonly code?: string
  readonly patience?: number
  readonly entry?: string
}) =>
  Layer.effect(
    Inspector,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const [made, forget] = yield* Effect.cachedInvalidateWithTTL(
        Effect.gen(function* () {
          const spool = yield* Effect.acquireRelease(
            Effect.sync(() => Spool.open(options.spool)),
            (folder) => Effect.promise(() => Spool.remove(folder))
          )
          return yield* Pool.make({ children, entry: options.entry ?? Child.entry, spool, code: options.code, limits })
        }).pipe(Scope.provide(scope)),
        Duration.infinity
      )
      /** A disk that took no folder may take one the next time. */
      const pool = Effect.onError(made, () => forget)

      const ask = Effect.fnUntraced(function* (pool: Pool.Pool, { path, owner = nobody, password }: Pdf) {
        let found: PackedInfo | ConversionFailed | null = null
        const hear = (reply: Reply) => {
          if (reply._tag === "Opened") found = reply.info
          else if (reply._tag === "Failed") found = failed(reply.code, reply.message)
          return limits.opening
        }
        const child = yield* pool.lease(owner)
        const request: Request = {
          _tag: "Convert",
          path: yield* Effect.promise(() => Spool.place(child, path)).pipe(Effect.uninterruptible),
          options: defaults,
          maxPages: Number.MAX_SAFE_INTEGER,
          after: 0,
          most: 0,
          outline: false,
          reads: [],
          password: password == null ? null : Redacted.value(password)
        }
        const ending = yield* exchange(child, [request], limits.memory, limits.opening, hear)
        const heard = found as PackedInfo | ConversionFailed | null
        if (heard !== null) return "_tag" in heard ? yield* heard : heard
        return yield* ending === "memory"
          ? failed("memory_limit_exceeded", "The document needs more memory than a conversion may take")
          : failed("engine_crashed", "The document could not be opened")
      }, Effect.scoped)

      const inTurn = turns()

      const inspect = Effect.fn("Inspector.inspect")(function* (pdf: Pdf) {
        const children = yield* pool
        const found = yield* ask(children, pdf).pipe(inTurn(pdf.owner ?? nobody), Effect.timeoutOption(patience))
        return Option.getOrNull(found)
      })

      return Inspector.of({ inspect })
    })
  )
