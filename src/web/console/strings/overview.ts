/** Texts of the overview. */
import { count, type Texts } from "./wording.ts"

export const overview = {
  plan: "Plan",
  change: "Plans and billing",
  pages: "Pages this month",
  pagesOf: (used: string, limit: string | null) =>
    limit === null ? `${used}, without a limit` : `${used} of ${limit}`,
  resets: (date: string) => `Counts anew on ${date}.`,
  slots: "Active jobs",
  slotsOf: (used: number, limit: number) => `${used} of ${limit} at once`,
  slotsHint: "Queued and processing jobs take a slot each.",
  jobs: "Jobs this month",
  jobsOf: (ready: number, error: number) => `${ready.toLocaleString("en")} ready, ${error.toLocaleString("en")} failed`,
  usage: "Usage by day",
  usageHint: "Pages of finished jobs, by UTC day of this month.",
  noUsage: "Nothing has been converted for this account this month.",
  dayTold: (date: string, pages: number, jobs: number) => `${date}: ${count(pages, "page")}, ${count(jobs, "job")}`,
  chart: (pages: number, days: number) => `${count(pages, "page")} on ${count(days, "day")} of this month`,
  asTable: "As a table",
  day: "Day",
  pagesColumn: "Pages",
  jobsColumn: "Jobs",
  limits: "Limits of the plan",
  limitNames: {
    max_file_size: "Largest file",
    max_pages: "Pages of a document",
    time_budget_sec: "Time for a document",
    ready_ttl_sec: "Results are kept for",
    rate_limit_per_min: "Requests a minute",
    api_keys_limit: "API keys",
    webhooks_limit: "Webhooks",
    batch_enabled: "Batches",
    upload_tickets_enabled: "Large uploads from devices"
  } as Texts,
  yes: "yes",
  no: "no",
  start: "First request",
  startHint: "Create an API key, put it into KEY, and convert a document:",
  startKey: "Create an API key"
}
