/** What looks like a table and is none: running text in columns, lists, tables of contents, formulas, drawings. */

import type { Cell } from "../model/Block.ts"
import { median } from "../model/Geometry.ts"
import { isEmpty } from "./Grid.ts"

/** Columns filled less than this share are noise. */
const sparse = 0.3
/** Cells of running text: at the median so many words, in every column. */
const prose = 5
/** So many of the entries of a first column are markers: a list. */
const marked = 0.6
/** So many entries of a last column are ascending pages: a table of contents. */
const paged = 0.8

const marker = /^(?:[•◦▪‣·○■□–—*-]|\(?(?:\d{1,3}|[ivxlc]{1,5}|[a-z])[.)]|\d+(?:\.\d+)+\.?|\[\d+\])$/i
const leaders = /(?:\. ?){4,}|…/
const equation = /^\(\d{1,3}(?:\.\d{1,3})*[a-z]?\)$/

const textOf = (each: Cell): string =>
  each.runs
    .map((run) => run.text)
    .join("")
    .trim()

/** `ruled` when rules vouch for the rows. */
export const isPlausible = (rows: ReadonlyArray<ReadonlyArray<Cell>>, ruled: boolean): boolean => {
  const columns = columnsOf(rows)
  if (columns.length < 2) return false
  if (columns.some((column) => column.length < sparse * rows.length) && !ruled) return false
  const words = columns.map((column) => median(column.map((text) => text.split(/\s+/).length)))
  if (words.every((n) => n >= prose)) return false
  return !isChart(rows) && !isList(columns, words) && !isContents(rows.length, columns, words) && !isFormula(columns)
}

/** The texts of each column, without the empty ones. A spanning cell is of its first. */
const columnsOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<ReadonlyArray<string>> => {
  const out: Array<Array<string>> = []
  for (const row of rows) {
    let at = 0
    for (const each of row) {
      while (out.length < at + each.columns) out.push([])
      if (!isEmpty(each)) out[at]?.push(textOf(each))
      at += each.columns
    }
  }
  return out
}

const isList = (columns: ReadonlyArray<ReadonlyArray<string>>, words: ReadonlyArray<number>): boolean => {
  const [first = [], second = []] = columns
  if (columns.length > 2) return false
  const markers = first.filter((text) => marker.test(text)).length
  if (markers >= marked * first.length) return true
  const numbers = first.map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN))
  const counted = numbers.every((n, i) => i === 0 || n === (numbers[i - 1] ?? 0) + 1)
  return counted && first.length === second.length && (words[1] ?? 0) >= 3
}

const pageNumber = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (!/^[ivxl]{1,6}$/.test(text)) return -1
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }
  const digits = [...text].map((c) => values[c] ?? 0)
  return -1000 + digits.reduce((sum, d, i) => sum + (d < (digits[i + 1] ?? 0) ? -d : d), 0)
}

const isContents = (
  rows: number,
  columns: ReadonlyArray<ReadonlyArray<string>>,
  words: ReadonlyArray<number>
): boolean => {
  const all = columns.flat()
  if (all.filter((text) => leaders.test(text)).length >= 0.3 * rows) return true
  const last = columns.at(-1) ?? []
  if (last.length < 3 || (words[0] ?? 0) < (columns.length === 2 ? 2 : 1) || columns.length > 3) return false
  if (columns.length === 3 && (words[1] ?? 0) < 2) return false
  const pages = last.map(pageNumber)
  const inOrder = pages.filter((page, i) => page !== -1 && (i === 0 || page >= (pages[i - 1] ?? 0))).length
  return inOrder >= paged * last.length && pages[0] !== -1
}

/** Numbers in equal steps, as on an axis: down the first or last column, or along a row by more than one. */
export const isChart = (rows: ReadonlyArray<ReadonlyArray<Cell>>): boolean => {
  const downwards = [0, -1].some((at) => {
    const column = rows.flatMap((row) => {
      const own = row.at(at)
      return own && !isEmpty(own) ? [numeral(textOf(own).split(/\s/).at(at) ?? "")] : []
    })
    return isAxis(
      column.filter((n) => !Number.isNaN(n)),
      (step) => step < 0
    )
  })
  const along = rows.slice(1).some((row) => {
    const words = row.flatMap((each) => (isEmpty(each) ? [] : textOf(each).split(/\s+/)))
    return isAxis(words.map(numeral), (step) => Math.abs(step) !== 1)
  })
  return downwards || along
}

/** At least so many numbers make an axis. */
const ticks = 5

const numeral = (text: string): number =>
  /^[-–−]?[\d.,]+%?$/.test(text) ? Number(text.replace(/[–−]/, "-").replace(/[,%]/g, "")) : Number.NaN

const isAxis = (numbers: ReadonlyArray<number>, steps: (step: number) => boolean): boolean => {
  if (numbers.length < ticks) return false
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0)
  const even = numbers.every(
    (n, i) => i === 0 || Math.abs(n - (numbers[i - 1] ?? 0) - step) <= 1e-6 * Math.max(1, Math.abs(n))
  )
  return even && step !== 0 && steps(step)
}

/** Numbered formulas. */
const isFormula = (columns: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const last = columns.at(-1) ?? []
  return last.length > 0 && last.every((text) => equation.test(text)) && columns.length <= 4
}
