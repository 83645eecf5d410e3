/** The endpoint over real HTTP against bodies that nobody would send in good faith. */
import { Agent, request } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { maxJsonBody } from "../../schema/v1/Jobs.ts"
import { bearer, newPerson } from "../support/Account.ts"
import { long } from "../support/Long.ts"
import { contentType, rawBody, rawHeaders } from "../support/Messages.ts"
import * as Service from "../support/Service.ts"

interface Sent {
  readonly body: Uint8Array
  readonly headers: Record<string, string>
  readonly type: string
}

const sent: fc.Arbitrary<Sent> = fc.record({
  body: rawBody,
  headers: fc.oneof(fc.constant({}), fc.constant({ "mcp-protocol-version": "2026-07-28" }), rawHeaders),
  type: contentType
})

/** How many go at a time. */
const together = 50

const bodies = long(4_000, 1_000)

/** Milliseconds after which no more are begun, however busy the machine is. */
const longest = 20_000

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

const answer = (url: string, secret: string, { body, headers, type }: Sent) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const message = request(
      url,
      { agent, method: "POST", headers: { ...bearer(secret), ...headers, "content-type": type } },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString()
          })
        )
      }
    )
    // Of a body that is too large the rest is not read: the refusal may be lost behind the connection's end.
    message.on("error", (error) =>
      body.length > maxJsonBody ? resolve({ status: 413, text: '{"code":"payload_too_large"}' }) : reject(error)
    )
    message.end(body)
  })

const isJsonRpc = (text: string): boolean => {
  const message = JSON.parse(text)
  const { error } = message
  return (
    message.jsonrpc === "2.0" &&
    (error === undefined) !== (message.result === undefined) &&
    (error === undefined || (Number.isInteger(error.code) && typeof error.message === "string"))
  )
}

/** What is not offered as JSON, or is too large, is refused as it is; all else is answered in the words of JSON-RPC. */
const isSound = ({ body, type }: Sent, { status, text }: Awaited<ReturnType<typeof answer>>): boolean => {
  const refusal = (expected: number, code: string) => status === expected && JSON.parse(text).code === code
  if (!/^application\/json *(;|$)/i.test(type)) return refusal(400, "invalid_request")
  if (body.length > maxJsonBody) return refusal(413, "payload_too_large")
  return (status === 202 && text === "") || ([200, 400, 404].includes(status) && isJsonRpc(text))
}

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("The MCP endpoint", (it) => {
  it.effect(
    `answers ${bodies} bodies in the words of JSON-RPC, whatever they are, or as many as ${longest / 1_000} s allow`,
    () =>
      Effect.gen(function* () {
        const { key } = yield* newPerson("business")
        const url = `${yield* Service.Base}/api/v2/mcp`
        let count = 0
        // the time limit ends the wait for a run whose requests are on their way
        let asked: Promise<unknown> = Promise.resolve()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(sent, { minLength: together, maxLength: together }), async (all) => {
              const given = Promise.all(all.map((one) => answer(url, key.secret, one)))
              asked = given
              const answers = await given
              count += all.length
              for (const [index, one] of all.entries()) {
                const got = answers[index]!
                assert.isTrue(
                  isSound(one, got),
                  `${Buffer.from(one.body).toString("latin1").slice(0, 500)}\n${JSON.stringify(one.headers)} ${one.type}\n${got.status} ${got.text.slice(0, 500)}`
                )
              }
            }),
            // A run is shrunk for as long as the tests may take: what is wrong is in the message.
            {
              numRuns: bodies / together,
              endOnFailure: true,
              interruptAfterTimeLimit: longest
            }
          )
        )
        yield* Effect.promise(() => Promise.allSettled([asked]))
        agent.destroy()
        assert.isAbove(count, 0)
        if (count < bodies) console.log(`${count} of ${bodies} bodies: this machine is busy`)
      })
  )
})
