/**
 * Line[] → Region[]: where to read first. Lines that span a gutter (titles, wide tables) cut the page into bands; within
 * a band the columns are read one after the other, and each may have bands of its own. A gutter counts only when lines
 * on both sides look like running text, since the columns of a table are read row by row.
 */
import { around, centreY, median, overlap, union, width } from "./Geometry.ts"
import { line } from "./Lines.ts"
import type { Line, Placed, Region } from "./Page.ts"

/** The least gutter, in em of the lines beside it. */
const gutter = 0.75
/** At least so many lines on each side of a gutter … */
const leastLines = 3
/** … and this share of a column's width must be filled by its median line. */
const filled = 0.45
/** So many lines one below the other, all with a gap of a gutter's width that ends at one place, have a gutter there. */
const leastRun = 4
/** Running text and what stands this many em beside it, with less than this share of their lines in common rows are read one after the other. */
const farApart = 2
const unpaired = 0.4
/** Lines this much larger or smaller than others are of another size. */
const sized = 1.2
/** A heading beside the text is this much larger. */
const displayed = 1.3
/** … and has at most so many lines. */
const mostHead = 4
/** Cards have at most so many rows of one size side by side; a table has more. */
const mostPaired = 3
/** The gap between an overfull line and the next column, against the line's own spaces. */
const partedBy = 1.5
/** This share of a column's lines may run into the gutter. */
const overfull = 0.1
/** The least width of a column of running text, in em. */
const leastColumn = 8
/** Lines narrower than this share of a region may stand in columns. */
const narrow = 0.55
/** Centred lines start so many em from the edge of their column, at least. */
const centred = 0.8
/** Left edges this close, in points, are one edge. */
const edge = 3
/** So many places are tried as gutters at most, the likeliest. */
const mostPlaces = 24
/** Columns within columns: magazines have two levels. */
const deepest = 4
/** Words this far apart, in em, are never one. */
const clear = 0.5
/** Lines whose baselines differ by less than this, in em, are pieces of one row. */
const sameBaseline = 0.35

export const regions = (lines: ReadonlyArray<Line>): ReadonlyArray<Region> => {
  const flat = lines.filter((each) => each.angle === 0)
  const turned = lines.filter((each) => each.angle !== 0)
  const angles = [...new Set(turned.map((each) => each.angle))]
  return [
    ...split(flat, 0),
    ...angles.flatMap((angle) =>
      split(
        turned.filter((each) => each.angle === angle),
        deepest
      )
    )
  ].filter((each) => each.lines.length > 0)
}

const top = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  [...lines].sort((a, b) => centreY(a.box) - centreY(b.box) || a.box.x0 - b.box.x0)

const split = (lines: ReadonlyArray<Line>, depth: number): ReadonlyArray<Region> => {
  const cut = depth < deepest ? gutterOf(lines) : null
  if (cut === null) return [region(lines)]
  const out: Array<Region> = []
  const sorted = top(lines)
  const apart = unjoined(sorted, gapped(sorted), cut).flatMap((each) =>
    crosses(each, cut) ? parted(each, cut) : [each]
  )
  for (const band of bandsAt(top(apart), cut)) {
    if (!band.columns) {
      out.push(...split(band.lines, depth + 1))
      continue
    }
    const left = band.lines.filter((each) => each.box.x0 < cut - edge)
    const right = band.lines.filter((each) => each.box.x0 >= cut - edge)
    out.push(...split(left, depth + 1), ...split(right, depth + 1))
  }
  return out
}

interface Band {
  readonly columns: boolean
  readonly lines: ReadonlyArray<Line>
}

/** The x at which the right-hand column begins, if there is one. */
const gutterOf = (lines: ReadonlyArray<Line>): number | null => {
  if (lines.length < 2 * leastLines) return null
  const sorted = top(lines)
  const gaps = gapped(sorted)
  let best: number | null = null
  let most = 0
  for (const x of new Set([...edges(lines), ...strips(lines), ...aligned(sorted, gaps)])) {
    const score = evidence(bandsAt(unjoined(sorted, gaps, x), x), x)
    if (score > most) {
      most = score
      best = x
    }
  }
  return best
}

/** Left edges that several lines share: the leftmost of each cluster. */
const edges = (lines: ReadonlyArray<Line>): ReadonlyArray<number> => {
  const starts = lines.map((each) => each.box.x0).sort((a, b) => a - b)
  const out: Array<number> = []
  let from = 0
  for (let i = 1; i <= starts.length; i++) {
    if (i < starts.length && (starts[i] ?? 0) - (starts[i - 1] ?? 0) <= edge) continue
    if (i - from >= leastLines) out.push(starts[from] ?? 0)
    from = i
  }
  return out.slice(1)
}

/** Right ends of the strips that lines narrower than half the page leave free: columns that are centred have no edge. */
const strips = (lines: ReadonlyArray<Line>): ReadonlyArray<number> => {
  const box = around(lines.map((each) => each.box))
  const spans = lines
    .filter((each) => width(each.box) < narrow * width(box))
    .map((each) => each.box)
    .sort((a, b) => a.x0 - b.x0)
  const out: Array<number> = []
  let end = spans[0]?.x1 ?? 0
  for (const span of spans) {
    if (span.x0 - end > gutter * 10) out.push(span.x0)
    end = Math.max(end, span.x1)
  }
  return out
}

/** The words of each line that stand behind a gap as wide as a gutter. */
const gapped = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<number>> =>
  lines.map(({ words, size }) => {
    const out: Array<number> = []
    for (let i = 1; i < words.length; i++)
      if ((words[i]?.box.x0 ?? 0) - (words[i - 1]?.box.x1 ?? 0) >= gutter * size) out.push(i)
    return out
  })

/** Places where wide gaps inside lines end one below the other: a gutter no wider than a word space of justified text. */
const aligned = (lines: ReadonlyArray<Line>, gaps: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  const ends = new Map<number, number>()
  gaps.forEach((at, i) => {
    for (const k of at) {
      const key = Math.round(lines[i]?.words[k]?.box.x0 ?? 0)
      ends.set(key, (ends.get(key) ?? 0) + 1)
    }
  })
  const near = (x: number) => (ends.get(x - 1) ?? 0) + (ends.get(x) ?? 0) + (ends.get(x + 1) ?? 0)
  return [...ends.keys()]
    .filter((x) => near(x) >= leastRun)
    .sort((a, b) => near(b) - near(a) || a - b)
    .slice(0, mostPlaces)
}

/** Lines that run on over a gutter at `x` since it is narrow, parted there: only where several in a row can be. */
const unjoined = (
  sorted: ReadonlyArray<Line>,
  gaps: ReadonlyArray<ReadonlyArray<number>>,
  x: number
): ReadonlyArray<Line> => {
  const cuts = sorted.map(({ words }, i) =>
    (gaps[i] ?? []).find((at) => Math.abs((words[at]?.box.x0 ?? 0) - x) <= edge / 2)
  )
  if (cuts.filter((at) => at !== undefined).length < leastRun) return sorted
  const out: Array<Line> = []
  let from = 0
  const close = (to: number) => {
    const whole = cuts.slice(from, to).filter((at) => at !== undefined).length >= leastRun
    for (let i = from; i < to; i++) {
      const each = sorted[i] as Line
      const at = cuts[i]
      if (whole && at !== undefined) out.push(line(each.words.slice(0, at)), line(each.words.slice(at)))
      else out.push(each)
    }
    from = to
  }
  sorted.forEach((each, i) => {
    if (cuts[i] === undefined && crosses(each, x)) close(i + 1)
  })
  close(sorted.length)
  return out
}

const crosses = (each: Line, x: number): boolean => each.box.x0 < x - edge && each.box.x1 > x + edge

/** Lines that cross `x` make bands of one column, the stretches between them bands of two. `sorted` is top to bottom. */
const bandsAt = (sorted: ReadonlyArray<Line>, x: number): ReadonlyArray<Band> => {
  const bands: Array<Band> = []
  let plain: Array<Line> = []
  let beside: Array<Line> = []
  const flush = () => {
    if (plain.length > 0) bands.push({ columns: false, lines: plain })
    plain = []
  }
  const close = () => {
    const left = beside.filter((each) => each.box.x0 < x - edge)
    const right = beside.filter((each) => each.box.x0 >= x - edge)
    if (isClear(left, x) && areColumns(left, right, x)) {
      const start = Math.min(...left.map((each) => each.box.y0))
      const early = new Set([
        ...right.filter((each) => each.box.y1 <= start && isLone(each, beside)),
        ...authorsOf(beside, x, plain.at(-1) ?? bands.at(-1)?.lines.at(-1))
      ])
      plain.push(...early)
      flush()
      bands.push({ columns: true, lines: beside.filter((each) => !early.has(each)) })
    } else plain.push(...beside)
    beside = []
  }
  let last: Line | undefined
  sorted.forEach((each, i) => {
    if (crosses(each, x) || (last !== undefined && endsTitle(last, each, sorted[i + 1]))) {
      close()
      plain.push(each)
      last = each
    } else {
      beside.push(each)
      last = undefined
    }
  })
  close()
  flush()
  return bands
}

/** The lines of a title's authors, side by side below it: none starts at the edge of its column. `beside` is top to bottom. */
const authorsOf = (beside: ReadonlyArray<Line>, x: number, title: Line | undefined): ReadonlyArray<Line> => {
  if (title === undefined || title.size < sized * sizeOf(beside)) return []
  const isLeft = (each: Line) => each.box.x0 < x - edge
  const start = (left: boolean) =>
    Math.min(...beside.filter((each) => isLeft(each) === left).map((each) => each.box.x0))
  const [first, second] = [start(true), start(false)]
  const isCentred = (each: Line) => each.box.x0 > (isLeft(each) ? first : second) + centred * each.size
  let end = 0
  while (end < beside.length) {
    const row = beside.slice(end).filter((each) => Math.abs(each.baseline - (beside[end]?.baseline ?? 0)) < edge)
    if (!row.every(isCentred) || !row.some(isLeft) || row.every(isLeft)) break
    end += row.length
  }
  return beside.slice(0, end)
}

/** The short last line of a title that crosses the columns, with nothing beside it. */
const endsTitle = (title: Line, each: Line, next: Line | undefined): boolean =>
  each.size > (next?.size ?? each.size) &&
  Math.abs(each.size - title.size) < 0.5 &&
  Math.abs(each.box.x0 - title.box.x0) < edge &&
  each.baseline - title.baseline < 2 * each.size &&
  (next === undefined || next.box.y0 >= each.baseline)

/** An overfull line and the line it touches beyond the gutter, if that is what a line is: a wide gap right before `x`. */
const parted = (each: Line, x: number): ReadonlyArray<Line> => {
  const at = each.words.findIndex((word) => Math.abs(word.box.x0 - x) <= edge / 2)
  if (at < 1) return [each]
  const gaps = each.words.slice(1).map((word, i) => word.box.x0 - (each.words[i]?.box.x1 ?? 0))
  const wide = (gaps[at - 1] ?? 0) > partedBy * median(gaps.filter((_, i) => !each.words[i + 1]?.glued))
  return wide ? [line(each.words.slice(0, at)), line(each.words.slice(at))] : [each]
}

/** Nearly all lines on the left end before the gutter; an overfull line may run into it. */
const isClear = (left: ReadonlyArray<Line>, x: number): boolean =>
  left.filter((each) => each.box.x1 > x - gutter * each.size).length <= overfull * left.length

const areColumns = (left: ReadonlyArray<Line>, right: ReadonlyArray<Line>, x: number): boolean => {
  const beside = isProse(left)
  const other = isProse(right)
  return (
    (beside && other) ||
    ((beside || other) && isIndependent(left, right, x)) ||
    isBeside(left, right, x) ||
    areCards(left, right, x)
  )
}

const isFar = (left: ReadonlyArray<Line>, x: number, size = sizeOf(left)): boolean =>
  Math.max(...left.map((each) => each.box.x1)) <= x - farApart * size

const sizeOf = (lines: ReadonlyArray<Line>): number => median(lines.map((each) => each.size))

/** A heading that stands beside its text, level with its beginning. */
const isBeside = (left: ReadonlyArray<Line>, right: ReadonlyArray<Line>, x: number): boolean =>
  isFar(left, x, Math.min(sizeOf(left), sizeOf(right))) && (isSideHead(left, right) || isSideHead(right, left))

const isSideHead = (head: ReadonlyArray<Line>, text: ReadonlyArray<Line>): boolean => {
  const [first] = head
  if (first === undefined || head.length > mostHead || !isProse(text)) return false
  const size = displayed * sizeOf(text)
  const start = Math.min(...text.map((each) => each.box.y0))
  return (
    Math.abs(first.box.y0 - start) < 2 * first.size &&
    head.every((each, i) => each.size >= size && each.baseline - (head[i - 1] ?? each).baseline < 2 * each.size)
  )
}

/** Titles in one row with text of another size below each, as on a slide: a column of a table is of one size. */
const areCards = (left: ReadonlyArray<Line>, right: ReadonlyArray<Line>, x: number): boolean => {
  const [a, b] = [left[0], right[0]]
  if (a === undefined || b === undefined || !isFar(left, x) || !isCard(left) || !isCard(right)) return false
  return rowOf(a, 0) === rowOf(b, 0) && rowsInCommon(left, right) <= mostPaired
}

/** Lines of two sizes; typewriter is often set smaller than what it stands with. */
const isCard = (lines: ReadonlyArray<Line>): boolean => {
  const sizes = lines.filter((each) => each.words.some((word) => !word.mono)).map((each) => each.size)
  return Math.max(...sizes) >= sized * Math.min(...sizes)
}

/** A place of a row, and what may stand in it. */
const rowOf = (each: Line, by: number): string => `${Math.round(each.baseline) + by} ${Math.round(each.size)}`

const rowsInCommon = (left: ReadonlyArray<Line>, right: ReadonlyArray<Line>): number => {
  const rows = new Set(right.flatMap((each) => [-1, 0, 1].map((by) => rowOf(each, by))))
  return new Set(left.map((each) => rowOf(each, 0)).filter((each) => rows.has(each))).size
}

/** Two groups far apart, few of whose lines stand in one row, are not the columns of a table. */
const isIndependent = (left: ReadonlyArray<Line>, right: ReadonlyArray<Line>, x: number): boolean => {
  if (left.length < leastLines || right.length < leastLines || !isFar(left, x)) return false
  const paired = (some: ReadonlyArray<Line>, others: ReadonlyArray<Line>) => {
    const rows = new Set(others.map((each) => Math.round(each.baseline)))
    const meets = (at: number) => rows.has(at - 1) || rows.has(at) || rows.has(at + 1)
    return some.filter((each) => meets(Math.round(each.baseline))).length
  }
  return paired(left, right) < unpaired * left.length && paired(right, left) < unpaired * right.length
}

/** A line with nothing below it within two of its heights: a date or a page number, not the top of a column. */
const isLone = (each: Line, all: ReadonlyArray<Line>): boolean =>
  !all.some(
    (other) =>
      other !== each &&
      other.box.y0 >= each.box.y1 - 1 &&
      other.box.y0 - each.box.y1 < 2 * each.size &&
      overlap(other.box.x0, other.box.x1, each.box.x0, each.box.x1) > 0
  )

const isProse = (lines: ReadonlyArray<Line>): boolean => {
  if (lines.length < leastLines) return false
  const size = median(lines.map((each) => each.size))
  const widths = lines.map((each) => width(each.box)).sort((a, b) => a - b)
  const whole = widths[Math.floor(widths.length * 0.9)] ?? 0
  const typical = weighted(widths)
  if (whole < leastColumn * size) return false
  const words = median(lines.map((each) => each.words.length))
  return typical >= filled * whole && (words >= 3 || typical >= 1.5 * leastColumn * size)
}

/** The width that half of all the width is in lines of at least. */
const weighted = (sorted: ReadonlyArray<number>): number => {
  let rest = sorted.reduce((sum, each) => sum + each, 0) / 2
  for (const each of sorted) {
    rest -= each
    if (rest <= 0) return each
  }
  return 0
}

/** How much text stands side by side at `x`, in points of height. */
const evidence = (bands: ReadonlyArray<Band>, x: number): number => {
  let sum = 0
  for (const band of bands) {
    if (!band.columns) continue
    let left = 0
    let right = 0
    for (const each of band.lines) {
      if (each.box.x0 < x - edge) left += each.size
      else right += each.size
    }
    sum += Math.min(left, right)
  }
  return sum
}

/** Neither a table nor a picture. */
const isWords = (each: Line): boolean => each.words.length > 0

/** Lines top to bottom, the pieces of one row joined. */
export const region = (lines: ReadonlyArray<Line>): Region => {
  const height = (each: Line) => (isWords(each) ? each.baseline : centreY(each.box))
  const sorted = [...lines].sort((a, b) => height(a) - height(b) || a.box.x0 - b.box.x0)
  const rows: Array<Array<Line>> = []
  for (const each of sorted) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (
      row &&
      first &&
      each.cells === undefined &&
      first.cells === undefined &&
      each.baseline - first.baseline <= sameBaseline * Math.min(each.size, first.size)
    )
      row.push(each)
    else rows.push([each])
  }
  const joined = rows.map((row) => (row.length === 1 ? (row[0] as Line) : join(row)))
  return { lines: joined, box: around(joined.map((each) => each.box)) }
}

/** What is raised or lowered in a piece stays so; pieces of different sizes do not raise one another. */
const join = (row: ReadonlyArray<Line>): Line => {
  const [first] = row
  if (first !== undefined && areAlike(row))
    return { ...first, words: row.flatMap((each) => each.words), box: row.map((each) => each.box).reduce(union) }
  const whole = line(row.flatMap((each) => each.words))
  const shifts = new Map(row.flatMap((each) => each.words.map((word) => [placeOf(word), word.shift] as const)))
  const words = whole.words.map((word): Placed => ({ ...word, shift: shifts.get(placeOf(word)) ?? word.shift }))
  return { ...whole, words, box: row.map((each) => each.box).reduce(union) }
}

/** Pieces of one size and baseline, from left to right with gaps between: joined, each of their words is as it was. */
const areAlike = (row: ReadonlyArray<Line>): boolean =>
  row.every((each, i) => {
    const before = row[i - 1]
    return (
      !each.words.some((word) => word.turned) &&
      (before === undefined ||
        (each.size === before.size &&
          each.baseline === before.baseline &&
          each.box.x0 - before.box.x1 >= clear * each.size))
    )
  })

const placeOf = (word: Placed): string => `${word.box.x0},${word.baseline},${word.text}`
