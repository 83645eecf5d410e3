/** HTTP as no library sends it: what each of these came to. */
import { connect } from "node:net"

const host = "host: localhost\r\n"
/** Spaces for a regular expression, letters for HTTP. */
const spaces = "\u00a0".repeat(15_000)
const half = `${host}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`

/** Heads, and what must come of each: a status, `none` for a connection that is closed without an answer. */
const cases = (key: string): Readonly<Record<string, readonly [sent: string, expected: string]>> => {
  const mine = `${host}authorization: Bearer ${key}\r\n`
  const get = (path: string, head = mine) => `GET ${path} HTTP/1.1\r\n${head}\r\n`
  const post = (head: string, body = "") => `POST /register HTTP/1.1\r\n${host}${head}\r\n\r\n${body}`
  return {
    "no host": [get("/config", ""), "400"],
    "two hosts": [get("/config", `${host}${host}`), "400"],
    "HTTP/1.0 without a host": ["GET /config HTTP/1.0\r\n\r\n", "200"],
    "an unknown expectation": [post("expect: miracles\r\ncontent-length: 2", "{}"), "400"],
    "absolute form": [get("http://elsewhere.example/api/v2/me"), "200"],
    "an escaped letter": [get("/%61pi/v2/me"), "404"],
    "a path for caches": [get("/api/v2/me;a.css"), "404"],
    "a fragment": [get("/api/v2/me#a.css"), "404"],
    "a star": [get("*"), "404"],
    "a backslash": [get("/docs\\..\\..\\etc\\passwd"), "404"],
    dots: [get("/docs/../../../../etc/passwd"), "404"],
    "escaped dots": [get("/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), "404"],
    "another method by a header": [get("/config", `${mine}x-http-method-override: DELETE\r\n`), "200"],
    "a tunnel": [`CONNECT localhost:22 HTTP/1.1\r\n${host}\r\n`, "400"],
    "a trace": [`TRACE /config HTTP/1.1\r\n${mine}\r\n`, "405"],
    "an upgrade": [get("/config", `${host}connection: upgrade\r\nupgrade: websocket\r\n`), "200"],
    "two lengths": [post("content-length: 4\r\ncontent-length: 5", "abcde"), "400"],
    "a length and chunks": [
      post("content-length: 4\r\ntransfer-encoding: chunked", `0\r\n\r\n${get("/version")}`),
      "400"
    ],
    "a coding before a colon": [post("transfer-encoding : chunked", `0\r\n\r\n${get("/version")}`), "400"],
    "a negative chunk": [post("transfer-encoding: chunked", "-1\r\n\r\n"), "400"],
    "an endless chunk": [post("transfer-encoding: chunked", "FFFFFFFFFFFFFFFFF\r\n"), "400"],
    "a request within an unread body": [
      `POST /nowhere HTTP/1.1\r\n${host}content-length: 50\r\n\r\n${get("/version", host).padEnd(50)}${get("/healthz", host)}`,
      "404,200"
    ],
    "a credential in a trailer": [
      `GET /api/v2/me HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\n0\r\nauthorization: Bearer ${key}\r\n\r\n`,
      "401"
    ],
    "two bearers": [get("/api/v2/me", `${host}authorization: Bearer svc_x, Bearer ${key}\r\n`), "401"],
    "thousands of query names": [
      get(`/api/v2/me?${Array.from({ length: 2_000 }, (_, n) => `a${n}`).join("&")}`),
      "400"
    ],
    "a line in an id": [get("/config", `${host}x-request-id: a\u000bb\r\n`), "400"]
  }
}

const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status).join() || "none"

/** What comes back within `millis`, or until the server closes. */
const told = (base: string, sent: string, millis: number) =>
  new Promise<{ readonly answer: string; readonly isClosed: boolean }>((resolve) => {
    const { hostname, port } = new URL(base)
    const socket = connect({ host: hostname, port: Number(port) })
    let answer = ""
    const end = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ answer, isClosed })
    }
    const timer = setTimeout(() => end(false), millis)
    socket.on("data", (chunk) => {
      answer += chunk
    })
    socket.on("close", () => end(true)).on("error", () => end(true))
    socket.write(Buffer.from(sent, "latin1"))
  })

/** Which came to something else than they must, or were answered without an id. */
export const attack = async (base: string, key: string) => {
  const all = Object.entries(cases(key))
  const wrong: Array<string> = []
  for (const [name, [sent, expected]] of all) {
    const { answer } = await told(base, sent, 1_500)
    const found = statuses(answer)
    if (found !== expected) wrong.push(`${name}: ${found}`)
    if (found !== "none" && !/^x-request-id: /im.test(answer)) wrong.push(`${name}: no id`)
  }
  return { sent: all.length, wrong }
}

/** How long the slowest of 20 requests to elsewhere takes while as many with a header of spaces are on their way. */
export const held = async (base: string) => {
  const some = Array.from({ length: 20 }, () =>
    told(base, `GET /api/v2/me HTTP/1.1\r\n${host}authorization: ${spaces}x\r\nconnection: close\r\n\r\n`, 60_000)
  )
  let slowest = 0
  for (let n = 0; n < 20; n++) {
    const begun = performance.now()
    await (await fetch(`${base}/healthz`)).arrayBuffer()
    slowest = Math.max(slowest, performance.now() - begun)
  }
  await Promise.all(some)
  return { slowestMillis: Math.round(slowest) }
}

/** Bodies that stop after their first byte: how many of their connections are left after `seconds`. */
export const stalled = async (base: string, key: string, seconds: number) => {
  const mine = `authorization: Bearer ${key}\r\n`
  const requests = [
    `POST /register HTTP/1.1\r\n${half}`,
    `POST /nowhere HTTP/1.1\r\n${half}`,
    `POST /oauth/register HTTP/1.1\r\n${half}`,
    `PUT /api/v2/settings HTTP/1.1\r\n${mine}${half}`,
    `POST /api/v2/mcp HTTP/1.1\r\n${mine}${half}`,
    `POST /api/v2/jobs HTTP/1.1\r\n${mine}${host}content-type: application/pdf\r\ncontent-length: 9000\r\n\r\n%PDF-1.4 ${"x".repeat(2_000)}`,
    `POST /api/v2/jobs HTTP/1.1\r\n${mine}${host}content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n--b\r\n`
  ]
  const all = await Promise.all(requests.map((sent) => told(base, sent, seconds * 1_000)))
  return { opened: all.length, left: all.filter(({ isClosed }) => !isClosed).length }
}
