/** Jobs: found by status, external_id and tag, and read page by page. */
import { useEffect } from "preact/hooks"
import { JobView } from "./Job.tsx"
import { isActive, type Job, Status } from "./JobStatus.tsx"
import { withQuery } from "./parts/Api.ts"
import { usePages } from "./parts/Loaded.ts"
import { type Column, Empty, Failure, Head, More, Table, Time, Waiting } from "./parts/Parts.tsx"
import { goWith, Link, type Place } from "./parts/Place.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.jobs

const columns: ReadonlyArray<Column<Job>> = [
  {
    name: words.document,
    isHead: true,
    cell: (job) => (
      <>
        <Link href={`/console/jobs/${job.job_id}`}>{job.file_name}</Link>
        {job.external_id === null ? null : <code class="quiet">{job.external_id}</code>}
        {job.tags.length === 0 ? null : (
          <ul class="tags">
            {job.tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
      </>
    )
  },
  { name: words.status, cell: (job) => <Status job={job} /> },
  {
    name: words.pages,
    isNumber: true,
    cell: (job) => (isActive(job) ? words.progress(job.pages_done, job.pages) : (job.pages ?? text.none))
  },
  { name: words.size, isNumber: true, cell: (job) => shown.bytes(job.input_size) },
  { name: words.created, cell: (job) => <Time at={job.created_at} /> },
  { name: words.expires, cell: (job) => <Time at={job.expires_at} none={text.none} /> }
]

/** How often a list is looked at again in which something is under way, in ms. */
const lookEvery = 4_000

const List = ({ query }: { readonly query: URLSearchParams }) => {
  const filter = { status: query.get("status"), external_id: query.get("external_id"), tag: query.get("tag") }
  const { items, failure, more, reload } = usePages<Job>(withQuery("/api/v2/jobs", filter))
  const isFiltered = Object.values(filter).some((value) => value !== null)
  const isMoving = items?.some(isActive) ?? false

  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden) void reload()
    }, lookEvery)
    return () => clearInterval(timer)
  }, [isMoving, reload])

  const search = (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    goWith(Object.fromEntries(Object.keys(filter).map((name) => [name, String(form.get(name) ?? "").trim()])))
  }

  return (
    <>
      <Head title={text.views["jobs"] ?? ""} lead={words.lead} />
      <form class="filter" onSubmit={search} key={query.toString()}>
        <label class="field">
          <span>{words.status}</span>
          <select name="status" onChange={(event) => event.currentTarget.form?.requestSubmit()}>
            {["", ...Object.keys(words.statuses)].map((status) => (
              <option key={status} value={status} selected={status === (filter.status ?? "")}>
                {words.statuses[status] ?? words.any}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{words.externalId}</span>
          <input
            type="search"
            name="external_id"
            maxLength={255}
            defaultValue={filter.external_id ?? ""}
            title={words.exact}
          />
        </label>
        <label class="field">
          <span>{words.tag}</span>
          <input type="search" name="tag" maxLength={64} defaultValue={filter.tag ?? ""} title={words.exact} />
        </label>
        <span class="buttons">
          <button type="submit">{words.search}</button>
          {isFiltered ? (
            <button type="button" class="plain" onClick={() => goWith({ status: null, external_id: null, tag: null })}>
              {words.clear}
            </button>
          ) : null}
        </span>
      </form>
      <Failure error={failure} />
      {items === null ? (
        failure === null ? (
          <Waiting />
        ) : null
      ) : items.length === 0 ? (
        <Empty>{isFiltered ? words.noneFound : words.empty}</Empty>
      ) : (
        <Table label={text.views["jobs"] ?? ""} columns={columns} rows={items} keyOf={({ job_id }) => job_id} />
      )}
      <More more={more} />
    </>
  )
}

export const Jobs = ({ place: { path, query } }: { readonly place: Place }) =>
  path[1] === undefined ? <List query={query} /> : <JobView key={path[1]} jobId={path[1]} />
