/** Where on a page a gutter may be: strips without letters, and whether text stands beside them. */

/** Lengths in em. A strip so wide is free when in none of its rows of pixels more than this is ink. */
const stripEm = 0.6
const stainEm = 0.15
/** How far a gutter may bend aside from one em to the next. */
const bendEm = 1 / 12
/** Beside a gutter is what is so near to it; so no column is narrower, and none shorter. */
export const columnEm = 8
/** There letters take at least this share of a line of text; where none are as near as the other, there is none. */
const minFilled = 0.5
const nearEm = 2

/** A page in rows of an em, and in columns of what a gutter may bend. */
export interface Grid {
  readonly rows: number
  readonly columns: number
  /** In pixels. */
  readonly down: number
  readonly across: number
  /** 1 where the strip around a place is free. */
  readonly free: Uint8Array
  /** On how many sides of a place text stands. */
  readonly sides: Uint8Array
}

/** The middle of a column, in pixels. */
export const middleOf = ({ across }: Pick<Grid, "across">, column: number): number =>
  Math.floor((column + 0.5) * across)

/** `letters` is 1 where there is ink of letters, row by row; `em` the size of most print, in pixels. */
export const gridOf = (letters: Uint8Array, width: number, em: number): Grid => {
  const down = Math.max(2, Math.round(em))
  const across = Math.max(1, Math.round(bendEm * em))
  const rows = Math.floor(letters.length / width / down)
  const columns = Math.floor(width / across)
  const free = new Uint8Array(rows * columns).fill(1)
  const isClear = clearAt(letters, width, em)
  for (let y = 0; y < rows * down; y++) {
    const clear = isClear(y)
    const start = Math.floor(y / down) * columns
    for (let column = 0; column < columns; column++)
      if (free[start + column] === 1 && !clear(middleOf({ across }, column))) free[start + column] = 0
  }
  const sides = sidesOf(free, rows, columns, em / across)
  return { rows, columns, down, across, free, sides }
}

/** Whether the strip around a place has no letters in this row of pixels. */
export const clearAt = (letters: Uint8Array, width: number, em: number) => {
  const reach = Math.max(1, Math.round((stripEm * em) / 2))
  const stain = stainEm * em
  const before = new Int32Array(width + 1)
  return (y: number) => {
    for (let x = 0, at = y * width; x < width; x++, at++) before[x + 1] = (before[x] ?? 0) + (letters[at] ?? 0)
    return (x: number): boolean =>
      (before[Math.min(width, x + reach)] ?? 0) - (before[Math.max(0, x - reach)] ?? 0) <= stain
  }
}

/** 2 where text in columns is on both sides, 1 where any is near, else 0; `em` in columns. Between two lines, what is beside one of them counts. */
const sidesOf = (free: Uint8Array, rows: number, columns: number, em: number): Uint8Array => {
  const reach = Math.round(columnEm * em)
  const near = Math.round(nearEm * em)
  const out = new Uint8Array(free.length)
  const before = new Int32Array(columns + 1)
  for (let row = 0; row < rows; row++) {
    const start = row * columns
    for (let column = 0; column < columns; column++) {
      const at = start + column
      const isText = free[at] === 0 || free[at - columns] === 0 || free[at + columns] === 0
      before[column + 1] = (before[column] ?? 0) + (isText ? 1 : 0)
    }
    for (let column = 0; column < columns; column++) {
      const countTo = (by: number) => before[Math.max(0, Math.min(columns, column + by))] ?? 0
      const isBetween = Math.min(countTo(0) - countTo(-reach), countTo(reach) - countTo(0)) >= minFilled * reach
      out[start + column] = isBetween ? 2 : countTo(near) > countTo(-near) ? 1 : 0
    }
  }
  return out
}
