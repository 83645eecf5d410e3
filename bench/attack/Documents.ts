/** PDFs that ask for much: how each ends, how long it takes, and what the service and its children hold meanwhile. */
import { children } from "../../test/support/Children.ts"
import { bombs } from "./Bombs.ts"
import { memory } from "./Service.ts"

export interface Job {
  readonly job_id: string
  readonly status: string
  readonly error: { readonly code: string } | null
  readonly warnings: ReadonlyArray<{ readonly code: string }>
}

const childrenOf = (data: string) =>
  Math.max(
    0,
    ...children(data).map((pid) => {
      try {
        return memory(pid)
      } catch {
        return 0
      }
    })
  )

/** `unended` are those still at work after so many seconds. */
export const attack = async (
  base: string,
  key: string,
  { pid, data, seconds }: { readonly pid: number; readonly data: string; readonly seconds: number }
) => {
  const headers = { authorization: `Bearer ${key}` }
  const outcomes: Record<string, number> = {}
  const unended: Array<string> = []
  const most = { seconds: 0, which: "", service: 0, child: 0 }
  const watch = setInterval(() => {
    most.service = Math.max(most.service, memory(pid))
    most.child = Math.max(most.child, childrenOf(data))
  }, 500)
  for (const [name, make] of Object.entries(bombs)) {
    const form = new FormData()
    form.set("file", new Blob([make()]), "a.pdf")
    const begun = performance.now()
    const passed = () => (performance.now() - begun) / 1_000
    let job = (await (await fetch(`${base}/api/v2/jobs`, { method: "POST", headers, body: form })).json()) as Job
    while (/queued|processing/.test(job.status) && passed() < seconds)
      job = (await (await fetch(`${base}/api/v2/jobs/${job.job_id}?wait=20`, { headers })).json()) as Job
    const outcome =
      job.error?.code ?? (job.warnings?.some(({ code }) => code === "page_failed") ? "page_failed" : job.status)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (passed() > most.seconds) Object.assign(most, { seconds: Math.round(passed()), which: name })
    if (!/queued|processing/.test(job.status)) continue
    unended.push(name)
    await fetch(`${base}/api/v2/jobs/${job.job_id}`, { method: "DELETE", headers })
  }
  clearInterval(watch)
  return { documents: Object.keys(bombs).length, outcomes, unended, most }
}
