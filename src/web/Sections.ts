/** Blocks → what is rendered in one go: a page's blocks, with the items of a list together. */
import type { Block, Result } from "./Result.ts"

export interface Group {
  readonly blocks: ReadonlyArray<Block>
  readonly markdown: string
}

export interface Section {
  readonly page: number
  readonly groups: ReadonlyArray<Group>
}

const decoder = new TextDecoder()

/** The printed blocks of a result, by the page on which they begin. Where there are no blocks, all of it is one section. */
export const sections = ({ blocks, bytes, markdown }: Result): ReadonlyArray<Section> => {
  const printed = blocks.filter((block) => block.span !== null)
  if (printed.length === 0) return [{ page: 1, groups: [{ blocks: [], markdown }] }]
  const out: Array<{ page: number; groups: Array<Group> }> = []
  for (let i = 0; i < printed.length; ) {
    const first = printed[i] as Block
    let end = i + 1
    if (first.type === "list_item") {
      while (printed[end]?.type === "list_item" && printed[end]?.page === first.page) end++
    }
    const group = printed.slice(i, end)
    const slice = bytes.subarray(first.span?.start ?? 0, group.at(-1)?.span?.end ?? 0)
    const section = out.at(-1)
    const made = { blocks: group, markdown: outdented(decoder.decode(slice)) }
    if (section !== undefined && section.page === first.page) section.groups.push(made)
    else out.push({ page: first.page, groups: [made] })
    i = end
  }
  return out
}

/** A list that begins in the middle of another, on a new page, stands as far right as that one had it. */
const outdented = (markdown: string): string => {
  const [indent = ""] = /^ +/.exec(markdown) ?? []
  return indent === "" ? markdown : markdown.replace(new RegExp(`^ {1,${indent.length}}`, "gm"), "")
}
