/** Which client and which public origin a request belongs to, whatever its headers claim. */
import { Config, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { list } from "../config/Variables.ts"
import { plain } from "../net/Address.ts"

const network = (item: string) =>
  Result.getOrUndefined(IpNetwork.fromString(item.includes("/") ? item : `${item}/${item.includes(":") ? 128 : 32}`))

const origin = (item: string) => {
  const url = URL.parse(item)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === item.toLowerCase().replace(/\/$/, "")
    ? url.origin
    : undefined
}

/** The networks that a variable lists, in CIDR notation or as single addresses; none where it is not set. */
export const networks = (name: string) =>
  list(name, "a network like 10.0.0.0/8 or an address", network, 0).pipe(Config.withDefault([]))

/** The origin of a browser extension, which URL parsers call opaque. */
const extension = (item: string) => (/^[a-z-]+-extension:\/\/[a-zA-Z0-9-]+$/.test(item) ? item : origin(item))

/** `PUBLIC_ORIGINS`, the first one canonical, `EXTENSION_ORIGINS`, and the networks of `TRUSTED_PROXIES`. */
export const config = Config.all({
  allowed: list("PUBLIC_ORIGINS", "like https://pdf.example", origin).pipe(
    Config.withDefault(["http://localhost:8080"])
  ),
  extensions: list("EXTENSION_ORIGINS", "like chrome-extension://abcdef", extension, 0).pipe(Config.withDefault([])),
  trusted: networks("TRUSTED_PROXIES")
})

/** The origin that is told to those who did not come by one. */
export const canonical = Config.map(config, ({ allowed }) => allowed[0] ?? "")

/** Whether what this address forwards is believed. */
export const isTrusted = (address: string, trusted: ReadonlyArray<IpNetwork.IpNetwork>): boolean => {
  if (trusted.length === 0) return false
  const ip = NetAddress.ipFromString(address.replace(/^::ffff:(?=\d+\.)/i, ""))
  return Result.isSuccess(ip) && trusted.some((network) => IpNetwork.contains(network, ip.success))
}

/** An address as some gateways forward it: with the client's port, `198.51.100.7:5234` or `[2001:db8::1]:5234`. */
const withoutPort = (hop: string) => hop.trim().replace(/^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/, "$1$2")

/**
 * The client's IP address: the peer's, unless the peer is a trusted proxy; then the last address in
 * `X-Forwarded-For` that is not a trusted proxy's own. IPv4 is written as such, also where it came by an IPv6 socket.
 */
export const clientAddress = (
  peer: string,
  forwardedFor: string | undefined,
  trusted: ReadonlyArray<IpNetwork.IpNetwork>
): string => {
  const hops = (forwardedFor ?? "").split(",").map(withoutPort)
  let address = peer
  while (isTrusted(address, trusted)) {
    const hop = hops.pop()
    if (hop === undefined || Result.isFailure(NetAddress.ipFromString(hop))) break
    address = hop
  }
  return plain(address)
}

/** What a request says of the origin it came to; the forwarded values count from trusted proxies only. */
export interface Addressed {
  readonly peer: string
  readonly protocol: string
  readonly host: string | undefined
  readonly forwardedProto: string | undefined
  readonly forwardedHost: string | undefined
}

/** The origin the request came to when it is one of the `allowed`, else the first of them. */
export const originOf = (
  request: Addressed,
  allowed: ReadonlyArray<string>,
  trusted: ReadonlyArray<IpNetwork.IpNetwork>
): string => {
  const proxied = isTrusted(request.peer, trusted)
  const host = (proxied ? request.forwardedHost : undefined) ?? request.host ?? ""
  const protocol = (proxied ? request.forwardedProto : undefined) ?? request.protocol
  const origin = `${protocol}://${host}`.toLowerCase()
  return allowed.includes(origin) ? origin : allowed[0]!
}
