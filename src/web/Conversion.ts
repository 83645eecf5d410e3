/** One conversion at a time: from a file or a link to what it came to, and back again after a reload. */
import type { Job } from "../client/Client.ts"
import { fetched, type Result } from "./Result.ts"
import { codeOf, withClient } from "./Service.ts"

export type State =
  | { readonly at: "start"; readonly failure?: string | undefined }
  | { readonly at: "sending"; readonly name: string; readonly sent: number | null }
  | { readonly at: "working"; readonly job: Job }
  | { readonly at: "done"; readonly result: Result; readonly source: Source | null }

export type Source = File | URL

const parameter = "job"

/** Which job the address names. */
export const named = (): string | null => new URLSearchParams(location.search).get(parameter)

const address = (jobId: string | null) => (jobId === null ? "/" : `/?${parameter}=${jobId}`)

/**
 * The conversion that the page shows. `show` is called with each state; whatever is begun later takes the place of what was
 * begun before.
 */
export const conversions = (show: (state: State) => void) => {
  let turn = 0
  let current: AbortController | null = null
  /** What jobs were made of during the life of this page: a file is shown beside its result, and each can be converted again. */
  const sources = new Map<string, Source>()

  const begin = () => {
    current?.abort()
    current = new AbortController()
    const mine = ++turn
    const { signal } = current
    return { signal, tell: (state: State) => (mine === turn ? show(state) : undefined) }
  }

  const follow = async (job: Job, { signal, tell }: ReturnType<typeof begin>) => {
    tell({ at: "working", job })
    const ended = await withClient((client) =>
      client.ended(job.job_id, { signal, onProgress: (job) => tell({ at: "working", job }) })
    )
    if (ended.status !== "ready") return tell({ at: "start", failure: ended.error?.code ?? ended.status })
    const result = await withClient((client) => fetched(client, ended))
    tell({ at: "done", result, source: sources.get(job.job_id) ?? null })
  }

  const failed = (tell: (state: State) => void) => (error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") return
    history.replaceState(null, "", address(null))
    tell({ at: "start", failure: codeOf(error) })
  }

  const start = async (source: Source) => {
    const run = begin()
    const name = source instanceof URL ? source.href : source.name
    run.tell({ at: "sending", name, sent: source instanceof URL ? null : 0 })
    await withClient(
      (client) =>
        client.create(source, { signal: run.signal, ...(source instanceof URL ? {} : { fileName: source.name }) }),
      (sent) => run.tell({ at: "sending", name, sent })
    )
      .then((job) => {
        sources.set(job.job_id, source)
        history.pushState(null, "", address(job.job_id))
        return follow(job, run)
      })
      .catch(failed(run.tell))
  }

  /** Shows the job that the address names, or the start. */
  const resume = async () => {
    const run = begin()
    const jobId = named()
    if (jobId === null) return run.tell({ at: "start" })
    await withClient((client) => client.get(jobId))
      .then((job) => follow(job, run))
      .catch(failed(run.tell))
  }

  return {
    start,
    resume,
    open: (jobId: string) => {
      history.pushState(null, "", address(jobId))
      return resume()
    },
    leave: () => {
      history.pushState(null, "", address(null))
      return resume()
    },
    cancel: async (jobId: string | null) => {
      begin().tell({ at: "start", failure: "canceled" })
      history.pushState(null, "", address(null))
      if (jobId !== null) await withClient((client) => client.remove(jobId)).catch(() => {})
    }
  }
}
