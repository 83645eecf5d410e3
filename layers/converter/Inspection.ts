/** Opens documents in child processes of its own, which are there from the first document on. */
import { Effect, Layer, Scope } from "effect"
import type { ConversionFailed } from "../../src/convert/Converter.ts"
import { Inspector } from "../../src/convert/Inspector.ts"
import type { PackedInfo } from "../../src/convert/model/Document.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import * as Child from "./Child.ts"
import { exchange } from "./Conversation.ts"
import { limits } from "./Limits.ts"
import * as Pool from "./Pool.ts"
import { failed } from "./Reading.ts"
import * as Spool from "./Spool.ts"
import type { Reply, Request } from "./Wire.ts"

/** A document that is slow to open does not hold up all others. */
const children = 2

export const layerWith = (options: { readonly spool: string; readonly code?: string }) =>
  Layer.effect(
    Inspector,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const pool = yield* Effect.cached(
        Effect.gen(function* () {
          const spool = yield* Effect.acquireRelease(
            Effect.sync(() => Spool.open(options.spool)),
            (folder) => Effect.promise(() => Spool.remove(folder))
          )
          return yield* Pool.make({ children, entry: Child.entry, spool, code: options.code, limits })
        }).pipe(Scope.provide(scope))
      )

      const inspect = Effect.fn("Inspector.inspect")(function* ({ path }: { readonly path: string }) {
        let found: PackedInfo | ConversionFailed | null = null
        const hear = (reply: Reply) => {
          if (reply._tag === "Opened") found = reply.info
          else if (reply._tag === "Failed") found = failed(reply.code, reply.message)
          return limits.opening
        }
        const child = yield* (yield* pool).lease
        const request: Request = {
          _tag: "Convert",
          path: yield* Effect.promise(() => Spool.place(child, path)).pipe(Effect.uninterruptible),
          options: defaults,
          maxPages: Number.MAX_SAFE_INTEGER,
          after: 0,
          most: 0,
          outline: false
        }
        const ending = yield* exchange(child, [request], limits.memory, limits.opening, hear)
        const heard = found as PackedInfo | ConversionFailed | null
        if (heard !== null) return "_tag" in heard ? yield* heard : heard
        return yield* ending === "memory"
          ? failed("memory_limit_exceeded", "The document needs more memory than a conversion may take")
          : failed("engine_crashed", "The document could not be opened")
      }, Effect.scoped)

      return Inspector.of({ inspect })
    })
  )
