/** Texts that the page and the console share. */

type Texts = Readonly<Record<string, string>>

/** The languages that are recognised. */
export const languages: Texts = {
  eng: "English",
  deu: "German",
  fra: "French",
  spa: "Spanish",
  ita: "Italian",
  por: "Portuguese",
  jpn: "Japanese",
  chi_sim: "Chinese (simplified)"
}

/** Why documents are not converted, and what to do about it. */
export const documentErrors: Texts = {
  password_required: "The PDF asks for a password. Save a copy without one and convert that.",
  password_wrong: "The password does not open the PDF.",
  corrupt_pdf: "The PDF is damaged and cannot be opened. If another program opens it, save it again from there.",
  empty_pdf: "The PDF has no pages.",
  page_limit_exceeded: "The PDF has more pages than are converted at once. Choose a page range.",
  time_budget_exceeded: "The document took too long. Choose a page range.",
  memory_limit_exceeded: "The document needs more memory than a conversion may take.",
  engine_crashed: "The conversion broke off. Please report this document.",
  conversion_failed: "The document could not be converted."
}

/** Where nothing may be written to the clipboard. */
export const notCopied = "The browser did not allow it. Select the text and copy it."

/** Refusals that pass by themselves. */
export const refusals: Texts = {
  rate_limited: "That was too fast. Try again in a moment.",
  unavailable: "The service is starting or very busy. Try again in a moment."
}
