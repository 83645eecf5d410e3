import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import * as fc from "fast-check"
import { checkAddresses, checkUrl, isPublic, literal, maxUrlLength } from "../../src/net/Address.ts"

/** Networks that are not public, each with its neighbours on either side where those are public. */
const closed: ReadonlyArray<readonly [cidr: string, before: string | null, after: string | null]> = [
  ["0.0.0.0/8", null, "1.0.0.0"],
  ["10.0.0.0/8", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0/10", "100.63.255.255", "100.128.0.0"],
  ["127.0.0.0/8", "126.255.255.255", "128.0.0.0"],
  ["168.63.129.16/32", "168.63.129.15", "168.63.129.17"],
  ["169.254.0.0/16", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0/12", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0/24", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0/24", "192.0.1.255", "192.0.3.0"],
  ["192.88.99.0/24", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0/16", "192.167.255.255", "192.169.0.0"],
  ["198.18.0.0/15", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0/24", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0/24", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0/4", "223.255.255.255", null],
  ["240.0.0.0/4", null, null],
  ["255.255.255.255/32", null, null],
  ["::/128", null, null],
  ["::1/128", null, null],
  ["::/96", null, null],
  ["::ffff:0:0/96", null, null],
  ["64:ff9b::/96", null, null],
  ["64:ff9b:1::/48", null, null],
  ["100::/64", null, null],
  ["::/3", null, "2000::"],
  ["2001::/23", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"],
  ["2001::/32", null, null],
  ["2001:db8::/32", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"],
  ["2002::/16", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"],
  ["3fff::/20", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"],
  ["4000::/2", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null],
  ["5f00::/16", null, null],
  ["fc00::/7", null, null],
  ["fe80::/10", null, null],
  ["fec0::/10", null, null],
  ["ff00::/8", null, null]
]

const networks = closed.map(([cidr]) => IpNetwork.fromStringUnsafe(cidr))

const isClosed = (address: NetAddress.IpAddress) => networks.some((network) => IpNetwork.contains(network, address))

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

const ipv4 = bytes(4).map(NetAddress.ipv4FromBytesUnsafe)
const ipv6 = bytes(16).map(NetAddress.ipv6FromBytesUnsafe)

/** Any address of the network: its prefix, and anything behind it. */
const within = (network: IpNetwork.IpNetwork) => {
  const first = IpNetwork.firstAddress(network)
  const prefix = NetAddress.isIpv4Address(first) ? NetAddress.ipv4ToOctets(first) : NetAddress.ipv6ToOctets(first)
  const kept = Number(IpNetwork.format(network).split("/")[1])
  return bytes(prefix.length).map((random) => {
    const octets = random.map((octet, index) => {
      const mask = 0xff & ~(0xff >> Math.min(8, Math.max(0, kept - 8 * index)))
      return (prefix[index]! & mask) | (octet & ~mask)
    })
    return NetAddress.formatIp(
      octets.length === 4 ? NetAddress.ipv4FromBytesUnsafe(octets) : NetAddress.ipv6FromBytesUnsafe(octets)
    )
  })
}

describe("An address is public", () => {
  for (const [cidr, before, after] of closed) {
    it(`outside of ${cidr} and nowhere within it`, () => {
      const network = IpNetwork.fromStringUnsafe(cidr)
      assert.isFalse(isPublic(NetAddress.formatIp(IpNetwork.firstAddress(network))))
      assert.isFalse(isPublic(NetAddress.formatIp(IpNetwork.lastAddress(network))))
      fc.assert(fc.property(within(network), (address) => !isPublic(address)))
      for (const neighbour of [before, after]) if (neighbour !== null) assert.isTrue(isPublic(neighbour), neighbour)
    })
  }

  it("wherever else it is in IPv4", () =>
    fc.assert(
      fc.property(ipv4, (address) => isPublic(NetAddress.formatIp(address)) === !isClosed(address)),
      { numRuns: 2_000 }
    ))

  it("wherever else it is in 2000::/3, and only there in IPv6", () => {
    const judged = (address: NetAddress.IpAddress) => isPublic(NetAddress.formatIp(address))
    const isGlobal = (address: NetAddress.IpAddress) =>
      IpNetwork.contains(IpNetwork.fromStringUnsafe("2000::/3"), address)
    const global = within(IpNetwork.fromStringUnsafe("2000::/3")).map(NetAddress.ipFromStringUnsafe)
    fc.assert(fc.property(global, (address) => judged(address) === !isClosed(address)))
    fc.assert(fc.property(ipv6, (address) => !judged(address) || isGlobal(address)))
  })

  it("when it is that of a public server", () => {
    for (const address of ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"]) {
      assert.isTrue(isPublic(address), address)
    }
  })

  it("never when it is an IPv4 address in IPv6 clothes", () =>
    fc.assert(
      fc.property(ipv4, (address) => {
        const text = NetAddress.formatIp(address)
        return [`::ffff:${text}`, `::${text}`, `64:ff9b::${text}`].every((clothed) => !isPublic(clothed))
      })
    ))

  it("never when it belongs to a cloud's metadata service", () => {
    for (const address of ["169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "168.63.129.16"]) {
      assert.isFalse(isPublic(address), address)
    }
    for (const address of ["fd00:ec2::254", "fd20:ce::254"]) assert.isFalse(isPublic(address), address)
  })

  it("never when it is no address", () => {
    for (const text of ["", "localhost", "1.1.1", "01.1.1.1", "0x1.1.1.1", "1.1.1.1 ", "2600::1%eth0", "[2600::1]"]) {
      assert.isFalse(isPublic(text), text)
    }
    fc.assert(fc.property(fc.string(), (text) => typeof isPublic(text) === "boolean"))
  })
})

const accepted = (url: string, purpose: "link" | "webhook" = "link") => Result.getOrThrow(checkUrl(url, purpose)).href

const reason = (url: string, purpose: "link" | "webhook" = "link") =>
  Result.match(checkUrl(url, purpose), { onSuccess: ({ href }) => href, onFailure: (refused) => refused.reason })

describe("A URL is asked for", () => {
  it("in its plain form, without fragment and final dot", () => {
    assert.strictEqual(accepted("HTTP://EXAMPLE.com./A.pdf?b=c#page=2"), "http://example.com/A.pdf?b=c")
    assert.strictEqual(accepted("https://bücher.example/ä.pdf"), "https://xn--bcher-kva.example/%C3%A4.pdf")
    assert.strictEqual(accepted("http:\\\\a.example\\@127.0.0.1"), "http://a.example/@127.0.0.1")
  })

  it("over http and https only", () => {
    for (const url of [
      "file:///etc/passwd",
      "data:application/pdf,%25PDF-",
      "gopher://a.example/",
      "FTP://a.example/"
    ]) {
      assert.strictEqual(reason(url), "bad_scheme", url)
    }
    for (const url of ["javascript:1", "blob:https://a.example/1", "ws://a.example/", "unix:/run/docker.sock"]) {
      assert.strictEqual(reason(url), "bad_scheme", url)
    }
  })

  it("for a webhook over https only", () => {
    assert.strictEqual(reason("http://a.example/", "webhook"), "bad_scheme")
    assert.strictEqual(accepted("https://a.example/", "webhook"), "https://a.example/")
  })

  it("on ports 80, 443 and from 1024 up", () => {
    for (const port of [80, 443, 1024, 8080, 65535]) assert.include(accepted(`http://a.example:${port}/`), "a.example")
    for (const port of [0, 1, 22, 25, 79, 81, 442, 444, 1023]) {
      assert.strictEqual(reason(`http://a.example:${port}/`), "bad_port", String(port))
    }
    assert.strictEqual(reason("http://a.example:65536/"), "bad_url")
    assert.strictEqual(reason("http://a.example:-80/"), "bad_url")
  })

  it("without a user name or password", () => {
    for (const url of ["https://a.example@127.0.0.1/", "https://:p@a.example/", "https://127.0.0.1%2f@a.example/"]) {
      assert.strictEqual(reason(url), "bad_url", url)
    }
  })

  it("when it names a host", () => {
    for (const url of [
      "",
      "a.pdf",
      "//a.example/",
      "http://",
      "http://./",
      "http://a..example/",
      "http://a.example../"
    ]) {
      assert.strictEqual(reason(url), "bad_url", url)
    }
    for (const url of ["http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/", "http://[::1/", "http://256.1.1.1/"]) {
      assert.strictEqual(reason(url), "bad_url", url)
    }
  })

  it("up to 8,192 characters", () => {
    const full = "https://a.example/".padEnd(maxUrlLength, "a")
    assert.strictEqual(accepted(full), full)
    assert.strictEqual(reason(`${full}a`), "bad_url")
  })

  it("without ever failing to decide", () => fc.assert(fc.property(fc.webUrl(), (url) => reason(url) !== "")))
})

const loopback = [IpNetwork.fromStringUnsafe("127.0.0.1/32")]

const judged = (url: string, purpose: "link" | "webhook", addresses: ReadonlyArray<string>, opened = loopback) =>
  Result.match(
    Result.flatMap(checkUrl(url, purpose, opened), (checked) => checkAddresses(checked, purpose, addresses, opened)),
    { onSuccess: () => "allowed", onFailure: (refused) => refused.reason }
  )

describe("A host is reached", () => {
  it("by the address that it is, however that is written", () => {
    const spellings = [
      "127.0.0.1",
      "127.1",
      "0x7f.1",
      "0x7f000001",
      "017700000001",
      "2130706433",
      "127.0.0.1.",
      "①②⑦.0.0.1"
    ]
    for (const host of spellings) assert.strictEqual(literal(new URL(accepted(`http://${host}/`))), "127.0.0.1", host)
    assert.strictEqual(literal(new URL(accepted("http://0/"))), "0.0.0.0")
    assert.strictEqual(literal(new URL(accepted("http://[::FFFF:127.0.0.1]/"))), "::ffff:7f00:1")
    assert.strictEqual(literal(new URL(accepted("http://a.example/"))), undefined)
  })

  it("when all of its addresses are public", () => {
    assert.strictEqual(judged("http://a.example/", "link", ["1.1.1.1", "2606:4700:4700::1111"]), "allowed")
    for (const bad of ["10.0.0.1", "::1", "::ffff:1.1.1.1", "fe80::1"]) {
      assert.strictEqual(judged("http://a.example/", "link", ["1.1.1.1", bad]), "blocked_address", bad)
      assert.strictEqual(judged("http://a.example/", "link", [bad, "1.1.1.1"]), "blocked_address", bad)
    }
    assert.strictEqual(judged("http://a.example/", "link", []), "unresolvable")
  })

  it("in an opened network, and no further", () => {
    assert.strictEqual(judged("http://a.example/", "link", ["127.0.0.1"]), "allowed")
    assert.strictEqual(judged("http://a.example/", "link", ["127.0.0.2"]), "blocked_address")
    assert.strictEqual(judged("http://a.example/", "link", ["::ffff:127.0.0.1"]), "blocked_address")
    assert.strictEqual(judged("http://a.example/", "link", ["127.0.0.1"], []), "blocked_address")
  })

  it("by webhooks over plain http in an opened network only", () => {
    assert.strictEqual(judged("http://a.example/", "webhook", ["127.0.0.1"]), "allowed")
    assert.strictEqual(judged("http://a.example/", "webhook", ["1.1.1.1"]), "bad_scheme")
    assert.strictEqual(judged("http://a.example/", "webhook", ["127.0.0.1", "1.1.1.1"]), "bad_scheme")
    assert.strictEqual(judged("https://a.example/", "webhook", ["1.1.1.1"]), "allowed")
  })
})
