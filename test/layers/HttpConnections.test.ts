import { once } from "node:events"
import type { RequestListener, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { connect, type Socket } from "node:net"
import { Readable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { bounded } from "../../layers/Http.ts"

const limits = { head: 300, request: 600, pause: 60_000, look: 50, taking: 60_000, connections: 5_000 }

/** A server for the length of a test, which counts its connections. */
const serving = async (
  run: (port: number, open: () => Promise<number>) => Promise<void>,
  own: Partial<typeof limits> = {},
  listener: RequestListener = (_, response) => response.end("ok")
) => {
  const server = bounded({ ...limits, ...own }, listener)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const open = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
  try {
    await run((server.address() as AddressInfo).port, open)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** A client that sends `text` and never closes its end: what it reads, and when the server has closed. */
const stubborn = (port: number, text: string) => {
  const socket: Socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  let read = ""
  socket.on("data", (chunk) => {
    read += chunk
  })
  const closed = new Promise<string>((done) => {
    socket.on("end", () => done(read))
    socket.on("error", () => done(read))
    socket.on("close", () => done(read))
  })
  if (text !== "") socket.write(text)
  return { socket, closed }
}

/** Until the server has none left. */
const none = async (open: () => Promise<number>) => {
  while ((await open()) > 0) await new Promise((next) => setImmediate(next))
}

describe("connections that are refused are given back", () => {
  for (const [what, text] of [
    ["whose request cannot be read", "NOT HTTP AT ALL\r\n\r\n"],
    ["that send half a head", "GET / HTTP/1.1\r\nhost: a\r\n"],
    ["that send nothing", ""],
    ["that ask for a tunnel", "CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["that send half a body", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc"]
  ] as const)
    it(`500 ${what}, though their clients never close`, () =>
      serving(async (port, open) => {
        const clients = Array.from({ length: 500 }, () => stubborn(port, text))
        const answers = await Promise.all(clients.map(({ closed }) => closed))
        await none(open)
        if (!text.startsWith("POST")) assert.include(answers[0], "HTTP/1.1 400 Bad Request")
        for (const { socket } of clients) socket.destroy()
      }))
})

describe("requests that are sent ahead of their answers", () => {
  const requests = (n: number) => "GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(n)

  it("by the thousand end the connection: all were begun at once, and others waited for them", () => {
    let begun = 0
    const rush = Promise.withResolvers<void>()
    return serving(
      async (port, open) => {
        const { socket, closed } = stubborn(port, requests(2_000))
        await Promise.race([closed, rush.promise])
        assert.isAtMost(begun, 16)
        await none(open)
        socket.destroy()
      },
      {},
      () => {
        begun++
        if (begun > 16) rush.resolve()
      }
    )
  })

  it("by the dozen are answered, one after the other, and as often as somebody likes", () =>
    serving(async (port) => {
      const { socket, closed } = stubborn(port, "")
      for (let n = 1; n <= 20; n++) {
        socket.write(requests(12))
        let read = ""
        while (read.split("HTTP/1.1 200 OK").length <= 12) {
          const [chunk] = await Promise.race([once(socket, "data"), closed.then(() => [null])])
          assert.isNotNull(chunk, "the connection was ended")
          read += chunk
        }
      }
      socket.destroy()
    }))
})

describe("a request that cannot be read", () => {
  it("with too long a head is told so, not that it is no HTTP", () =>
    serving(async (port) => {
      const { socket, closed } = stubborn(port, `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`)
      assert.include(await closed, "The address and headers are longer than 16384 bytes")
      socket.destroy()
    }))

  it("is told so under an id of its own, in the head and in the body", () =>
    serving(async (port) => {
      const { socket, closed } = stubborn(port, "NOT HTTP\r\n\r\n")
      const [head = "", body = ""] = (await closed).split("\r\n\r\n")
      const id = /^x-request-id: ([0-9a-f-]{36})$/m.exec(head)?.[1]
      assert.isDefined(id)
      assert.strictEqual(JSON.parse(body).request_id, id)
      assert.strictEqual(JSON.parse(body).code, "invalid_request")
      socket.destroy()
    }))
})

describe("a request that breaks off or cannot be read, on a path of v2, is told so in the shape of v2: it was v1's", () => {
  const shapes = [
    ["/api/v2/jobs", "application/problem+json", "detail"],
    ["/mcp", "application/problem+json", "detail"],
    ["/register", "application/json", "message"]
  ] as const
  for (const [path, type, words] of shapes)
    for (const [what, rest, isHalfClosed, said] of [
      ["half a body", "content-length: 10\r\n\r\nabc", true, /ended early/],
      ["half a chunk", "transfer-encoding: chunked\r\n\r\nff\r\nabc", true, /ended early/],
      ["a chunk of no size", "transfer-encoding: chunked\r\n\r\nzz\r\nabc", false, /cannot be read as HTTP/],
      ["a header that is none", "x y: 1\r\n\r\n", false, /cannot be read as HTTP/]
    ] as const)
      it(`${path}, ${what}`, () =>
        serving(
          async (port) => {
            const { socket, closed } = stubborn(port, `POST ${path}?a=b HTTP/1.1\r\nhost: a\r\n${rest}`)
            if (isHalfClosed) socket.end()
            const [head = "", body = ""] = (await closed).split("\r\n\r\n")
            assert.include(head, `content-type: ${type}\r\n`)
            assert.strictEqual(JSON.parse(body).code, "invalid_request")
            assert.match(JSON.parse(body)[words], said)
            socket.destroy()
          },
          {},
          (request) => request.resume()
        ))
})

describe("what Node would answer by itself", () => {
  const told = (head: string) => {
    let asked = ""
    return serving(
      async (port) => {
        const { socket, closed } = stubborn(port, `${head}\r\nconnection: close\r\n\r\n`)
        asked = await closed
        socket.destroy()
      },
      {},
      ({ url, headers }, response) => response.end(`${url} of ${headers.host}`)
    ).then(() => asked.split("\r\n\r\n")[1])
  }

  it("is left to the listener: a host that is not named, or twice, is none", async () => {
    assert.strictEqual(await told("GET /a HTTP/1.1"), "/a of undefined")
    assert.strictEqual(await told("GET /a HTTP/1.1\r\nhost: a\r\nhost: b"), "/a of undefined")
    assert.strictEqual(await told("GET /a HTTP/1.0"), "/a of ")
  })

  it("is left to the listener: an expectation that cannot be met", async () => {
    assert.strictEqual(await told("GET /a HTTP/1.1\r\nhost: a\r\nexpect: miracles"), "/a of a")
  })

  it("is left to the listener: a target in absolute form is its path", async () => {
    assert.strictEqual(await told("GET http://b.example/a?c=//d HTTP/1.1\r\nhost: a"), "/a?c=//d of a")
    assert.strictEqual(await told("OPTIONS * HTTP/1.1\r\nhost: a"), "* of a")
  })
})

describe("connections past the limit", () => {
  it("are closed at once, and the others are served", () =>
    serving(
      async (port) => {
        const held = [stubborn(port, "GET / HTTP/1.1\r\n"), stubborn(port, "GET / HTTP/1.1\r\n")]
        await Promise.all(held.map(({ socket }) => once(socket, "connect")))
        const refused = stubborn(port, "GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        assert.strictEqual(await refused.closed, "")
        const first = held[0]!
        first.socket.write("host: a\r\nconnection: close\r\n\r\n")
        assert.include(await first.closed, "200 OK")
      },
      { connections: 2 }
    ))
})

describe("an answer that its client does not take", () => {
  const large = Buffer.alloc(20_000_000)
  const get = "GET / HTTP/1.1\r\nhost: a\r\n\r\n"

  for (const [how, answer] of [
    ["whole", (response) => response.end(large)],
    ["piece by piece", (response) => Readable.from(Array(200).fill(large.subarray(0, 100_000))).pipe(response)]
  ] as const satisfies ReadonlyArray<readonly [string, (response: ServerResponse) => void]>)
    it(`is broken off, sent ${how}: connections of clients that read nothing were kept for ever`, () => {
      const ended: Array<Promise<unknown>> = []
      return serving(
        async (port, open) => {
          const clients = Array.from({ length: 20 }, () => stubborn(port, get).socket.pause())
          while (ended.length < clients.length) await new Promise((next) => setImmediate(next))
          await Promise.all(ended)
          await none(open)
          for (const socket of clients) socket.destroy()
        },
        { taking: 300 },
        (_, response) => {
          ended.push(once(response, "close"))
          answer(response)
        }
      )
    })

  it("is waited for while it is taken, however slowly, and while there is none yet", () =>
    serving(
      async (port) => {
        const { socket } = stubborn(port, get)
        let taken = 0
        for await (const chunk of socket) {
          taken += chunk.length
          if (taken >= large.length) break
          await new Promise((next) => setTimeout(next, 5))
        }
        assert.isAtLeast(taken, large.length)
      },
      { taking: 1_000, request: 60_000 },
      (_, response) => void setTimeout(() => response.end(large), 1_500)
    ))
})

describe("a body that stops", () => {
  const patient = { request: 60_000, pause: 300 }
  const half = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\nabc"

  it("ends its connection, though nobody reads it", () =>
    serving(
      async (port, open) => {
        const { socket, closed } = stubborn(port, half)
        assert.include(await closed, "The request took too long")
        await none(open)
        socket.destroy()
      },
      patient,
      () => {}
    ))

  it("ends its connection after the answer that came before it", () =>
    serving(async (port, open) => {
      const { socket, closed } = stubborn(port, half)
      assert.include(await closed, "200 OK")
      await none(open)
      socket.destroy()
    }, patient))

  it("because nobody reads what has come of it is not ended", () =>
    serving(
      async (port) => {
        const { socket, closed } = stubborn(port, half + "x".repeat(100_000 - 3))
        assert.include(await closed, "100000 bytes")
        socket.destroy()
      },
      patient,
      (request, response) => {
        let bytes = 0
        request.on("data", (chunk: Buffer) => {
          bytes += chunk.length
        })
        request.pause()
        request.on("end", () => response.writeHead(200, { connection: "close" }).end(`${bytes} bytes`))
        setTimeout(() => request.resume(), 4 * patient.pause)
      }
    ))
})
