/** Every text of the console: what all views say here, what each of them says in a file of its own. */
import { documentErrors, notCopied, refusals } from "../wording.ts"
import { access, account } from "./strings/access.ts"
import { jobs, warnings } from "./strings/jobs.ts"
import { keys } from "./strings/keys.ts"
import { audit, requests } from "./strings/logs.ts"
import { overview } from "./strings/overview.ts"
import { plan } from "./strings/plan.ts"
import { settings } from "./strings/settings.ts"
import { webhooks } from "./strings/webhooks.ts"
import type { Texts } from "./strings/wording.ts"

export const text = {
  product: "PDF to Markdown",
  console: "Console",
  skip: "Skip to the content",
  convert: "Convert",
  documentation: "API",
  navigation: "Console",
  signOut: "Sign out",
  loading: "Loading …",
  more: "Show more",
  copy: "Copy",
  copied: "Copied",
  notCopied,
  never: "never",
  none: "–",
  keep: "Keep it",
  cancel: "Cancel",
  save: "Save",
  saved: "Saved",
  refresh: "Refresh",
  offline: "The service could not be reached. Check the connection and try again.",
  reference: (id: string) => `Reference: ${id}`,
  notFound: "There is no such view.",
  toOverview: "Go to the overview",

  signIn: {
    title: "Sign in to the console",
    lead: "API keys, jobs, webhooks, usage and the plan of your account. Converting documents on the front page needs no account.",
    button: "Sign in",
    back: "You come back to this place.",
    linked: "This browser is linked: what you convert on the front page belongs to your account."
  },

  views: {
    overview: "Overview",
    jobs: "Jobs",
    keys: "API keys",
    webhooks: "Webhooks",
    access: "Access",
    settings: "Settings",
    plan: "Plan",
    requests: "Requests",
    audit: "Audit log",
    account: "Account"
  } as Texts,

  tiers: { anonymous: "Anonymous", free: "Free", pro: "Pro", business: "Business" } as Texts,

  overview,

  jobs,

  warnings,

  documentErrors,

  keys,

  webhooks,

  access,

  settings,

  plan,

  requests,

  audit,

  account,

  failures: {
    ...refusals,
    key_limit_reached: "The plan has no room for one more key. Revoke one, or change the plan.",
    webhook_limit_reached: "The plan has no room for one more webhook.",
    webhooks_unavailable: "Webhooks are part of the paid plans.",
    job_not_found: "This job is deleted, or there never was one of this id.",
    key_not_found: "There is no such key any more.",
    webhook_not_found: "There is no such webhook any more.",
    delivery_not_found: "There is no such delivery any more.",
    webhook_disabled: "This webhook is disabled. Enable it first.",
    device_not_found: "This device is not linked any more.",
    connection_not_found: "This app is not connected any more.",
    not_found: "There is nothing here any more.",
    not_ready: "The job is not ready yet.",
    gone: "The result is deleted.",
    billing_not_configured: "Billing is not set up on this service.",
    billing_unavailable: "The billing provider does not answer. Try again in a few minutes.",
    origin_not_allowed: "This is not possible from this page.",
    invalid_cursor: "The list has changed. Load it again.",
    internal_error: "Something went wrong here. It has been noted."
  } as Texts
}
