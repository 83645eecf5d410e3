import { Schema } from "effect"

/** No halves of characters: they cannot be stored. */
export const isWhole = Schema.makeFilter((text: string) => text.isWellFormed(), {
  message: "Expected whole characters"
})

/** No control characters and no halves of characters: neither can be stored. The pattern is one that all readers know. */
export const isText = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is not wanted
  Schema.isPattern(/^[^\x00-\x1f\x7f-\x9f]*$/, { expected: "without control characters" }),
  isWhole
] as const
