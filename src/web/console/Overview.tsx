/** The account at a glance: what is used, what is left, and how to begin. */
import type { Limits, Usage } from "../../../schema/Account.ts"
import type { Account } from "./parts/Api.ts"
import { Chart } from "./parts/Chart.tsx"
import { Waiting } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Code, Facts, Failure, Head, Meter } from "./parts/Parts.tsx"
import { Link } from "./parts/Place.tsx"
import { shown } from "./parts/Shown.ts"
import { text } from "./strings.ts"

const words = text.overview

type LimitsNow = typeof Limits.Encoded

const limitRows = (limits: LimitsNow) => {
  const yes = (value: boolean) => (value ? words.yes : words.no)
  return [
    ["max_file_size", shown.bytes(limits.max_file_size)],
    ["max_pages", shown.number(limits.max_pages)],
    ["time_budget_sec", shown.seconds(limits.time_budget_sec)],
    ["ready_ttl_sec", shown.seconds(limits.ready_ttl_sec)],
    ["rate_limit_per_min", shown.number(limits.rate_limit_per_min)],
    ["api_keys_limit", shown.number(limits.api_keys_limit)],
    ["webhooks_limit", shown.number(limits.webhooks_limit)],
    ["batch_enabled", yes(limits.batch_enabled)],
    ["upload_tickets_enabled", yes(limits.upload_tickets_enabled)]
  ].map(([name = "", value = ""]) => [words.limitNames[name] ?? name, value] as const)
}

export const Overview = ({ account }: { readonly account: Account }) => {
  const limits = useLoaded<LimitsNow>("/api/v2/limits")
  const usage = useLoaded<typeof Usage.Encoded>("/api/v2/usage")
  const failure = limits.failure ?? usage.failure
  if (failure !== null) return <Failure error={failure} />
  if (limits.data === null || usage.data === null) return <Waiting />
  const { slots } = limits.data
  const { pages, jobs, by_day, period_start, reset_at } = usage.data
  const first = `curl -H "Authorization: Bearer $KEY" \\\n  -F file=@document.pdf ${location.origin}/api/v2/jobs`
  return (
    <>
      <Head title={text.views["overview"] ?? ""} lead={account.email} />
      <div class="tiles">
        <section class="card">
          <h2>{words.plan}</h2>
          <p class="figure">{text.tiers[account.tier]}</p>
          <Link href="/console/plan">{words.change}</Link>
        </section>
        <section class="card">
          <h2>{words.pages}</h2>
          <p class="figure">
            {words.pagesOf(shown.number(pages.used), pages.limit === null ? null : shown.number(pages.limit))}
          </p>
          <Meter used={pages.used} limit={pages.limit} label={words.pages} />
          <p class="quiet">{words.resets(shown.day(reset_at.slice(0, 10)))}</p>
        </section>
        <section class="card">
          <h2>{words.slots}</h2>
          <p class="figure">{words.slotsOf(slots.used, slots.limit)}</p>
          <Meter used={slots.used} limit={slots.limit} label={words.slots} />
          <p class="quiet">{words.slotsHint}</p>
        </section>
        <section class="card">
          <h2>{words.jobs}</h2>
          <p class="figure">{shown.number(jobs.created)}</p>
          <p class="quiet">{words.jobsOf(jobs.ready, jobs.error)}</p>
          <Link href="/console/jobs">{text.views["jobs"]}</Link>
        </section>
      </div>
      <section class="card">
        <h2>{words.usage}</h2>
        <p class="quiet">{words.usageHint}</p>
        <Chart days={by_day} from={period_start} until={reset_at} />
      </section>
      <div class="pair">
        <section class="card">
          <h2>{words.limits}</h2>
          <Facts facts={limitRows(limits.data)} />
        </section>
        <section class="card">
          <h2>{words.start}</h2>
          <p class="quiet">{words.startHint}</p>
          <Code value={first} />
          <Link href="/console/keys">{words.startKey}</Link>
        </section>
      </div>
    </>
  )
}
