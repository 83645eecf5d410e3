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

/** How long a text is for people and in JSON Schema: a character beyond U+FFFF is two units of a string. */
export const charactersOf = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const bound = (name: "minLength" | "maxLength", value: number, isWithin: (text: string) => boolean) =>
  Schema.makeFilter(isWithin, {
    // What reads the bounds of a schema, for people and for OpenAPI, finds those of the library.
    representation: { id: `effect/schema/is${name === "minLength" ? "Min" : "Max"}Length`, payload: { [name]: value } },
    toJsonSchema: () => ({ [name]: value })
  })

export const atLeastCharacters = (least: number) =>
  bound("minLength", least, (text) => text.length >= least && charactersOf(text) >= least)

export const atMostCharacters = (most: number) =>
  bound("maxLength", most, (text) => text.length <= most || (text.length <= 2 * most && charactersOf(text) <= most))
