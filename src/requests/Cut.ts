/** Texts that are cut, but through no character: what is beyond U+FFFF is two units of a text, and half of it is none. */

/** Whether a cut here would tear a character in two. */
export const tears = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return at > 0 && code >= 0xdc00 && code <= 0xdfff
}

/** The beginning of a text, of at most so many units. */
export const cut = (text: string, most: number): string => text.slice(0, tears(text, most) ? most - 1 : most)

/** The beginning of a text, of at most so many characters. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("")
