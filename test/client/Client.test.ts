import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import * as Converter from "../../layers/fakes/Converter.ts"
import { webhookVectors } from "../../schema/docs/WebhookVectors.ts"
import { ApiError, connect, isCode, JobFailed, register, verifyWebhook } from "../../src/client/Client.ts"
import { newKeyPair } from "../../src/client/Device.ts"
import { events } from "../../src/client/Events.ts"
import { type Credential, transport } from "../../src/client/Transport.ts"
import { newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const hello = Converter.pdf({ pages: ["Hello", "Again"] })

const withKey = Effect.gen(function* () {
  const { key } = yield* newPerson("pro")
  return connect({ baseUrl: yield* Service.Base, credential: { apiKey: key.secret } })
})

const failureOf = (work: Promise<unknown>) =>
  Effect.promise(() =>
    work.then(
      () => undefined,
      (error: unknown) => error
    )
  )

layer(Service.layer())("A client", (it) => {
  it.effect("converts with a key in one call, and tells what the job says", () =>
    Effect.gen(function* () {
      const client = yield* withKey
      const seen: Array<string> = []
      const { job, markdown } = yield* Effect.promise(() =>
        client.convert(hello, { fileName: "a.pdf", externalId: "7", onProgress: ({ status }) => seen.push(status) })
      )
      assert.include(markdown, "Again")
      assert.deepInclude(job, { status: "ready", pages: 2, file_name: "a.pdf", external_id: "7" })
      assert.strictEqual(seen.at(-1), "ready")
      assert.deepStrictEqual(
        (yield* Effect.promise(() => client.list())).map(({ job_id }) => job_id),
        [job.job_id]
      )
    })
  )

  it.effect("says what a PDF is given as: a path was uploaded as if it were the file", () =>
    Effect.gen(function* () {
      const client = yield* withKey
      for (const input of ["a.pdf", "https://pdf.example/a.pdf", null, undefined]) {
        const failure = yield* failureOf(client.convert(input as unknown as URL))
        assert.match(String(failure), /^TypeError: A PDF is given as its bytes or a Blob, and a link as a URL$/)
      }
      assert.throws(() => connect({} as unknown as Parameters<typeof connect>[0]), /^baseUrl is the origin/)
    })
  )

  it.effect("converts as a device whose key nobody can take out", () =>
    Effect.gen(function* () {
      const base = yield* Service.Base
      const device = yield* Effect.promise(() => register(base))
      assert.isFalse(device.privateKey.extractable)
      const millis = yield* Clock.currentTimeMillis
      let nonces = 0
      const source = { now: () => Math.floor(millis / 1_000), nonce: () => `client-of-the-tests-${nonces++}` }
      const client = connect({ baseUrl: base, credential: { device, source } })
      const { markdown } = yield* Effect.promise(() => client.convert(new Blob([hello]), { fileName: "a.pdf" }))
      assert.include(markdown, "Hello")
    })
  )

  it.effect(
    "registers at an address with a slash at its end, and is refused with a code: it was an Error of text",
    () =>
      Effect.gen(function* () {
        const base = yield* Service.Base
        const { deviceId, expiresAt } = yield* Effect.promise(() => register(`${base}/`))
        assert.isNotEmpty(deviceId)
        assert.isAbove(Date.parse(expiresAt), yield* Clock.currentTimeMillis)
        const refused = yield* failureOf(register(base, undefined, "x".repeat(65)))
        assert.isTrue(isCode(refused, "invalid_request"))
      })
  )

  it.effect("asks for no other path than a job's, whatever stands for its id: `../limits` was answered as a job", () =>
    Effect.gen(function* () {
      const client = yield* withKey
      for (const id of ["../limits", "x/../../limits", "..", "a?wait=0", "a#b", ""]) {
        for (const work of [() => client.get(id), () => client.download(id), () => client.remove(id)]) {
          const error = yield* failureOf(work())
          assert.isTrue(error instanceof ApiError && error.status >= 400 && error.status < 500, `${id}: ${error}`)
        }
      }
    })
  )

  it.effect("follows the states of a job until its end", () =>
    Effect.gen(function* () {
      const client = yield* withKey
      const { job_id } = yield* Effect.promise(() => client.create(hello))
      const states = yield* Effect.promise(() => Array.fromAsync(client.progress(job_id)))
      assert.strictEqual(states.at(-1)?.status, "ready")
    })
  )

  it.effect("follows them over connections that are lost or end early: it stopped there as if the job had ended", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const baseUrl = yield* Service.Base
      const credential = { apiKey: key.secret }
      const { job_id } = yield* Effect.promise(() => connect({ baseUrl, credential }).create(hello))
      const begun = `event: job\ndata: ${JSON.stringify({ job_id, status: "queued" })}\n\n`
      const streams = [
        () => new Response(begun),
        () =>
          new Response(
            new ReadableStream({
              start: (controller) => {
                controller.enqueue(new TextEncoder().encode(begun))
                controller.error(new TypeError("terminated"))
              }
            })
          )
      ]
      const broken = async (url: string, init: RequestInit) => streams.shift()?.() ?? fetch(url, init)
      const client = connect({ baseUrl, credential, fetch: broken as typeof fetch })
      const states = yield* Effect.promise(() => Array.fromAsync(client.progress(job_id)))
      assert.strictEqual(states.at(-1)?.status, "ready")
      assert.strictEqual(states.filter((state) => Object.keys(state).length === 2).length, 1, "told twice")
    })
  )

  it.effect("gives up streams that tell nothing, however they end: it asked for them for ever", () =>
    Effect.gen(function* () {
      const lost = () => new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) })
      for (const [body, message] of [
        [() => ": nothing\n\n", /ended before any came/],
        [lost, /terminated/]
      ] as const) {
        let asked = 0
        const silent = async () => {
          asked++
          return new Response(body())
        }
        const client = connect({ baseUrl: "http://x", credential: { apiKey: "x" }, retries: 1, fetch: silent })
        const error = yield* failureOf(Array.fromAsync(client.progress("id")))
        assert.match(String(error), message)
        assert.strictEqual(asked, 2)
      }
    })
  )

  it.effect("yields the blocks of a result, all of them or those of one page or type", () =>
    Effect.gen(function* () {
      const client = yield* withKey
      const pages = Array.from({ length: 1_100 }, (_, i) => `Page ${i + 1}`)
      const { job } = yield* Effect.promise(() => client.convert(Converter.pdf({ pages })))
      const read = (wanted?: Parameters<typeof client.blocks>[1]) =>
        Effect.promise(() => Array.fromAsync(client.blocks(job.job_id, wanted), ({ text }) => text))
      assert.deepStrictEqual(yield* read(), pages)
      assert.deepStrictEqual(yield* read({ page: 7, type: "paragraph" }), ["Page 7"])
      assert.deepStrictEqual(yield* read({ type: "table" }), [])
    })
  )

  it.effect("tells refusals by their code, and jobs that fail by theirs", () =>
    Effect.gen(function* () {
      const client = yield* withKey
      const refused = yield* failureOf(client.convert(new TextEncoder().encode("no document")))
      assert.isTrue(isCode(refused, "not_a_pdf"))
      assert.isTrue(refused instanceof ApiError && refused.status === 400 && refused.requestId !== null)
      const broken = Converter.pdf({ pages: ["x"], failure: "corrupt_pdf" })
      const failed = yield* failureOf(client.convert(broken))
      assert.isTrue(failed instanceof JobFailed && failed.code === "corrupt_pdf")
    })
  )
})

describe("A request", () => {
  const answering = (...answers: ReadonlyArray<() => Response>) => {
    const sent: Array<RequestInit | undefined> = []
    const send = async (_: unknown, init?: RequestInit) => {
      const answer = answers[sent.length]
      sent.push(init)
      if (answer === undefined) throw new Error("one request too many")
      return answer()
    }
    const as = (credential: Credential) => transport({ baseUrl: "http://x", credential, fetch: send as typeof fetch })
    return { sent, as, send: as({ apiKey: "svc_" }) }
  }

  const busy = () => Response.json({ code: "rate_limited", retry_after: 0 }, { status: 429 })
  const offline = () => {
    throw new TypeError("fetch failed")
  }
  const done = () => Response.json({})

  it("is tried again when it is safe to, after refusals that pass and when nobody answers", async () => {
    const reads = answering(busy, busy, done)
    assert.strictEqual((await reads.send("/jobs")).status, 200)
    const creates = answering(busy, done)
    await creates.send("/jobs", { method: "POST", headers: { "idempotency-key": "a" }, body: "{}" })
    assert.strictEqual(creates.sent.length, 2)
  })

  it("of a device is signed anew when something on its way sent it twice", async () => {
    const { privateKey } = await newKeyPair()
    const replayed = () => Response.json({ code: "replay", retry_after: 0 }, { status: 409 })
    const reads = answering(replayed, done)
    const send = reads.as({ device: { deviceId: "d", token: "t", privateKey } })
    assert.strictEqual((await send("/jobs")).status, 200)
    const nonces = reads.sent.map((init) => new Headers(init?.headers).get("x-svc-device-nonce"))
    assert.strictEqual(new Set(nonces).size, 2)
  })

  it("waits out a rate limit, however often other callers are served first, unless that takes too long", async () => {
    const creates = answering(...Array.from({ length: 9 }, () => busy), done)
    await creates.send("/jobs", { method: "POST", headers: { "idempotency-key": "a" }, body: "{}" })
    assert.strictEqual(creates.sent.length, 10)
    const hour = () => Response.json({ code: "rate_limited", retry_after: 3600 }, { status: 429 })
    const reads = answering(hour)
    assert.isTrue(isCode(await reads.send("/jobs").catch((error: unknown) => error), "rate_limited"))
    assert.strictEqual(reads.sent.length, 1)
  })

  it("is not repeated where that could do something twice, nor when the refusal stays", async () => {
    const creates = answering(offline)
    await creates.send("/jobs", { method: "POST", body: "{}" }).catch(() => {})
    assert.strictEqual(creates.sent.length, 1)
    const reads = answering(() => Response.json({ code: "job_not_found" }, { status: 404 }))
    const error = await reads.send("/jobs/1").catch((error: unknown) => error)
    assert.isTrue(isCode(error, "job_not_found"))
    assert.strictEqual(reads.sent.length, 1)
  })

  it("is not begun for a caller who has given up before: Node's fetch of a form ended the program", async () => {
    const creates = answering(busy)
    const call = { method: "POST", body: new FormData(), signal: AbortSignal.abort(new Error("enough")) }
    assert.match(String(await creates.send("/jobs", call).catch((error: unknown) => error)), /enough/)
    assert.strictEqual(creates.sent.length, 0)
  })

  it("ends at once when its caller gives up", async () => {
    const gone = new AbortController()
    const reads = answering(() => {
      gone.abort(new Error("enough"))
      return busy()
    })
    const error = await reads.send("/jobs", { signal: gone.signal }).catch((error: unknown) => error)
    assert.match(String(error), /enough/)
  })
})

describe("A stream of events", () => {
  const streamOf = (...chunks: ReadonlyArray<string>) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      }
    })

  it("is read however it is cut, without its comments", async () => {
    const text = ': hello\n\nevent: job\nid: 1\ndata: {"a":\ndata: 1}\n\ndata: plain\r\n\r\n'
    const expected = [
      { event: "job", data: '{"a":\n1}', id: "1" },
      { event: "message", data: "plain", id: "1" }
    ]
    for (const size of [1, 3, 7, 1000]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []
      assert.deepStrictEqual(await Array.fromAsync(events(streamOf(...chunks))), expected, `${size}`)
    }
  })
})

describe("A delivery of a webhook", () => {
  it("is the service's when its signature is made with the secret, and is fresh", async () => {
    for (const { secrets, headers, body, timestamp } of webhookVectors) {
      const given = new Headers(headers)
      assert.isTrue(await verifyWebhook(secrets[0], given, body, timestamp + 299))
      assert.isTrue(await verifyWebhook(secrets[0], given, new TextEncoder().encode(body), timestamp))
      assert.isFalse(await verifyWebhook(secrets[0], given, body, timestamp + 301))
      assert.isFalse(await verifyWebhook(secrets[0], given, `${body} `, timestamp))
      assert.isFalse(await verifyWebhook("whsec_another", given, body, timestamp))
      assert.isFalse(await verifyWebhook(secrets[0], new Headers(), body, timestamp))
    }
  })
})
