/** The PDF's own pages, drawn by pdf.js as they come into sight, with the places of blocks over them. */
import type { PDFDocumentProxy, RenderTask } from "pdfjs-dist"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Block, Result } from "./Result.ts"
import type { Selection } from "./Selection.ts"
import { text } from "./strings.ts"

/** Pages this near to what is seen are drawn, and forgotten beyond it, in CSS pixels. */
const margin = "800px"

/** No page is drawn with more pixels than this, on whatever screen. */
const maxPixels = 8_000_000

const opened = async (file: Blob): Promise<PDFDocumentProxy> => {
  const pdfjs = await import("pdfjs-dist")
  pdfjs.GlobalWorkerOptions.workerSrc = __WORKER__
  return pdfjs.getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    cMapUrl: "/assets/",
    cMapPacked: true,
    standardFontDataUrl: "/assets/",
    wasmUrl: "/assets/",
    iccUrl: "/assets/",
    enableXfa: true
  }).promise
}

/** Draws the page into its element, as wide as that is; yields how to stop and forget it. */
const draw = (pdf: PDFDocumentProxy, number: number, element: HTMLElement) => {
  let task: RenderTask | null = null
  let isOver = false
  const canvas = document.createElement("canvas")
  const run = async () => {
    const page = await pdf.getPage(number)
    const plain = page.getViewport({ scale: 1 })
    element.style.aspectRatio = `${plain.width} / ${plain.height}`
    const wanted = (element.clientWidth / plain.width) * devicePixelRatio
    const scale = Math.min(wanted, Math.sqrt(maxPixels / (plain.width * plain.height)))
    const viewport = page.getViewport({ scale })
    if (isOver) return
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    task = page.render({ canvas, viewport })
    element.prepend(canvas)
    await task.promise
  }
  // A page that cannot be drawn stays blank; its text is in the result.
  run().catch(() => {})
  return () => {
    isOver = true
    task?.cancel()
    canvas.remove()
    canvas.width = 0
  }
}

/** The smallest block at a point of a page, in fractions of it. */
const blockAt = (blocks: ReadonlyArray<Block>, page: number, x: number, y: number): Block | undefined => {
  let best: { readonly block: Block; readonly area: number } | undefined
  for (const block of blocks) {
    for (const { page: on, bbox } of block.places) {
      if (on !== page || block.span === null) continue
      const isIn = x >= bbox.x && x <= bbox.x + bbox.width && y >= bbox.y && y <= bbox.y + bbox.height
      const area = bbox.width * bbox.height
      if (isIn && (best === undefined || area < best.area)) best = { block, area }
    }
  }
  return best?.block
}

interface Props {
  readonly file: Blob
  readonly result: Result
  readonly selection: Selection
}

export const PagePane = ({ file, result, selection }: Props) => {
  const root = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)

  useEffect(() => {
    let own: PDFDocumentProxy | null = null
    let isOver = false
    opened(file).then(
      (pdf) => {
        own = pdf
        if (isOver) return void pdf.loadingTask.destroy()
        setPdf(pdf)
        setCount(pdf.numPages)
      },
      () => {}
    )
    return () => {
      isOver = true
      void own?.loadingTask.destroy()
    }
  }, [file])

  useEffect(() => {
    const pane = root.current
    if (pane === null || pdf === null) return
    const drawn = new Map<Element, () => void>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting && !drawn.has(target)) {
            drawn.set(target, draw(pdf, Number((target as HTMLElement).dataset["page"]), target as HTMLElement))
          } else if (!isIntersecting) {
            drawn.get(target)?.()
            drawn.delete(target)
          }
        }
      },
      { root: pane.parentElement, rootMargin: margin }
    )
    for (const element of pane.children) observer.observe(element)

    const marks: Array<Element> = []
    const stop = selection.listen((now) => {
      for (const mark of marks.splice(0)) mark.remove()
      const block = now === null ? undefined : result.blocks.find(({ id }) => id === now.id)
      for (const { page, bbox } of block?.places ?? []) {
        const mark = document.createElement("div")
        mark.className = "mark"
        mark.style.left = `${bbox.x * 100}%`
        mark.style.top = `${bbox.y * 100}%`
        mark.style.width = `${bbox.width * 100}%`
        mark.style.height = `${bbox.height * 100}%`
        pane.children[page - 1]?.append(mark)
        marks.push(mark)
      }
      if (now?.from === "result" && now.isChosen) marks[0]?.scrollIntoView({ block: "center" })
    })
    const found = (event: PointerEvent | MouseEvent) => {
      const sheet = (event.target as Element).closest<HTMLElement>("[data-page]")
      if (sheet === null) return undefined
      const { left, top, width, height } = sheet.getBoundingClientRect()
      return blockAt(
        result.blocks,
        Number(sheet.dataset["page"]),
        (event.clientX - left) / width,
        (event.clientY - top) / height
      )
    }
    const over = (event: PointerEvent) => {
      const block = found(event)
      selection.point(block === undefined ? null : { id: block.id, from: "page", isChosen: false })
    }
    const choose = (event: MouseEvent) => {
      const block = found(event)
      if (block !== undefined) selection.point({ id: block.id, from: "page", isChosen: true })
    }
    pane.addEventListener("pointermove", over)
    pane.addEventListener("click", choose)
    return () => {
      stop()
      observer.disconnect()
      for (const forget of drawn.values()) forget()
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
