/**
 * Block[][] → Block[][] and RunningHead[]: running heads, running feet and page numbers are no part of the text. They are known by coming back: the same text,
 * numbers aside, at the same height of several pages. On two pages only page numbers repeat; on one, nothing does.
 */

import type { Block, RunningHead } from "../model/Block.ts"
import { printedLines, textOf } from "../model/Text.ts"
import { styleKey } from "./Statistics.ts"

/** Evidence needs at least so many pages. */
const leastPages = 3
/** Page numbers count up on so many. */
const leastNumbers = 2
/** A page's number and no other word. */
const numeral = /^[-–—]?\s*(\d{1,4})\s*[-–—]?$/
/** Share of a page's height, at the top and at the bottom, in which running text may stand. */
const margin = 0.14
/** Running text is at most so long, in characters. */
const longest = 150
/** It comes back on this share of the pages, or of those with its parity … */
const share = 0.5
/** … or at least this often in a stretch with a page between at most, as a chapter's title does. */
const stretch = 3
/** A line that changes stands on this share of the pages. */
const mostPages = 0.4
/** A line that changes is this far from the text, in em. */
const clear = 0.7
/** This share of the pages may be blank but for running text. */
const blank = 0.25
/** Heights this close, in points, are one. */
const level = 6

interface Seen {
  readonly page: number
  readonly y: number
  readonly block: Block
}

/** The text of each page, and what runs over and under it. */
export interface Parted {
  readonly bodies: ReadonlyArray<ReadonlyArray<Block>>
  readonly heads: ReadonlyArray<RunningHead>
}

export const withoutRunningHeads = (pages: ReadonlyArray<ReadonlyArray<Block>>): Parted => {
  const gone = new Set<Block>([...numbers(pages), ...(pages.length < leastPages ? [] : running(pages))])
  if (gone.size === 0) return { bodies: pages, heads: [] }
  const isBare = (blocks: ReadonlyArray<Block>) => blocks.length > 0 && blocks.every((block) => gone.has(block))
  // a few pages of nothing else are blank; where there are many, as in a set of cards, they are made of it
  const bare = pages.filter(isBare).length
  const mayBeBlank = bare <= blank * pages.filter((blocks) => blocks.length > 0).length
  const heads: Array<RunningHead> = []
  const bodies = pages.map((blocks) => {
    if (isBare(blocks) && !mayBeBlank) return blocks
    heads.push(...blocks.flatMap((block) => (gone.has(block) ? asRunningHead(block) : [])))
    return blocks.filter((block) => !gone.has(block))
  })
  return { bodies, heads }
}

const asRunningHead = (block: Block): ReadonlyArray<RunningHead> => {
  if (!("style" in block)) return []
  const { style, place } = block
  const kind = (place.box.y0 + place.box.y1) / 2 < place.height / 2 ? "header" : "footer"
  return [{ kind, lines: printedLines(block), style, place }]
}

/** Numbers alone at the head or the foot, at one height of two pages or more, that count up as the pages do. */
const numbers = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<Block> => {
  const groups = new Map<string, Array<Block>>()
  for (const block of pages.flat()) {
    if (block.kind !== "paragraph" || block.lines.length > 1 || fingerprint(block) === null) continue
    const number = numeral.exec(textOf(block).trim())?.[1]
    if (number === undefined) continue
    const key = `${Number(number) - block.place.page}|${Math.round(block.place.box.y1 / level)}`
    const same = groups.get(key)
    if (same) same.push(block)
    else groups.set(key, [block])
  }
  return [...groups.values()].filter((same) => same.length >= leastNumbers).flat()
}

const running = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<Block> => {
  const groups = new Map<string, Array<Seen>>()
  pages.forEach((blocks, page) => {
    for (const block of blocks) {
      const print = fingerprint(block)
      if (print === null) continue
      const seen = { page, y: block.place.box.y0, block }
      const same = groups.get(print)
      if (same) same.push(seen)
      else groups.set(print, [seen])
    }
  })
  const repeated = [...groups.values()].flatMap((group) => repeats(group, pages.length).map((seen) => seen.block))
  return [...inPlace(pages), ...repeated]
}

/**
 * Lines whose text changes from page to page, such as the titles of sections: the first or last line of most pages, at one
 * height, well apart from the text.
 */
const inPlace = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<Block> => {
  const byHeight = new Map<string, Array<Block>>()
  for (const blocks of pages) {
    const sorted = [...blocks].sort((a, b) => a.place.box.y0 - b.place.box.y0)
    const pairs = [
      [sorted[0], sorted[1]],
      [sorted.at(-1), sorted.at(-2)]
    ] as const
    for (const [outer, inner] of pairs) {
      if (outer === undefined || inner === undefined || fingerprint(outer) === null || outer.kind !== "paragraph")
        continue
      const gap = Math.max(inner.place.box.y0 - outer.place.box.y1, outer.place.box.y0 - inner.place.box.y1)
      if (outer.lines.length > 1 || gap < clear * outer.style.size) continue
      if (blocks.every((each) => each === outer || !("style" in each) || each.style.size < outer.style.size)) continue
      const height = `${Math.round(outer.place.box.y0 / level)}|${styleKey({ ...outer.style, caps: false })}`
      const same = byHeight.get(height)
      if (same) same.push(outer)
      else byHeight.set(height, [outer])
    }
  }
  return [...byHeight.values()]
    .filter((same) => same.length > stretch && same.length >= mostPages * pages.length)
    .flat()
}

/** What stays the same of a running line, with where it stands; null when the block cannot be one. */
const fingerprint = (block: Block): string | null => {
  if (block.kind !== "paragraph" && block.kind !== "item") return null
  const { box, height } = block.place
  const atTop = box.y1 < margin * height
  const atFoot = box.y0 > (1 - margin) * height
  if (!atTop && !atFoot) return null
  const text = (block.kind === "item" ? `${block.marker} ` : "") + textOf(block)
  if (text.length > longest || block.lines.length > 3) return null
  const same = text
    .toLowerCase()
    .replace(/\d+/g, "#")
    .replace(/^[ivxlc]+$/, "#")
    .replace(/\s+/g, " ")
    .trim()
  return `${atTop ? "top" : "foot"}|${same}`
}

const repeats = (group: ReadonlyArray<Seen>, total: number): ReadonlyArray<Seen> => {
  const sorted = [...group].sort((a, b) => a.y - b.y || a.page - b.page)
  const out: Array<Seen> = []
  let from = 0
  for (let i = 1; i <= sorted.length; i++) {
    const here = sorted[i]
    const before = sorted[i - 1] as Seen
    if (here !== undefined && here.y - before.y <= level) continue
    const same = sorted.slice(from, i)
    if (isRunning(same, total)) out.push(...same)
    from = i
  }
  return out
}

const isRunning = (same: ReadonlyArray<Seen>, total: number): boolean => {
  const numbers = [...new Set(same.map((seen) => seen.page))].sort((a, b) => a - b)
  if (numbers.length < leastPages) return false
  const even = numbers.filter((page) => page % 2 === 0).length
  const half = total / 2
  if (numbers.length >= share * total || even >= share * half || numbers.length - even >= share * half) return true
  let run = 1
  for (let i = 1; i < numbers.length; i++) {
    run = (numbers[i] ?? 0) - (numbers[i - 1] ?? 0) <= 2 ? run + 1 : 1
    if (run >= stretch) return true
  }
  return false
}
