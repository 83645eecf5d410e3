/** IP addresses: which subscriber one belongs to, and which hosts an outgoing request may go to. */
import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { EgressRefused, type Purpose, type Refusal } from "./Egress.ts"

const groups = (address: string): ReadonlyArray<string> => {
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: gap }, () => "0"), ...right].map((group) => group.replace(/^0+(?=.)/, ""))
}

/** IPv4 inside IPv6 (`::ffff:192.0.2.1`) is that IPv4 address. */
export const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** One subscriber: an IPv4 address, or an IPv6 /64. */
export const subscriber = (address: string): string => {
  const ip = plain(address)
  return ip.includes(":") ? `${groups(ip).slice(0, 4).join(":")}::/64` : ip
}

/** One operator's block: an IPv4 /24, or an IPv6 /48. */
export const network = (address: string): string => {
  const ip = plain(address)
  return ip.includes(":") ? `${groups(ip).slice(0, 3).join(":")}::/48` : `${ip.split(".").slice(0, 3).join(".")}.0/24`
}

const block = IpNetwork.fromStringUnsafe

const contains = (networks: ReadonlyArray<IpNetwork.IpNetwork>, address: NetAddress.IpAddress) =>
  networks.some((network) => IpNetwork.contains(network, address))

/** IPv4 that is not public unicast (IANA special-purpose registry, RFC 6890, and what reaches inside from public space). */
const closedIpv4 = [
  block("0.0.0.0/8"), // this network
  block("10.0.0.0/8"), // private
  block("100.64.0.0/10"), // carrier-grade NAT
  block("127.0.0.0/8"), // loopback
  block("168.63.129.16/32"), // the host of an Azure machine
  block("169.254.0.0/16"), // link-local, and metadata of most clouds
  block("172.16.0.0/12"), // private
  block("192.0.0.0/24"), // protocol assignments
  block("192.0.2.0/24"), // documentation
  block("192.88.99.0/24"), // 6to4 relays
  block("192.168.0.0/16"), // private
  block("198.18.0.0/15"), // benchmarking
  block("198.51.100.0/24"), // documentation
  block("203.0.113.0/24"), // documentation
  block("224.0.0.0/4"), // multicast
  block("240.0.0.0/4") // reserved, and broadcast
]

/**
 * The one part of IPv6 that is given out as global unicast. Outside of it lie loopback, IPv4-mapped and -compatible,
 * NAT64, discard-only, SRv6, unique local, link-local, site-local and multicast addresses, and what is reserved.
 */
const globalIpv6 = block("2000::/3")

/** What is not public within it. */
const closedIpv6 = [
  block("2001::/23"), // protocol assignments, Teredo among them
  block("2001:db8::/32"), // documentation
  block("2002::/16"), // 6to4
  block("3fff::/20") // documentation
]

/** Whether the text is an address of public unicast. What is no address, or has a zone, is not. */
export const isPublic = (address: string): boolean => {
  const ip = NetAddress.ipFromString(address)
  if (Result.isFailure(ip)) return false
  return NetAddress.isIpv4Address(ip.success)
    ? !contains(closedIpv4, ip.success)
    : IpNetwork.contains(globalIpv6, ip.success) && !contains(closedIpv6, ip.success)
}

/** Networks that an operator opened for outgoing requests. */
export type Opened = ReadonlyArray<IpNetwork.IpNetwork>

const isOpened = (address: string, opened: Opened): boolean => {
  const ip = NetAddress.ipFromString(address)
  return Result.isSuccess(ip) && contains(opened, ip.success)
}

/** Longest URL that is taken, in UTF-16 code units. */
export const maxUrlLength = 8_192

const refuse = (reason: Refusal, message: string) => Result.fail(new EgressRefused({ reason, message }))

/** The web's own ports and those that no system service has to itself; no port is the scheme's own. */
const isWebPort = (port: string) => port === "" || port === "80" || port === "443" || Number(port) >= 1_024

/**
 * The URL as it will be asked for, when its form allows that. A number in any spelling (`0x7f.1`, `2130706433`) is the
 * address it means, an international name is in its ASCII form, and a name has no dot at its end. Plain http for
 * webhooks passes only where networks are opened: `checkAddresses` says to which addresses. Events go to none of the
 * service's `own` origins, where nobody takes them.
 */
export const checkUrl = (
  input: string,
  purpose: Purpose,
  opened: Opened = [],
  own: ReadonlyArray<string> = []
): Result.Result<URL, EgressRefused> => {
  if (input.length > maxUrlLength) return refuse("bad_url", `The URL is longer than ${maxUrlLength} characters`)
  const url = URL.parse(input)
  if (url === null) {
    const scheme = purpose === "link" ? "https:// or http://" : "https://"
    return refuse("bad_url", `The URL must be a whole one: ${scheme}, a host and a path`)
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse("bad_scheme", `The URL must begin with ${purpose === "link" ? "https:// or http://" : "https://"}`)
  }
  if (url.protocol === "http:" && purpose === "webhook" && opened.length === 0) {
    return refuse("bad_scheme", "The URL must begin with https://")
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("bad_url", "The URL must not carry a user name or password")
  }
  if (!isWebPort(url.port)) return refuse("bad_port", "The port must be 80, 443 or one from 1024 up")
  const name = url.hostname.replace(/\.$/, "")
  if (name.split(".").includes("")) return refuse("bad_url", "The URL names no host")
  url.hostname = name
  url.hash = ""
  if (purpose === "webhook" && own.includes(url.origin)) {
    return refuse("own_origin", "The URL is one of this service itself")
  }
  return Result.succeed(url)
}

/** The address that the URL's host is, when it is not a name. */
export const literal = ({ hostname }: URL): string | undefined => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  return Result.isSuccess(NetAddress.ipFromString(host)) ? host : undefined
}

/** Whether the URL may be asked at these addresses: one that is not public spoils them all, unless it is opened. */
export const checkAddresses = (
  url: URL,
  purpose: Purpose,
  addresses: ReadonlyArray<string>,
  opened: Opened = []
): Result.Result<void, EgressRefused> => {
  if (addresses.length === 0) return refuse("unresolvable", "The host has no address")
  if (!addresses.every((address) => isPublic(address) || isOpened(address, opened))) {
    return refuse("blocked_address", "The host is not on the public internet")
  }
  return purpose === "webhook" && url.protocol === "http:" && !addresses.every((address) => isOpened(address, opened))
    ? refuse("bad_scheme", "The URL must begin with https://")
    : Result.void
}
