/** One job: its fields, its events as they come, how each page was read, and its end. */
import { useEffect, useState } from "preact/hooks"
import type { PageReport } from "../../../schema/Job.ts"
import type { JobEvent } from "../../../schema/v2/Jobs.ts"
import { isActive, type Job, Status } from "./JobStatus.tsx"
import { Refusal, remove } from "./parts/Api.ts"
import { Confirm } from "./parts/Dialogs.tsx"
import { type Column, Empty, Table, Waiting } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Copy, Facts, Failure, Head, say, Time } from "./parts/Parts.tsx"
import { Back, go } from "./parts/Place.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.jobs

type Told = typeof JobEvent.Encoded

type Report = typeof PageReport.Encoded

interface Heard {
  readonly at: string
  readonly job: Told
}

/** Most events that are shown; a long document has one for each second. */
const mostHeard = 50

/** What is told of the job while somebody looks: the stream says when it has ended. */
const useEvents = (jobId: string, isFollowed: boolean) => {
  const [heard, setHeard] = useState<ReadonlyArray<Heard>>([])
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!isFollowed) return
    const source = new EventSource(`/api/v2/jobs/${jobId}/events`)
    const hear = (event: MessageEvent<string>) => {
      setLost(false)
      const job = JSON.parse(event.data) as Told
      setHeard((all) => [{ at: new Date().toISOString(), job }, ...all].slice(0, mostHeard))
      if (event.type === "end") source.close()
    }
    source.addEventListener("job", hear)
    source.addEventListener("end", hear)
    source.onerror = () => setLost(true)
    return () => source.close()
  }, [jobId, isFollowed])
  return { heard, isLost }
}

const pageColumns: ReadonlyArray<Column<Report>> = [
  { name: words.page, cell: ({ page }) => page, isHead: true },
  { name: words.method, cell: ({ method }) => words.methods[method] ?? method },
  { name: words.characters, isNumber: true, cell: ({ characters }) => shown.number(characters) },
  { name: words.tables, isNumber: true, cell: ({ tables }) => shown.number(tables) },
  {
    name: words.confidence,
    isNumber: true,
    cell: ({ confidence }) => (confidence === null ? text.none : `${Math.round(confidence * 100)} %`)
  },
  {
    name: words.notes,
    cell: ({ warnings }) => warnings.map((warning) => text.warnings[warning] ?? warning).join("; ") || text.none
  }
]

/** Pages that are shown at a time: a document may have thousands. */
const pagesShown = 100

const PageFacts = ({ jobId }: { readonly jobId: string }) => {
  const { data, failure } = useLoaded<{ readonly items: ReadonlyArray<Report> }>(`/api/v2/jobs/${jobId}/pages`)
  const [isNotedOnly, setNotedOnly] = useState(false)
  const [most, setMost] = useState(pagesShown)
  if (data === null) return <Failure error={failure} />
  const all = isNotedOnly ? data.items.filter(({ warnings }) => warnings.length > 0) : data.items
  return (
    <section>
      <h2>{words.pageFacts}</h2>
      <p class="quiet">{words.pageFactsHint}</p>
      <label class="choice">
        <input type="checkbox" checked={isNotedOnly} onChange={(event) => setNotedOnly(event.currentTarget.checked)} />
        {words.onlyNoted}
      </label>
      {all.length === 0 ? (
        <Empty>{text.none}</Empty>
      ) : (
        <Table
          label={words.pageFacts}
          columns={pageColumns}
          rows={all.slice(0, most)}
          keyOf={({ page }) => String(page)}
        />
      )}
      {most < all.length ? (
        <p class="more">
          <button type="button" onClick={() => setMost(most + pagesShown)}>
            {text.more}
          </button>
        </p>
      ) : null}
    </section>
  )
}

const factsOf = (job: Job, queuePosition: number | null) => {
  const names = words.facts
  return [
    [
      names.id,
      <>
        <code>{job.job_id}</code> <Copy value={job.job_id} />
      </>
    ],
    [
      names.status,
      <>
        <Status job={job} /> {queuePosition === null ? null : names.queue(queuePosition)}
      </>
    ],
    [names.pages, job.pages === null ? text.none : words.progress(job.pages_done, job.pages)],
    [names.input, `${shown.bytes(job.input_size)}, ${names.sources[job.source] ?? job.source}`],
    [names.output, job.output_size === null ? text.none : shown.bytes(job.output_size)],
    [names.created, <Time key="created" at={job.created_at} />],
    [names.expires, <Time key="expires" at={job.expires_at} none={text.none} />],
    [names.externalId, job.external_id ?? text.none],
    [names.tags, job.tags.length === 0 ? text.none : job.tags.join(", ")],
    [
      names.warnings,
      job.warnings.length === 0
        ? text.none
        : job.warnings.map((warning) => text.warnings[warning] ?? warning).join("; ")
    ],
    [names.tier, text.tiers[job.tier] ?? job.tier]
  ] as const
}

const back = <Back href="/console/jobs">{words.back}</Back>

export const JobView = ({ jobId }: { readonly jobId: string }) => {
  const found = useLoaded<Job>(`/api/v2/jobs/${encodeURIComponent(jobId)}`)
  const [isAsking, setAsking] = useState(false)
  const { heard, isLost } = useEvents(jobId, found.data !== null && isActive(found.data))
  const { failure } = found
  if (failure instanceof Refusal && failure.status === 404) {
    return (
      <>
        {back}
        <h1 tabIndex={-1}>{words.gone}</h1>
      </>
    )
  }
  if (found.data === null) return failure === null ? <Waiting /> : <Failure error={failure} />
  const latest = heard[0]?.job
  const job: Job = latest ?? found.data
  const isStopping = isActive(job)
  const isGone = job.status === "canceled" || job.status === "deleted"
  return (
    <>
      {back}
      <Head title={job.file_name}>
        {job.status === "ready"
          ? __FORMATS__.map((format) => (
              <a key={format} class="button" href={`/api/v2/jobs/${jobId}/download?format=${format}`} download>
                {words.formats[format] ?? format}
              </a>
            ))
          : null}
        {isGone ? null : (
          <button type="button" class="danger" onClick={() => setAsking(true)}>
            {isStopping ? words.stop : words.remove}
          </button>
        )}
      </Head>
      {isActive(job) ? (
        <progress
          aria-label={words.pages}
          max={job.pages ?? 1}
          {...(job.pages === null ? {} : { value: job.pages_done })}
        />
      ) : null}
      <section class="card">
        <Facts facts={factsOf(job, latest?.queue_position ?? null)} />
        {job.continue_from === null ? null : <p class="quiet">{words.facts.continueFrom(job.continue_from)}</p>}
      </section>
      {heard.length === 0 ? null : (
        <section>
          <h2>{words.events}</h2>
          <p class="quiet">{isLost ? words.lost : words.eventsHint}</p>
          <ol class="log" aria-live="polite">
            {heard.map(({ at, job }) => (
              <li key={at + job.pages_done}>
                <time dateTime={at}>{at.slice(11, 19)}</time>
                {words.event(
                  words.statuses[job.status] ?? job.status,
                  job.status === "processing" ? words.progress(job.pages_done, job.pages) : ""
                )}
                {job.queue_position === null ? null : (
                  <span class="quiet"> {words.facts.queue(job.queue_position)}</span>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      {job.status === "ready" ? <PageFacts jobId={jobId} /> : null}
      {isAsking ? (
        <Confirm
          title={isStopping ? words.stopTitle : words.removeTitle}
          explanation={isStopping ? words.stopText : words.removeText}
          label={isStopping ? words.stop : words.remove}
          close={() => setAsking(false)}
          act={async () => {
            await remove(`/api/v2/jobs/${jobId}`)
            say(words.removed)
            go("/console/jobs", "replace")
          }}
        />
      ) : null}
    </>
  )
}
