/** Callers of a service: each brings a document, learns how it went in one of several ways, and takes the result away. */
import { type Device, pdfForm, send } from "../../src/client/Device.ts"
import type { Random } from "../unseen/Random.ts"

/** What came of one call. `milliseconds` until the answer began. */
export interface Call {
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  /** It says when to come again. */
  readonly isPatient: boolean
}

export interface Town {
  readonly base: string
  readonly keys: ReadonlyArray<string>
  readonly devices: ReadonlyArray<Device>
  readonly documents: ReadonlyArray<Uint8Array<ArrayBuffer>>
  /** Takes events. */
  readonly callback: string
  readonly random: Random
  readonly saw: (call: Call) => void
}

const pollMillis = 500

const hasEnded = (status: unknown) => status !== "queued" && status !== "processing"

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** One call, read to its end. */
const timed = async (town: Town, route: string, call: () => Promise<Response>) => {
  const begun = performance.now()
  const answer = await call()
  const milliseconds = performance.now() - begun
  const text = await answer.text()
  town.saw({ route, status: answer.status, milliseconds, isPatient: answer.headers.has("retry-after") })
  return { isGood: answer.ok, text }
}

type Answer = Awaited<ReturnType<typeof timed>>

const fieldOf = ({ text }: Answer, name: string) => (JSON.parse(text) as Record<string, unknown>)[name]

/** How callers learn that a job has ended, and how many of ten do it so. */
const manners = [
  ["wait", 5],
  ["poll", 3],
  ["events", 2]
] as const

const byKey = async (town: Town): Promise<boolean> => {
  const { base, random } = town
  const headers = { authorization: `Bearer ${random.pick(town.keys)}` }
  const ask = (route: string, path: string, init: RequestInit = {}) =>
    timed(town, route, () => fetch(`${base}${path}`, { headers, ...init }))
  const form = pdfForm(random.pick(town.documents), "load.pdf")
  if (random.chance(0.5)) form.set("callback_url", town.callback)
  const created = await ask("create", "/api/v2/jobs", { method: "POST", body: form })
  if (!created.isGood) return false
  const job = `/api/v2/jobs/${fieldOf(created, "job_id")}`
  const manner = random.weighted(manners)
  if (manner === "events") await ask("events", `${job}/events`)
  for (;;) {
    const seen = await (manner === "wait" ? ask("wait", `${job}?wait=50`) : ask("read", job))
    if (!seen.isGood || hasEnded(fieldOf(seen, "status"))) break
    if (manner !== "wait") await pause(pollMillis)
  }
  await ask("download", `${job}/download`)
  if (random.chance(0.3)) await ask("blocks", `${job}/blocks`)
  if (random.chance(0.3)) {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "pdf_to_markdown_list_jobs" } }
    const told = { ...headers, "content-type": "application/json", accept: "application/json" }
    await ask("mcp", "/api/v2/mcp", { method: "POST", headers: told, body: JSON.stringify(call) })
  }
  if (random.chance(0.5)) await ask("delete", job, { method: "DELETE" })
  return true
}

const byDevice = async (town: Town): Promise<boolean> => {
  const { base, random } = town
  const device = random.pick(town.devices)
  const ask = (route: string, path: string, source: Parameters<typeof send>[3] = {}) =>
    timed(town, route, () => send(base, device, path, source))
  const body = pdfForm(random.pick(town.documents), "load.pdf")
  const created = await ask("create, signed", "/jobs", { method: "POST", body })
  if (!created.isGood) return false
  const job = `/jobs/${fieldOf(created, "job_id")}`
  for (;;) {
    const seen = await ask("wait, signed", `${job}?wait=50`)
    if (!seen.isGood || hasEnded(fieldOf(seen, "status"))) break
  }
  await ask("download, signed", `${job}/download`)
  await ask("delete, signed", job, { method: "DELETE" })
  return true
}

/** One caller's whole business: false where the service would not take the document. A call that breaks off has status 0. */
export const caller = (town: Town): Promise<boolean> =>
  (town.random.chance(0.8) ? byKey : byDevice)(town).catch(() => {
    town.saw({ route: "any", status: 0, milliseconds: 0, isPatient: false })
    return false
  })

/** Callers one after the other at each of so many doors: how many were served in each second. */
export const crowd = async (town: Town, doors: number, seconds: number): Promise<number> => {
  const end = performance.now() + seconds * 1_000
  const halfway = end - seconds * 500
  let served = 0
  const door = async () => {
    while (performance.now() < end) {
      const isServed = await caller(town)
      const now = performance.now()
      if (isServed && now > halfway && now < end) served++
    }
  }
  await Promise.all(Array.from({ length: doors }, door))
  return served / (seconds / 2)
}

/** Callers who come at random, so many in each second on average, whether the others are served or not. */
export const stream = async (town: Town, each: number, seconds: number) => {
  const end = performance.now() + seconds * 1_000
  const within = new Set<Promise<unknown>>()
  const counts = { came: 0, served: 0 }
  for (let next = performance.now(); next < end; ) {
    const late = next - performance.now()
    if (late > 0) await pause(late)
    counts.came++
    const one = caller(town).then((isServed) => {
      if (isServed) counts.served++
      within.delete(one)
    })
    within.add(one)
    next += (-Math.log(1 - town.random.next()) / each) * 1_000
  }
  await Promise.all(within)
  return counts
}
