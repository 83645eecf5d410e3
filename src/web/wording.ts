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

/** Why documents are not converted, where there is nothing to do about it. */
export const documentErrors: Texts = {
  password_wrong: "The password does not open the PDF.",
  empty_pdf: "The PDF has no pages.",
  memory_limit_exceeded: "The document needs more memory than a conversion may take.",
  conversion_failed: "The document could not be converted."
}

/** Refusals that pass by themselves. */
export const refusals: Texts = {
  rate_limited: "That was too fast. Try again in a moment.",
  unavailable: "The service is starting or very busy. Try again in a moment."
}
