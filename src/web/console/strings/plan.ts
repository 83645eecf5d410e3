/** Texts of the plans. */
import type { Texts } from "./wording.ts"

export const plan = {
  lead: "Payment happens on the pages of the billing provider.",
  current: "Your plan",
  yours: "Yours",
  free: "Free of charge",
  each: { month: "a month", year: "a year" } as Texts,
  noAmount: "The price is shown before you pay.",
  choose: (name: string) => `Choose ${name}`,
  switchTo: (name: string) => `Change to ${name}`,
  manage: "Invoices, payment and cancellation",
  manageHint: "The provider's page shows invoices, changes how you pay and ends the plan.",
  closed: "New purchases are closed at the moment.",
  none: "No plans are on sale here.",
  features: {
    monthly_pages: "pages a month",
    slots: "jobs at once",
    max_file_size: "largest file",
    max_pages: "pages of a document",
    ready_ttl_sec: "results are kept",
    api_keys_limit: "API keys",
    webhooks_limit: "webhooks"
  } as Texts,
  batch: "batches and priority",
  limitless: "unlimited"
}
