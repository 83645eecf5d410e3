/** How texts of the console are put together. */

export type Texts = Readonly<Record<string, string>>

export const count = (number: number, one: string, many = `${one}s`) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString("en")} ${many}`
