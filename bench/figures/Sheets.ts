/** Pages with figures and with what is none: logos, tinted boxes, tables, bands of colour. */
import { languages } from "../unseen/content/Languages.ts"
import { words } from "../unseen/content/Words.ts"
import type { Random } from "../unseen/Random.ts"
import { type Chart, chart } from "./Charts.ts"

export type Item =
  | { readonly type: "heading" | "paragraph" | "box"; readonly text: string }
  | { readonly type: "table"; readonly rows: ReadonlyArray<ReadonlyArray<string>>; readonly isTinted: boolean }
  | {
      readonly type: "figure"
      /** Panels over one caption. */
      readonly charts: ReadonlyArray<Chart>
      readonly caption: string | null
      readonly side: "above" | "below"
    }

export interface Sheet {
  readonly columns: 1 | 2
  readonly size: number
  readonly hasLogo: boolean
  readonly hasBand: boolean
  readonly accent: string
  readonly items: ReadonlyArray<Item>
}

/** Points across a sheet's text, by its columns. */
export const measure = { 1: 450, 2: 215 } as const

export const sheet = (random: Random): Sheet => {
  const english = languages[0]
  if (english === undefined) throw new Error("There is no language")
  const { plain, phrase } = words(random.fork("text"), english)
  const { word } = words(random.fork("labels"), english)
  const columns = random.chance(0.6) ? 1 : 2
  const width = measure[columns]
  let number = 0
  const figure = (): Item => {
    const isCaptioned = random.chance(0.75)
    const panels = columns === 1 && isCaptioned && random.chance(0.4) ? 2 : 1
    number++
    return {
      type: "figure",
      charts: random.times(panels, () =>
        chart(random, word, panels === 2 ? 0.46 * width : width * (columns === 1 ? random.pick([0.5, 0.7, 0.9]) : 0.97))
      ),
      caption: isCaptioned
        ? `${random.pick(["Figure", "Fig."])} ${number}${random.pick([":", "."])} ${plain(1)}`
        : null,
      side: random.chance(0.8) ? "below" : "above"
    }
  }
  const paragraph = (): Item => ({ type: "paragraph", text: plain(random.int(2, 4)) })
  const decoy = (): Item =>
    random.chance(0.5)
      ? { type: "box", text: plain(2) }
      : {
          type: "table",
          isTinted: random.chance(0.5),
          rows: random.times(random.int(3, 5), () => [
            phrase(1, 2),
            ...random.times(2, () => String(random.int(10, 999)))
          ])
        }
  const figures = random.weighted([
    [0, 1.5],
    [1, 3],
    [2, 3]
  ] as const)
  const middle = [...random.times(figures, figure), ...(random.chance(0.5) || figures === 0 ? [decoy()] : [])]
  const items: ReadonlyArray<Item> = [
    { type: "heading", text: phrase(2, 5) },
    paragraph(),
    ...middle.flatMap((item) => [item, paragraph()]),
    ...(random.chance(0.5) ? [{ type: "heading", text: phrase(2, 4) } as const, paragraph()] : [])
  ]
  return {
    columns,
    size: random.pick([9.5, 10, 11]),
    hasLogo: random.chance(0.35),
    hasBand: random.chance(0.25),
    accent: random.pick(["#1b4f8a", "#8a1b2f", "#2e7d32"]),
    items
  }
}

/** The words of its text, in order. */
export const textOf = ({ items }: Sheet): ReadonlyArray<string> =>
  items.flatMap((item) =>
    item.type === "table"
      ? item.rows.flat()
      : item.type === "figure"
        ? item.caption === null
          ? []
          : [item.caption]
        : [item.text]
  )
