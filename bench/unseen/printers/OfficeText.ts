/** Text of OpenDocument, and styles that are made while it is written. */
import type { Style } from "../Style.ts"

export const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Styles that are made while the text is written. */
export interface Setting {
  readonly style: Style
  readonly automatic: Map<string, string>
  notes: number
  tables: number
}

export const named = (setting: Setting, family: string, properties: string): string => {
  const key = `${family}|${properties}`
  const known = setting.automatic.get(key)
  if (known !== undefined) return known
  const name = `A${setting.automatic.size + 1}`
  setting.automatic.set(key, name)
  return name
}

export const paragraph = (name: string, inner: string) => `<text:p text:style-name="${name}">${inner}</text:p>`
