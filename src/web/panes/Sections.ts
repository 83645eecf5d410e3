/** Blocks → what is rendered in one go: a page's blocks, with the items of a list together, and long tables in parts. */
import type { Block, Result } from "../Result.ts"
import { tableParts } from "./TableParts.ts"

export interface Group {
  readonly blocks: ReadonlyArray<Block>
  readonly markdown: string
  /** Of a table: which of the block's rows each rendered row shows. */
  readonly rows: ReadonlyArray<number>
}

export interface Section {
  readonly groups: ReadonlyArray<Group>
}

const decoder = new TextDecoder()

/** Figures are cut from the PDF, whether the Markdown has a word of them or not. */
const isShown = ({ span, type }: Block) => span !== null || type === "figure"

const groupsOf = (blocks: ReadonlyArray<Block>, markdown: string): ReadonlyArray<Group> => {
  const [only] = blocks
  return blocks.length === 1 && only?.rows !== undefined
    ? tableParts(markdown, only.rows.length).map((part) => ({ blocks, ...part }))
    : [{ blocks, markdown, rows: [] }]
}

/**
 * The blocks that a result shows, by the page on which they begin; parts of a table are sections of their own. Where there
 * are no blocks, all of it is one section.
 */
export const sections = ({ blocks, bytes, markdown }: Result): ReadonlyArray<Section> => {
  const shown = blocks.filter(isShown)
  if (!shown.some(({ span }) => span !== null)) return [{ groups: [{ blocks: [], markdown, rows: [] }] }]
  const out: Array<{ page: number; groups: Array<Group> }> = []
  for (let i = 0; i < shown.length; ) {
    const first = shown[i] as Block
    let end = i + 1
    if (first.type === "list_item") {
      while (shown[end]?.type === "list_item" && shown[end]?.page === first.page) end++
    }
    const group = shown.slice(i, end)
    const slice = bytes.subarray(first.span?.start ?? 0, group.at(-1)?.span?.end ?? 0)
    const parts = groupsOf(group, outdented(decoder.decode(slice)))
    const section = out.at(-1)
    if (parts.length > 1) for (const part of parts) out.push({ page: first.page, groups: [part] })
    else if (section !== undefined && section.page === first.page) section.groups.push(...parts)
    else out.push({ page: first.page, groups: [...parts] })
    i = end
  }
  return out
}

/** A list that begins in the middle of another, on a new page, stands as far right as that one had it. */
const outdented = (markdown: string): string => {
  const [indent = ""] = /^ +/.exec(markdown) ?? []
  return indent === "" ? markdown : markdown.replace(new RegExp(`^ {1,${indent.length}}`, "gm"), "")
}
