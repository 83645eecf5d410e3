/** The Markdown as a document, its blocks tied to their places on the pages. */
import { useEffect, useMemo, useRef } from "preact/hooks"
import { rendered, setFormulas } from "./Markdown.ts"
import type { Result } from "./Result.ts"
import { type Section, sections } from "./Sections.ts"
import type { Selection } from "./Selection.ts"

/** Sections this near to what is seen are rendered, in CSS pixels. */
const margin = "1200px"

const blockSelector = "[data-block]"

/** Renders a section into its element, each block known by its id. */
const fill = (element: HTMLElement, section: Section) => {
  for (const { blocks, markdown } of section.groups) {
    const fragment = rendered(markdown)
    const items = blocks.length > 1 || blocks[0]?.type === "list_item" ? [...fragment.querySelectorAll("li")] : []
    if (items.length === blocks.length && items.length > 0) {
      for (const [index, item] of items.entries()) item.dataset["block"] = blocks[index]?.id ?? ""
      element.append(fragment)
      continue
    }
    const frame = document.createElement("div")
    const [only] = blocks
    if (only !== undefined) frame.dataset["block"] = only.id
    frame.append(fragment)
    element.append(frame)
  }
  void setFormulas(element)
}

export const ResultPane = ({ result, selection }: { readonly result: Result; readonly selection: Selection }) => {
  const root = useRef<HTMLDivElement>(null)
  const all = useMemo(() => sections(result), [result])
  const pageOf = useMemo(() => new Map(result.blocks.map((block) => [block.id, block.page])), [result])

  useEffect(() => {
    const pane = root.current
    if (pane === null) return
    const waiting = new Map<Element, Section>()
    const show = (element: Element) => {
      const section = waiting.get(element)
      if (section === undefined) return
      waiting.delete(element)
      observer.unobserve(element)
      fill(element as HTMLElement, section)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) show(target)
      },
      { root: pane.parentElement, rootMargin: margin }
    )
    const places = new Map<number, Element>()
    for (const section of all) {
      const element = document.createElement("section")
      element.className = "sheet"
      // A guess, until it is rendered.
      element.style.setProperty(
        "--guess",
        `${section.groups.reduce((sum, group) => sum + 24 + group.markdown.length / 3, 0)}px`
      )
      waiting.set(element, section)
      places.set(section.page, element)
      pane.append(element)
      observer.observe(element)
    }

    const elementOf = (id: string) => pane.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)
    const stop = selection.listen((now, before) => {
      if (before !== null) elementOf(before.id)?.classList.remove("pointed")
      if (now === null) return
      const place = places.get(pageOf.get(now.id) ?? 0)
      if (now.isChosen && place !== undefined) show(place)
      const element = elementOf(now.id)
      element?.classList.add("pointed")
      if (now.from === "page" && now.isChosen) element?.scrollIntoView({ block: "center" })
    })
    const target = (event: Event) => (event.target as Element).closest<HTMLElement>(blockSelector)?.dataset["block"]
    const over = (event: Event) => {
      const id = target(event)
      selection.point(id === undefined ? null : { id, from: "result", isChosen: false })
    }
    const choose = (event: Event) => {
      const id = target(event)
      if (id !== undefined) selection.point({ id, from: "result", isChosen: true })
    }
    pane.addEventListener("pointerover", over)
    pane.addEventListener("click", choose)
    return () => {
      stop()
      observer.disconnect()
      pane.removeEventListener("pointerover", over)
      pane.removeEventListener("click", choose)
      pane.replaceChildren()
    }
  }, [all, pageOf, selection])

  return <div class="document" ref={root} />
}
