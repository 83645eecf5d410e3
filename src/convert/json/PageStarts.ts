/** Where in the text of a block each of its pages begins, so that a passage of it can name its own pages. */
import { joined } from "../document/Hyphens.ts"
import type { TextLine } from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import type { PageStart } from "../model/Result.ts"
import { plain } from "../model/Text.ts"

/** Lines that follow one another on the same page. */
const byPage = (lines: ReadonlyArray<TextLine>): ReadonlyArray<readonly [TextLine, ...Array<TextLine>]> => {
  const out: Array<[TextLine, ...Array<TextLine>]> = []
  for (const line of lines) {
    const last = out.at(-1)
    if (last !== undefined && last[0].page === line.page) last.push(line)
    else out.push([line])
  }
  return out
}

/** In characters of the lines' text, in order; nothing of a block that stands on one page. */
export const pageStarts = (lines: ReadonlyArray<TextLine>, spelling: Spelling): ReadonlyArray<PageStart> => {
  const pages = byPage(lines)
  if (pages.length < 2) return []
  const textOf = (some: ReadonlyArray<TextLine>) => plain(joined(some, spelling))
  const out: Array<PageStart> = []
  const lead = textOf(pages[0] ?? []).match(/^\s*/)?.[0].length ?? 0
  let end = -lead
  let before: TextLine | undefined
  for (const own of pages) {
    const [first] = own
    // A blank comes between two lines, a hyphen goes, or neither.
    const seam =
      before === undefined ? 0 : textOf([before, first]).length - textOf([before]).length - textOf([first]).length
    out.push({ page: first.page, start: Math.max(0, end + seam) })
    end += seam + textOf(own).length
    before = own.at(-1)
  }
  return out
}
