import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { IpNetwork } from "effect/net"
import { clientAddress, config, originOf } from "../../src/auth/Origins.ts"

const trusted = ["10.0.0.0/8", "2001:db8::/32"].map((network) => IpNetwork.fromStringUnsafe(network))

describe("The client's address", () => {
  it("is the peer's, whatever an untrusted peer says", () =>
    assert.strictEqual(clientAddress("192.0.2.1", "198.51.100.7", trusted), "192.0.2.1"))

  it("is the last one that no trusted proxy is", () => {
    assert.strictEqual(clientAddress("10.0.0.1", "198.51.100.7", trusted), "198.51.100.7")
    assert.strictEqual(clientAddress("10.0.0.1", "203.0.113.9, 198.51.100.7, 10.0.0.2", trusted), "198.51.100.7")
    assert.strictEqual(clientAddress("::ffff:10.0.0.1", "198.51.100.7", trusted), "198.51.100.7")
    assert.strictEqual(clientAddress("2001:db8::1", "2400:cb00::1", trusted), "2400:cb00::1")
  })

  it("is known where a gateway forwards it with its port: all clients behind it had one address, and its limits", () => {
    assert.strictEqual(clientAddress("10.0.0.1", "198.51.100.7:5234", trusted), "198.51.100.7")
    assert.strictEqual(clientAddress("10.0.0.1", "198.51.100.7:5234, 10.0.0.2:80", trusted), "198.51.100.7")
    assert.strictEqual(clientAddress("10.0.0.1", "[2400:cb00::1]:5234", trusted), "2400:cb00::1")
    assert.strictEqual(clientAddress("10.0.0.1", "[2400:cb00::1]", trusted), "2400:cb00::1")
  })

  it("is shown as IPv4 where it came by a socket that takes both", () =>
    assert.strictEqual(clientAddress("::ffff:192.0.2.1", undefined, trusted), "192.0.2.1"))

  it("is the proxy's when it names none, or nonsense", () => {
    assert.strictEqual(clientAddress("10.0.0.1", undefined, trusted), "10.0.0.1")
    assert.strictEqual(clientAddress("10.0.0.1", "unknown", trusted), "10.0.0.1")
    assert.strictEqual(clientAddress("10.0.0.1", "10.0.0.2", trusted), "10.0.0.2")
  })
})

describe("The origin of a request", () => {
  const allowed = ["https://pdf.example", "https://pdf.example.org:8443"]
  const request = {
    peer: "192.0.2.1",
    protocol: "https",
    host: "pdf.example.org:8443",
    forwardedProto: undefined,
    forwardedHost: undefined
  }

  it("is the one it came to when that is public, else the first", () => {
    assert.strictEqual(originOf(request, allowed, trusted), "https://pdf.example.org:8443")
    assert.strictEqual(originOf({ ...request, host: "PDF.example.org:8443" }, allowed, trusted), allowed[1])
    assert.strictEqual(originOf({ ...request, host: "evil.example" }, allowed, trusted), allowed[0])
    assert.strictEqual(originOf({ ...request, protocol: "http" }, allowed, trusted), allowed[0])
    assert.strictEqual(originOf({ ...request, host: undefined }, allowed, trusted), allowed[0])
  })

  it("heeds forwarded headers from trusted proxies only", () => {
    const forwarded = {
      ...request,
      host: "inner",
      protocol: "http",
      forwardedProto: "https",
      forwardedHost: "pdf.example.org:8443"
    }
    assert.strictEqual(originOf({ ...forwarded, peer: "10.0.0.1" }, allowed, trusted), allowed[1])
    assert.strictEqual(originOf(forwarded, allowed, trusted), allowed[0])
  })
})

describe("PUBLIC_ORIGINS and TRUSTED_PROXIES", () => {
  const read = (variables: Record<string, string>) =>
    Effect.runSync(Effect.result(config.parse(ConfigProvider.fromUnknown(variables))))

  it("are lists", () => {
    const result = read({
      PUBLIC_ORIGINS: "https://a.example, http://localhost:8080",
      TRUSTED_PROXIES: "10.0.0.0/8,::1"
    })
    assert.strictEqual(result._tag, "Success")
    if (result._tag === "Success") {
      assert.deepStrictEqual(result.success.allowed, ["https://a.example", "http://localhost:8080"])
      assert.strictEqual(result.success.trusted.length, 2)
    }
  })

  it("stop the start with a message that names the variable and the item", () => {
    for (const [name, value] of [
      ["PUBLIC_ORIGINS", "https://a.example/path"],
      ["PUBLIC_ORIGINS", "ftp://a.example"],
      ["TRUSTED_PROXIES", "10.0.0.0/33"],
      ["TRUSTED_PROXIES", "proxy"]
    ] as const) {
      const result = read({ [name]: value })
      assert.strictEqual(result._tag, "Failure", value)
      if (result._tag === "Failure") {
        assert.include(result.failure.message, name)
        assert.include(result.failure.message, value)
      }
    }
  })
})
