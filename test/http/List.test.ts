import { get } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Stream } from "effect"
import { HttpServer } from "effect/http"
import { list } from "../../src/http/results/List.ts"
import { cursorAt } from "../../src/jobs/Results.ts"

const atOnce = <A, E, R>(work: Effect.Effect<A, E, R>) => work

const item = (index: number) => ({ index, text: "ü".repeat(50_000) })

/** Ten items of 100 kB from an index on. */
const ten = (from: number) => Stream.map(Stream.range(from, 9), item)

type Answer = ReturnType<typeof list<unknown, never>>

/** Where what answers each request is served. */
const serving = (answer: Answer) =>
  Effect.gen(function* () {
    yield* HttpServer.serveEffect(answer)
    const { address } = yield* HttpServer.HttpServer
    return "port" in address ? `http://127.0.0.1:${address.port}` : "unreachable"
  })

const asked = (answer: Answer) =>
  Effect.gen(function* () {
    const base = yield* serving(answer)
    const { headers, json } = yield* Effect.promise(async () => {
      const response = await fetch(base)
      return { headers: response.headers, json: await response.json() }
    })
    return { size: headers.get("content-length"), type: headers.get("content-type"), json }
  }).pipe(Effect.provide(NodeHttpServer.layerTest))

describe("A list", () => {
  it.live("is made while it is taken: each client that read nothing of 20 MB had them kept for it", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      let made = 0
      const items = Stream.range(0, 999).pipe(
        Stream.rechunk(1),
        Stream.map((index) => {
          made++
          return item(index)
        }),
        Stream.ensuring(Deferred.succeed(ended, undefined))
      )
      const base = yield* serving(list(items, { from: 0, limit: 1_000 }, atOnce))
      get(base, (response) => response.once("data", () => response.destroy()))
      yield* Deferred.await(ended)
      assert.isBelow(made, 500)
    }).pipe(Effect.provide(NodeHttpServer.layerTest))
  )

  it.live("is whole, with what else is to be said, whether it goes out in one piece or in many", () =>
    Effect.gen(function* () {
      const many = yield* asked(list(ten(2), { from: 2, limit: 8 }, atOnce, { pages: [1] }))
      const items = Array.from({ length: 8 }, (_, i) => item(i + 2))
      assert.deepStrictEqual(many.json, { pages: [1], items, next_cursor: null })
      assert.deepStrictEqual([many.size, many.type], [null, "application/json"])
      const few = yield* asked(
        list(
          Stream.map(ten(0), ({ index }) => index),
          { from: 0, limit: 3 },
          atOnce
        )
      )
      assert.deepStrictEqual(few.json, { items: [0, 1, 2], next_cursor: cursorAt(3) })
      assert.deepStrictEqual([few.size, few.type], ["37", "application/json"])
      assert.deepStrictEqual((yield* asked(list(Stream.empty, { from: 10, limit: 3 }, atOnce))).json, {
        items: [],
        next_cursor: null
      })
    })
  )
})
