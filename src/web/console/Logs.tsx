/** What programs asked, and what was done to the account. */
import type { ApiKey } from "../../../schema/Account.ts"
import type { AuditEntry, RequestEntry } from "../../../schema/v2/Logs.ts"
import { withQuery } from "./parts/Api.ts"
import { type Column, Filter, isFiltered, Listed } from "./parts/Lists.tsx"
import { useLoaded, usePages } from "./parts/Loaded.ts"
import { Badge, Head, Time } from "./parts/Parts.tsx"
import { Link, type Place } from "./parts/Place.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

type Asked = typeof RequestEntry.Encoded

type Key = typeof ApiKey.Encoded

const kindOf = (status: number) => (status < 300 ? "good" : status < 400 ? "idle" : "bad")

const requestColumns = (keys: ReadonlyArray<Key>): ReadonlyArray<Column<Asked>> => [
  {
    name: text.requests.route,
    isHead: true,
    cell: (asked) => (
      <>
        <code class="route">
          <b>{asked.method}</b> {asked.route}
        </code>
        <code class="quiet">{asked.request_id}</code>
      </>
    )
  },
  {
    name: text.requests.status,
    cell: (asked) => (
      <>
        <Badge kind={kindOf(asked.status)}>{asked.status}</Badge>
        {asked.code === null ? null : <code>{asked.code}</code>}
        {asked.replayed ? <Badge kind="idle">{text.requests.replayed}</Badge> : null}
      </>
    )
  },
  {
    name: text.requests.by,
    cell: ({ key_id }) =>
      key_id === null
        ? text.requests.device
        : (keys.find((key) => key.key_id === key_id)?.name ?? text.requests.goneKey)
  },
  {
    name: text.requests.job,
    cell: ({ job_id }) =>
      job_id === null ? (
        text.none
      ) : (
        <Link href={`/console/jobs/${job_id}`}>{`${job_id.slice(0, 8)}…${job_id.slice(-4)}`}</Link>
      )
  },
  { name: text.requests.took, isNumber: true, cell: ({ duration_sec }) => shown.seconds(duration_sec) },
  { name: text.requests.when, cell: ({ occurred_at }) => <Time at={occurred_at} /> }
]

export const Requests = ({ place: { query } }: { readonly place: Place }) => {
  const words = text.requests
  const filter = {
    key_id: query.get("key_id"),
    status: query.get("status"),
    code: query.get("code"),
    request_id: query.get("request_id")
  }
  const pages = usePages<Asked>(withQuery("/api/v2/requests", filter))
  const keys = useLoaded<{ readonly items: ReadonlyArray<Key> }>("/api/v2/api-keys").data?.items ?? []
  const submit = (event: Event) => (event.currentTarget as HTMLSelectElement).form?.requestSubmit()
  return (
    <>
      <Head title={text.views["requests"] ?? ""} lead={words.lead}>
        <button type="button" onClick={() => void pages.reload()}>
          {text.refresh}
        </button>
      </Head>
      <Filter filter={filter} words={words} key={`${query} ${keys.length}`}>
        <label class="field">
          <span>{words.status}</span>
          <select name="status" onChange={submit}>
            {["", ...Object.keys(words.classes)].map((status) => (
              <option key={status} value={status} selected={status === (filter.status ?? "")}>
                {words.classes[status] ?? words.anyStatus}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{words.key}</span>
          <select name="key_id" onChange={submit}>
            <option value="">{words.anyKey}</option>
            {keys.map(({ key_id, name }) => (
              <option key={key_id} value={key_id} selected={key_id === filter.key_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{words.code}</span>
          <input type="search" name="code" defaultValue={filter.code ?? ""} />
        </label>
        <label class="field">
          <span>{words.requestId}</span>
          <input type="search" name="request_id" defaultValue={filter.request_id ?? ""} />
        </label>
      </Filter>
      <Listed
        pages={pages}
        label={text.views["requests"] ?? ""}
        columns={requestColumns(keys)}
        keyOf={({ request_id, occurred_at }) => request_id + occurred_at}
        empty={isFiltered(filter) ? words.noneFound : words.empty}
      />
    </>
  )
}

type Entry = typeof AuditEntry.Encoded

const auditColumns: ReadonlyArray<Column<Entry>> = [
  {
    name: text.audit.what,
    isHead: true,
    cell: (entry) => (
      <>
        <b>{text.audit.actions[entry.action] ?? entry.action}</b>
        {entry.subject_name === null ? null : (
          <span class="address">
            {entry.action === "plan.changed"
              ? (text.tiers[entry.subject_name] ?? entry.subject_name)
              : entry.subject_name}
          </span>
        )}
        {entry.previous === null ? null : (
          <span class="quiet address">{text.audit.before(text.tiers[entry.previous] ?? entry.previous)}</span>
        )}
      </>
    )
  },
  { name: text.audit.by, cell: ({ by }) => text.audit.kinds[by.kind] ?? by.kind },
  { name: text.audit.from, cell: ({ address }) => address ?? text.none },
  { name: text.audit.when, cell: ({ occurred_at }) => <Time at={occurred_at} /> }
]

export const Audit = () => (
  <>
    <Head title={text.views["audit"] ?? ""} lead={text.audit.lead} />
    <Listed
      pages={usePages<Entry>("/api/v2/me/audit")}
      label={text.views["audit"] ?? ""}
      columns={auditColumns}
      keyOf={({ entry_id }) => entry_id}
      empty={text.audit.empty}
    />
  </>
)
