/** The PDF's own pages, drawn by pdf.js as they come into sight, with the places of blocks over them. */
import { useEffect, useRef, useState } from "preact/hooks"
import type { Block, Box, Result } from "../Result.ts"
import { text } from "../strings.ts"
import { cellAt, cellUnder, contains } from "./Cells.ts"
import { draw, type Pdf } from "./Pdf.ts"
import type { Selection } from "./Selection.ts"
import { sight } from "./Sight.ts"

/** The smallest block at a point of a page, in fractions of it. */
const blockAt = (blocks: ReadonlyArray<Block>, page: number, x: number, y: number): Block | undefined => {
  let best: { readonly block: Block; readonly area: number } | undefined
  for (const block of blocks) {
    for (const { page: on, bbox } of block.places) {
      if (on !== page || (block.span === null && block.type !== "figure")) continue
      const area = bbox.width * bbox.height
      if (contains(bbox, x, y) && (best === undefined || area < best.area)) best = { block, area }
    }
  }
  return best?.block
}

/** What is pointed at, laid over its page. */
const markOf = ({ x, y, width, height }: Box, kind: string) => {
  const mark = document.createElement("div")
  mark.className = kind
  mark.style.left = `${x * 100}%`
  mark.style.top = `${y * 100}%`
  mark.style.width = `${width * 100}%`
  mark.style.height = `${height * 100}%`
  return mark
}

interface Props {
  readonly pdf: Pdf
  readonly result: Result
  readonly selection: Selection
}

export const PagePane = ({ pdf, result, selection }: Props) => {
  const root = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)

  useEffect(() => {
    pdf.then(
      ({ numPages }) => setCount(numPages),
      () => {}
    )
  }, [pdf])

  useEffect(() => {
    const pane = root.current
    if (pane === null) return
    const { watch, stop: forget } = sight(pane.parentElement)
    for (const element of pane.querySelectorAll<HTMLElement>(".page")) {
      watch(element, () => draw(pdf, Number(element.dataset["page"]), element))
    }

    const blocks = new Map(result.blocks.map((block) => [block.id, block]))
    const marks: Array<Element> = []
    const lay = (page: number, box: Box, kind: string) => {
      const mark = markOf(box, kind)
      pane.children[page - 1]?.append(mark)
      marks.push(mark)
    }
    const stop = selection.listen((now) => {
      for (const mark of marks.splice(0)) mark.remove()
      const block = now === null ? undefined : blocks.get(now.id)
      const cell = typeof now?.cell === "number" ? cellAt(block?.rows ?? [], now.cell) : undefined
      if (cell !== undefined) lay(cell.page, cell.bbox, "mark cell")
      for (const { page, bbox } of block?.places ?? []) lay(page, bbox, cell === undefined ? "mark" : "mark around")
      if (now?.from === "result" && now.isChosen) marks[0]?.scrollIntoView({ block: "center" })
    })
    const found = (event: PointerEvent | MouseEvent) => {
      const sheet = (event.target as Element).closest<HTMLElement>("[data-page]")
      if (sheet === null) return undefined
      const { left, top, width, height } = sheet.getBoundingClientRect()
      const [page, x, y] = [
        Number(sheet.dataset["page"]),
        (event.clientX - left) / width,
        (event.clientY - top) / height
      ]
      const block = blockAt(result.blocks, page, x, y)
      return block && { id: block.id, cell: cellUnder(block.rows ?? [], page, x, y), from: "page" as const }
    }
    const over = (event: PointerEvent) => {
      const place = found(event)
      selection.point(place === undefined ? null : { ...place, isChosen: false })
    }
    const choose = (event: MouseEvent) => {
      const place = found(event)
      if (place !== undefined) selection.point({ ...place, isChosen: true })
    }
    pane.addEventListener("pointermove", over)
    pane.addEventListener("click", choose)
    return () => {
      stop()
      forget()
      pane.removeEventListener("pointermove", over)
      pane.removeEventListener("click", choose)
    }
  }, [pdf, count, result, selection])

  const shapeOf = (page: number) => {
    const shape = result.pages.find((shape) => shape.page === page)
    return shape === undefined ? "1 / 1.414" : `${shape.width} / ${shape.height}`
  }

  return (
    <div class="pages" ref={root}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          class="page"
          data-page={index + 1}
          role="img"
          aria-label={text.pageNumber(index + 1, count)}
          style={{ aspectRatio: shapeOf(index + 1) }}
        />
      ))}
    </div>
  )
}
