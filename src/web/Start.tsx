/** Where a PDF comes in: dropped, chosen or named by a link; and what was converted here before. */
import { useEffect, useRef, useState } from "preact/hooks"
import type { Job } from "../client/Client.ts"
import type { Source } from "./Conversion.ts"
import { Options } from "./Options.tsx"
import { withClient } from "./Service.ts"
import { text } from "./strings.ts"

interface Limits {
  readonly max_file_size: number
  readonly job_ttl_seconds: number
}

const Failure = ({ code }: { readonly code: string }) => (
  <p class="failure" role="alert">
    {text.failures[code] ?? text.failures["unknown"]}
  </p>
)

const Recent = ({ open }: { readonly open: (jobId: string) => void }) => {
  const [jobs, setJobs] = useState<ReadonlyArray<Job>>([])
  const load = () => withClient((client) => client.list()).then(setJobs, () => {})
  useEffect(() => void load(), [])
  const remove = async (jobId: string) => {
    setJobs(jobs.filter((job) => job.job_id !== jobId))
    await withClient((client) => client.remove(jobId)).catch(() => {})
    await load()
  }
  const left = ({ expires_at }: Job) => Math.max(0, Date.parse(expires_at ?? "") - Date.now()) / 1_000
  return (
    <section class="recent" aria-labelledby="recent">
      <h2 id="recent">{text.recent}</h2>
      {jobs.length === 0 ? <p class="quiet">{text.noRecent}</p> : null}
      <ul>
        {jobs.map((job) => (
          <li key={job.job_id}>
            <a
              href={`/?job=${job.job_id}`}
              onClick={(event) => {
                event.preventDefault()
                open(job.job_id)
              }}
            >
              {job.file_name}
            </a>
            <span class="quiet">
              {job.status === "ready"
                ? `${text.ready(job.pages_done)}, ${text.expiresIn(left(job))}`
                : job.error !== null
                  ? (text.failures[job.error.code] ?? job.error.message)
                  : text.reading(job.pages_done, job.pages)}
            </span>
            <button
              type="button"
              class="plain"
              aria-label={text.deleteOne(job.file_name)}
              onClick={() => void remove(job.job_id)}
            >
              {text.delete}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  readonly failure: string | undefined
  readonly start: (source: Source) => void
  readonly open: (jobId: string) => void
}

export const Start = ({ failure, start, open }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [limits, setLimits] = useState<Limits | null>(null)
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)

  useEffect(() => {
    fetch("/config")
      .then((answer) => answer.json())
      .then(setLimits, () => {})
  }, [])

  const take = (file: File | undefined | null) => {
    if (file === undefined || file === null) return
    if (limits !== null && file.size > limits.max_file_size) return setRefusal("file_too_large")
    start(file)
  }

  // The whole window takes what is dropped.
  useEffect(() => {
    const drag = (event: DragEvent) => {
      event.preventDefault()
      setOver(event.type === "dragover")
      if (event.type === "drop") take(event.dataTransfer?.files[0])
    }
    const kinds = ["dragover", "dragleave", "drop"] as const
    for (const kind of kinds) addEventListener(kind, drag)
    return () => {
      for (const kind of kinds) removeEventListener(kind, drag)
    }
  })

  const follow = (event: Event) => {
    event.preventDefault()
    const link = String(new FormData(event.currentTarget as HTMLFormElement).get("link") ?? "").trim()
    const url = URL.parse(link)
    if (url === null || !/^https?:$/.test(url.protocol)) return setRefusal("broken_link")
    start(url)
  }

  const told = refusal ?? failure
  return (
    <main class="start">
      <h1>{text.headline}</h1>
      <p class="lead">{text.lead}</p>
      {told === undefined ? null : <Failure code={told} />}
      <div class={isOver ? "drop over" : "drop"}>
        <p class="call">{isOver ? text.dropNow : text.drop}</p>
        <button type="button" class="main" onClick={() => input.current?.click()}>
          {text.choose}
        </button>
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          class="unseen"
          tabIndex={-1}
          aria-label={text.choose}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        <form onSubmit={follow}>
          <label for="link">{text.orLink}</label>
          <span class="row">
            <input
              id="link"
              name="link"
              type="url"
              inputMode="url"
              placeholder="https://"
              aria-label={text.linkLabel}
            />
            <button type="submit">{text.convert}</button>
          </span>
        </form>
        {limits === null ? null : <p class="quiet">{text.limits(limits.max_file_size, limits.job_ttl_seconds)}</p>}
      </div>
      <details class="settings">
        <summary>{text.options}</summary>
        <Options />
      </details>
      <Recent open={open} />
    </main>
  )
}
