/** Agents that sign in where several nodes answer: what one of them gives, the others know. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Connection } from "../../layers/postgres/Database.ts"
import * as Browser from "../support/Browser.ts"
import * as TestDatabase from "../support/Database.ts"
import { newAgent } from "../support/OAuth.ts"
import * as Provider from "../support/Provider.ts"
import * as Service from "../support/Service.ts"

/** One more node on the database of the test: its address. */
const node = Effect.gen(function* () {
  const provider = yield* Provider.Provider
  const connection = yield* Connection
  const database = TestDatabase.clients.pipe(Layer.provideMerge(Layer.succeed(Connection, connection)), Layer.orDie)
  const variables = { ...Browser.variables, RATE_LIMIT_SCALE: "1000", ...Provider.variables(provider) }
  return Context.get(yield* Layer.build(Layer.fresh(Service.layer(variables, database))), Service.Base)
})

/** Gives each request to the next of the nodes, as a balancer does that knows nobody: its address. */
const inTurn = (nodes: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let turn = 0
    const pass = (asked: IncomingMessage, answer: ServerResponse) => {
      const { method, headers, url = "" } = asked
      const to = new URL(url, nodes[turn++ % nodes.length])
      asked.pipe(
        request(to, { method, headers }, (given) => {
          answer.writeHead(given.statusCode ?? 502, given.headers)
          given.pipe(answer)
        })
      )
    }
    const server = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(pass)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

const call = { name: "pdf_to_markdown_list_jobs", arguments: {} }

layer(Provider.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("Two nodes that answer in turn", (it) => {
  it.effect("sign an agent in, whichever of them begins and ends it, and end a connection on both", () =>
    Effect.gen(function* () {
      const nodes = [yield* node, yield* node]
      const agent = yield* Effect.provideService(newAgent(), Service.Base, yield* inTurn(nodes))
      yield* Effect.promise(async () => {
        const first = await agent.connect()
        const isAnswered = async (token: string) => {
          const answers = [await agent.call(token, "tools/call", call), await agent.call(token, "tools/call", call)]
          return answers.map(({ status }) => status)
        }
        assert.deepStrictEqual(await isAnswered(first.access_token), [200, 200])
        const second = (await agent.refresh(first.refresh_token)).json
        assert.deepStrictEqual(await isAnswered(second.access_token), [200, 200])
        // A refresh token that comes twice was stolen: neither node takes anything of that connection any more.
        assert.strictEqual((await agent.refresh(first.refresh_token)).json.error, "invalid_grant")
        assert.deepStrictEqual(await isAnswered(second.access_token), [401, 401])
        assert.strictEqual((await agent.refresh(second.refresh_token)).json.error, "invalid_grant")
      })
    })
  )

  it.effect("never give both of two that bring the same code at the same moment", () =>
    Effect.gen(function* () {
      const nodes = [yield* node, yield* node]
      const agent = yield* Effect.provideService(newAgent(), Service.Base, yield* inTurn(nodes))
      yield* Effect.promise(async () => {
        const code = await agent.code()
        const answers = await Promise.all([agent.exchange(code), agent.exchange(code)])
        const given = answers.filter(({ status }) => status === 200)
        assert.isAtMost(given.length, 1)
        const refused = [...answers.filter((answer) => !given.includes(answer)), await agent.exchange(code)]
        for (const { json } of refused) assert.strictEqual(json.error, "invalid_grant")
        for (const { json } of given)
          assert.strictEqual((await agent.call(json.access_token, "tools/call", call)).status, 401)
      })
    })
  )
})
