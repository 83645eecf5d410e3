/** IP addresses as rate limits see them: a household, and the network around it. */

const groups = (address: string): ReadonlyArray<string> => {
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: gap }, () => "0"), ...right].map((group) => group.replace(/^0+(?=.)/, ""))
}

/** IPv4 inside IPv6 (`::ffff:192.0.2.1`) is that IPv4 address. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

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
