/** A local instance of the service under bounded attacks over HTTP: what each of them came to. */
import { readFileSync } from "node:fs"
import { request } from "node:http"
import { connect } from "node:net"
import * as fc from "fast-check"
import { pdf } from "../../layers/fakes/Converter.ts"
import { type Device, pdfForm, register, send, signed } from "../../src/client/Device.ts"
import { type Hostile, hostileRequest } from "../../test/support/HostileRequests.ts"

const status = (base: string, { method, path, headers, body }: Hostile) =>
  new Promise<number>((resolve) => {
    const { hostname, port } = new URL(base)
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      response.resume()
      response.on("end", () => resolve(response.statusCode ?? 0))
      response.on("error", () => resolve(0))
    })
    sent.on("error", () => resolve(0))
    sent.end(body ?? undefined)
  })

/** Mutated requests to every route: how many of each status, 0 where the connection ended first. */
export const requests = async (base: string, key: string, rounds: number, seed: number) => {
  const credentials = [
    { authorization: `Bearer ${key}` },
    { authorization: "Bearer svc_x" },
    { cookie: "svc_session=x" }
  ]
  const counts: Record<number, number> = {}
  const together = 50
  for (let done = 0; done < rounds; done += together) {
    const some = fc.sample(hostileRequest(credentials), {
      numRuns: Math.min(together, rounds - done),
      seed: seed + done
    })
    for (const answer of await Promise.all(some.map((each) => status(base, each))))
      counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}

/** Connections whose clients never close them, after what cannot be read: how many are left after `seconds`. */
export const sockets = async (base: string, count: number, seconds: number) => {
  const { hostname, port } = new URL(base)
  const open = new Set<object>()
  const all = Array.from({ length: count }, (_, n) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    open.add(socket)
    socket.on("end", () => open.delete(socket))
    socket.on("error", () => open.delete(socket))
    socket.on("data", () => {})
    socket.write(n % 2 === 0 ? "NOT HTTP\r\n\r\n" : "GET / HTTP/1.1\r\nhost: a\r\n")
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const left = open.size
  for (const socket of all) socket.destroy()
  return { opened: count, left }
}

/** Uploads of one device that are begun and not ended: how many the service keeps open. */
export const uploads = async (base: string, count: number) => {
  const device: Device = await register(base)
  const form = new Response(pdfForm(new Uint8Array(pdf({ pages: ["One"] })), "a.pdf"))
  const bytes = new Uint8Array(await form.arrayBuffer())
  let refused = 0
  const sent = await Promise.all(
    Array.from({ length: count }, async () => {
      const headers = await signed(device, { method: "POST", path: "/jobs", bytes })
      const one = request(`${base}/jobs`, {
        method: "POST",
        headers: { ...headers, "content-type": form.headers.get("content-type") ?? "", "content-length": bytes.length }
      })
      one.on("response", () => refused++)
      one.on("error", () => {})
      one.write(bytes.subarray(0, 50))
      return one
    })
  )
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const left = count - refused
  for (const one of sent) one.destroy()
  return { begun: count, left }
}

/** Wrong credentials from one address, and then a right one. */
export const failures = async (base: string, count: number) => {
  const device = await register(base)
  for (let n = 0; n < count; n++) await fetch(`${base}/api/v2/me`, { headers: { authorization: "Bearer svc_wrong" } })
  return { wrong: count, thenRight: (await send(base, device, "/jobs")).status }
}

/** What the process holds of memory, in MiB. */
export const memory = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024)
