/** What looks like a table and is none: tables of contents, scales of charts, numbered formulas. Each answers from 0 to 1. */

type Texts = ReadonlyArray<ReadonlyArray<string>>

const leaders = /(?:\. ?){4,}|…/
const equation = /^\(\d{1,3}(?:\.\d{1,3})*[a-z]?\)$/
/** So many of the entries of a last column are ascending pages. */
const paged = 0.8
/** At least so many numbers make a scale. */
const ticks = 5

/** Titles with leaders, or with ascending pages behind them: of one word each only below the title of a table of contents. `columns` are the texts of each column, without the empty ones. */
export const contents = (columns: Texts, rows: number, isBelowTitle: boolean): number => {
  if (columns.flat().filter((text) => leaders.test(text)).length >= 0.3 * rows) return 1
  const last = columns.at(-1) ?? []
  const words = columns.map(
    (own) => own.reduce((sum, text) => sum + text.split(" ").length, 0) / Math.max(1, own.length)
  )
  if (last.length < 3 || columns.length > 3 || columns.length < 2) return 0
  if ((words[columns.length - 2] ?? 0) < 2 && !isBelowTitle) return 0
  const pages = last.map(pageNumber)
  const inOrder = pages.filter((page, i) => page !== -1 && (i === 0 || page >= (pages[i - 1] ?? 0))).length
  return inOrder >= paged * last.length && pages[0] !== -1 ? 1 : 0
}

const pageNumber = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (!/^[ivxl]{1,6}$/.test(text)) return -1
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }
  const digits = [...text].map((c) => values[c] ?? 0)
  return -1000 + digits.reduce((sum, d, i) => sum + (d < (digits[i + 1] ?? 0) ? -d : d), 0)
}

/** Numbers in equal steps: down the first or last column, or along a row by more than one. */
export const axis = (rows: Texts): number => {
  const downwards = [0, -1].some((at) => {
    const column = rows.flatMap((row) => {
      const own = row.at(at)
      return own === undefined || own === "" ? [] : [valueOf(own.split(/\s/).at(at) ?? "")]
    })
    return isScale(
      column.filter((n) => !Number.isNaN(n)),
      (step) => step < 0
    )
  })
  const along = rows
    .slice(1)
    .some((row) =>
      isScale(
        row.flatMap((text) => (text === "" ? [] : text.split(/\s+/))).map(valueOf),
        (step) => Math.abs(step) !== 1
      )
    )
  return downwards || along ? 1 : 0
}

const valueOf = (text: string): number =>
  /^[-–−]?[\d.,]+%?$/.test(text) ? Number(text.replace(/[–−]/, "-").replace(/[,%]/g, "")) : Number.NaN

const isScale = (numbers: ReadonlyArray<number>, isStep: (step: number) => boolean): boolean => {
  if (numbers.length < ticks) return false
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0)
  const even = numbers.every(
    (n, i) => i === 0 || Math.abs(n - (numbers[i - 1] ?? 0) - step) <= 1e-6 * Math.max(1, Math.abs(n))
  )
  return even && step !== 0 && isStep(step)
}

/** Formulas with their numbers at the right. */
export const equations = (columns: Texts): number => {
  const last = columns.at(-1) ?? []
  return last.length > 0 && last.every((text) => equation.test(text)) && columns.length <= 4 ? 1 : 0
}
