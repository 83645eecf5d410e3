/** Why a job ended in `error`, by the `code` in its `error`. */
import type { Advice } from "./Advice.ts"

export const jobAdvice: Readonly<Record<string, Advice>> = {
  password_required: {
    happened: "The PDF is encrypted, and opens only with a password.",
    remedy:
      "Make the job again with `password` (v2 and MCP; `--password` on the command line), or send a copy without one.",
    retry: "No: without its password the file fails again."
  },
  password_wrong: {
    happened: "The PDF is encrypted, and the `password` of the job does not open it.",
    remedy: "Make the job again with the right `password`; upper and lower case count.",
    retry: "No: the same password fails again."
  },
  corrupt_pdf: {
    happened: "The file begins like a PDF, but cannot be opened as one: it is cut off or damaged.",
    remedy: "Open it in a viewer and save it again, or fetch it again.",
    retry: "No: the same file fails again."
  },
  empty_pdf: {
    happened: "The PDF has no pages.",
    remedy: "Send a PDF that has some.",
    retry: "No: the same file fails again."
  },
  time_budget_exceeded: {
    happened: "The plan's time was over before a page (v2) or the whole document (v1) was converted.",
    remedy: "Ask for fewer pages with `page_range`, or choose a larger plan.",
    retry: "Rarely: only when the document was near its limit."
  },
  memory_limit_exceeded: {
    happened: "No page of the document could be converted within 1 GiB of memory.",
    remedy: "Save the document again with smaller pictures, or ask for other pages with `page_range`.",
    retry: "No: the same file fails again."
  },
  page_limit_exceeded: {
    happened: "The document has more pages than the plan takes; `max_pages` of the limits says how many.",
    remedy: "Split the document, or choose a larger plan: `page_range` does not help, since the whole document counts.",
    retry: "No: the same file fails again."
  },
  engine_crashed: {
    happened: "The conversion broke off three times.",
    remedy: "Save the document again with another program; if it stays, write to the support with the job's id.",
    retry: "Yes, once: the machine may have been at fault."
  },
  conversion_failed: {
    happened: "The document was opened, but could not be converted.",
    remedy: "Save the document again with another program; if it stays, write to the support with the job's id.",
    retry: "Rarely."
  }
}
