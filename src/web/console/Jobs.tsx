/** Jobs: found by status, external_id and tag, and read page by page. */
import { JobView } from "./Job.tsx"
import { isActive, type Job, Status } from "./JobStatus.tsx"
import { withQuery } from "./parts/Api.ts"
import { type Column, Filter, isFiltered, Listed, Tags } from "./parts/Lists.tsx"
import { usePages, useRefresh } from "./parts/Loaded.ts"
import { Head, Time } from "./parts/Parts.tsx"
import { Link, type Place } from "./parts/Place.tsx"
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
        {job.tags.length === 0 ? null : <Tags tags={job.tags} />}
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
  const pages = usePages<Job>(withQuery("/api/v2/jobs", filter))
  const isMoving = pages.items?.some(isActive) ?? false

  useRefresh(isMoving, pages.reload, lookEvery)

  return (
    <>
      <Head title={text.views["jobs"] ?? ""} lead={words.lead} />
      <Filter filter={filter} words={words} key={query.toString()}>
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
      </Filter>
      <Listed
        pages={pages}
        label={text.views["jobs"] ?? ""}
        columns={columns}
        keyOf={({ job_id }) => job_id}
        empty={isFiltered(filter) ? words.noneFound : words.empty}
      />
    </>
  )
}

export const Jobs = ({ place: { path, query } }: { readonly place: Place }) =>
  path[1] === undefined ? <List query={query} /> : <JobView key={path[1]} jobId={path[1]} />
