/** Links to addresses that are not public, in every spelling, by redirects, and by names that mean another address each time. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { ConfigProvider, Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"
import * as EgressLayer from "../../layers/Egress.ts"
import { Egress } from "../../src/net/Egress.ts"

/** The one address that the service may reach here; all others are to be refused. */
export const opened = "127.0.0.1/32"

const v4 =
  "127.0.0.2 127.1.1.1 2130706434 0x7f000002 0177.0.0.2 0 0.0.0.0 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 198.18.0.1 192.0.0.1 192.88.99.1 224.0.0.1 240.0.0.1 255.255.255.255 127.0.0.2. ①②⑦.0.0.2 127。0。0。2"
const v6 =
  ":: ::1 ::ffff:127.0.0.2 ::ffff:7f00:2 ::127.0.0.2 ::ffff:0:127.0.0.2 64:ff9b::7f00:2 64:ff9b:1::7f00:2 2002:7f00:2:: 2001:0:7f00:2:: fe80::1 fd00::1 fec0::1 ff02::1 2001:db8::1 5f00::1 100::1 3fff::1 2001:10::1 2001:20::1"
const hosts = [...v4.split(" "), ...v6.split(" ").map((address) => `[${address}]`)]

const others = [
  "file:///etc/passwd",
  "gopher://127.0.0.2:18198/",
  "data:application/pdf,x",
  "javascript:1",
  "//127.0.0.2:18198/",
  "http://127.0.0.1:22/",
  "http://a:b@127.0.0.1:18198/",
  "\\\\127.0.0.2:18198\\x"
]

const listening = async (server: ReturnType<typeof createServer>, host: string) => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

/** Which of them the service went to, asked straight and by a redirect. */
export const links = async (base: string, key: string) => {
  let hits = 0
  const inner = createServer((_, response) => {
    hits++
    response.end("%PDF-1.4")
  })
  const port = await listening(inner, "::")
  let target = ""
  const redirecting = createServer((_, response) => {
    response.writeHead(302, { location: Buffer.from(target).toString("latin1") }).end()
  })
  const from = await listening(redirecting, "127.0.0.1")
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const ask = async (url: string) => {
    const answer = await fetch(`${base}/api/v2/jobs`, { method: "POST", headers, body: JSON.stringify({ url }) })
    return (await answer.json()) as { readonly code?: string }
  }
  const reached: Array<string> = []
  const urls = [...hosts.map((host) => `http://${host}:${port}/a.pdf`), ...others]
  for (const url of urls) {
    target = url
    const straight = await ask(url)
    const redirected = await ask(`http://127.0.0.1:${from}/`)
    for (const { code } of [straight, redirected]) {
      if (code !== "broken_link" && code !== "invalid_request") reached.push(`${url}: ${code ?? "a job"}`)
    }
  }
  inner.close()
  redirecting.close()
  return { asked: 2 * urls.length, reached, hits }
}

/** A name that is an open address at one look-up and an inner one at the next: how often the inner one was reached. */
export const rebinding = (rounds: number) =>
  Effect.gen(function* () {
    let inside = 0
    const inner = createServer((_, response) => {
      inside++
      response.end("inner")
    })
    const port = yield* Effect.promise(() => listening(inner, "127.0.0.2"))
    const outer = createServer((_, response) => response.end("outer"))
    yield* Effect.promise(() => new Promise<void>((resolve) => outer.listen(port, "127.0.0.1", resolve)))
    let looks = 0
    const orders = [
      ["127.0.0.1", "127.0.0.2"],
      ["127.0.0.2", "127.0.0.1"]
    ] as const
    const dns = Layer.succeed(
      Dns.Dns,
      Dns.make({
        lookup: () =>
          Effect.sync(() => {
            const order = orders[(looks >> 1) & 1]!
            const answers = looks++ % 3 === 2 ? order : [order[looks & 1]!]
            return answers.map((address) => NetAddress.ipFromStringUnsafe(address))
          })
      })
    )
    const layer = EgressLayer.layer.pipe(
      Layer.provide(dns),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ALLOW_PRIVATE_ADDRESSES: opened })))
    )
    const { fetch } = yield* Egress.pipe(Effect.provide(layer))
    let outside = 0
    for (let n = 0; n < rounds; n++) {
      const request = { purpose: "link", url: `http://rebinding.test:${port}/`, method: "GET" } as const
      const status = yield* fetch(request, { timeout: 5_000, maxBytes: 1_000 }).pipe(
        Effect.map(({ status }) => status),
        Effect.scoped,
        Effect.orElseSucceed(() => 0)
      )
      if (status === 200) outside++
    }
    inner.close()
    outer.close()
    return { rounds, outside: outside - inside, inside }
  })
