/** The Markdown as a document, its blocks tied to their places on the pages. */
import { useEffect, useMemo, useRef } from "preact/hooks"
import type { Block, Result } from "../Result.ts"
import { text } from "../strings.ts"
import { cellsOf, rowOf } from "./Cells.ts"
import { rendered, setFormulas } from "./Markdown.ts"
import { draw, type Pdf } from "./Pdf.ts"
import { type Group, type Section, sections } from "./Sections.ts"
import type { Pointed, Selection } from "./Selection.ts"
import { sight } from "./Sight.ts"

const blockSelector = "[data-block]"

const pixelsPerPoint = 4 / 3

/** Gives each cell of a rendered table the index of the block's cell that it shows. */
const numberCells = (fragment: DocumentFragment, { rows = [] }: Block, shown: Group["rows"]) => {
  const indexOf = cellsOf(rows)
  for (const [y, row] of [...(fragment.querySelector("table")?.rows ?? [])].entries()) {
    for (const [x, cell] of [...row.cells].entries()) {
      const index = indexOf(shown[y] ?? -1, x, row.cells.length)
      if (index !== null) cell.dataset["cell"] = String(index)
    }
  }
}

/** Puts a figure's picture into its frame, cut from the PDF, or its name and words where the browser has no PDF; yields how to forget it. */
const picture = (
  frame: HTMLElement,
  { bbox, page, caption, text: words }: Block,
  { pages }: Result,
  pdf: Pdf | null
) => {
  const shape = pages.find((shape) => shape.page === page)
  if (pdf === null || shape === undefined || bbox.width === 0 || bbox.height === 0) {
    const own = document.createElement("p")
    own.textContent = words
    frame.append(text.figureAt(caption ?? "", page), ...(words === "" ? [] : [own]))
    return () => {}
  }
  const own = document.createElement("div")
  own.className = "picture"
  own.role = "img"
  own.ariaLabel = text.figure(caption ?? "")
  // As wide as the page prints it, where that fits.
  own.style.width = `${Math.round(bbox.width * shape.width * pixelsPerPoint)}px`
  own.style.aspectRatio = `${bbox.width * shape.width} / ${bbox.height * shape.height}`
  frame.append(own)
  return draw(pdf, page, own, bbox)
}

/** Renders a section into its element, each block known by its id; yields how to empty it again. */
const fill = (element: HTMLElement, section: Section, result: Result, pdf: Pdf | null) => {
  const drawings: Array<() => void> = []
  for (const { blocks, markdown, rows } of section.groups) {
    const [only] = blocks
    const frame = document.createElement(only?.type === "figure" ? "figure" : "div")
    if (only?.type === "figure") {
      frame.dataset["block"] = only.id
      element.append(frame)
      drawings.push(picture(frame, only, result, pdf))
      continue
    }
    const fragment = rendered(markdown)
    const items = blocks.length > 1 || only?.type === "list_item" ? [...fragment.querySelectorAll("li")] : []
    if (items.length === blocks.length && items.length > 0) {
      for (const [index, item] of items.entries()) item.dataset["block"] = blocks[index]?.id ?? ""
      element.append(fragment)
      continue
    }
    if (only !== undefined) {
      frame.dataset["block"] = only.id
      numberCells(fragment, only, rows)
    }
    frame.append(fragment)
    element.append(frame)
  }
  void setFormulas(element)
  return () => {
    for (const forget of drawings) forget()
    // Behind another tab it has no height.
    if (element.offsetHeight > 0) element.style.setProperty("--guess", `${element.offsetHeight}px`)
    element.replaceChildren()
  }
}

/** Pixels, until it is rendered. */
const guessedHeight = ({ groups }: Section) =>
  groups.reduce(
    (sum, { markdown, rows, blocks }) =>
      sum + (rows.length > 0 ? 32 * rows.length : blocks[0]?.type === "figure" ? 250 : 24 + markdown.length / 3),
    0
  )

interface Props {
  readonly result: Result
  readonly pdf: Pdf | null
  readonly selection: Selection
}

export const ResultPane = ({ result, pdf, selection }: Props) => {
  const root = useRef<HTMLDivElement>(null)
  const all = useMemo(() => sections(result), [result])

  useEffect(() => {
    const pane = root.current
    if (pane === null) return
    let pointed: Pointed | null = null
    const { watch, show, stop: forget } = sight(pane.parentElement)
    /** The sections of each block: a long table has several. */
    const places = new Map<string, Array<{ readonly element: Element; readonly group: Group }>>()
    for (const section of all) {
      const element = document.createElement("section")
      element.className = "sheet"
      element.style.setProperty("--guess", `${guessedHeight(section)}px`)
      for (const group of section.groups) {
        for (const { id } of group.blocks) places.set(id, [...(places.get(id) ?? []), { element, group }])
      }
      pane.append(element)
      watch(element, () => {
        const empty = fill(element, section, result, pdf)
        mark()
        return empty
      })
    }

    const mark = () => {
      for (const each of pane.querySelectorAll(".pointed")) each.classList.remove("pointed")
      if (pointed === null) return null
      const parts = [...pane.querySelectorAll(`[data-block="${CSS.escape(pointed.id)}"]`)]
      const cell = parts
        .map((part) => part.querySelector(`[data-cell="${pointed?.cell}"]`))
        .find((found) => found !== null)
      for (const each of [...parts, cell]) each?.classList.add("pointed")
      return cell ?? parts[0] ?? null
    }
    /** The section of a block, and of that cell of it. */
    const placeOf = ({ id, cell }: Pointed) => {
      const all = places.get(id) ?? []
      const row = cell === null ? -1 : rowOf(all[0]?.group.blocks[0]?.rows ?? [], cell)
      return (all.find(({ group }) => group.rows.includes(row)) ?? all[0])?.element
    }
    const stop = selection.listen((now) => {
      pointed = now
      const place = now?.isChosen === true ? placeOf(now) : undefined
      if (place !== undefined) show(place)
      const found = mark()
      if (now?.from === "page" && now.isChosen) found?.scrollIntoView({ block: "center" })
    })
    const target = (event: Event) => {
      const at = event.target as Element
      const id = at.closest<HTMLElement>(blockSelector)?.dataset["block"]
      const cell = at.closest<HTMLElement>("[data-cell]")?.dataset["cell"]
      return id === undefined
        ? undefined
        : { id, cell: cell === undefined ? null : Number(cell), from: "result" as const }
    }
    const over = (event: Event) => {
      const place = target(event)
      selection.point(place === undefined ? null : { ...place, isChosen: false })
    }
    const choose = (event: Event) => {
      const place = target(event)
      if (place !== undefined) selection.point({ ...place, isChosen: true })
    }
    pane.addEventListener("pointerover", over)
    pane.addEventListener("click", choose)
    return () => {
      stop()
      forget()
      pane.removeEventListener("pointerover", over)
      pane.removeEventListener("click", choose)
      pane.replaceChildren()
    }
  }, [all, result, pdf, selection])

  return <div class="document" ref={root} />
}
