import { connect, type Socket } from "node:net"

/** The ends on this side of all connections to a database. */
export interface Lines {
  readonly open: () => Socket
  /** Remembers what was heard on each until now; called afterwards, ends those on which nothing more was heard. */
  readonly mark: () => () => void
}

/** Milliseconds without a word before the system asks whether the other end is there; it gives up after ten more seconds. */
const keepAliveInitialDelay = 10_000

/** Where a URL leads, read as the driver reads it. */
const addressOf = (url: string) => {
  const { hostname, port: own, searchParams } = new URL(url)
  const asked = (name: string) => searchParams.getAll(name).at(-1)
  const host = asked("host") ?? (decodeURIComponent(hostname.replace(/^\[(.*)\]$/, "$1")) || "localhost")
  const port = Number(asked("port") ?? (own || 5432))
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay }
}

/**
 * A host that is lost, or a proxy that has lost it, closes nothing, and the system asks only after connections on which
 * nothing is under way: what was sent is sent again for a quarter of an hour, and whoever waits for its answer waits as long.
 */
export const linesTo = (url: () => string): Lines => {
  const all = new Set<Socket>()
  return {
    open: () => {
      const line = connect(addressOf(url()))
      all.add(line)
      return line.once("close", () => all.delete(line))
    },
    mark: () => {
      const heard = [...all].map((line) => [line, line.bytesRead] as const)
      return () => {
        for (const [line, bytes] of heard) if (line.bytesRead === bytes) line.destroy()
      }
    }
  }
}
