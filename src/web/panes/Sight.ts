/** Elements that are drawn while they are near to what is seen of a pane, and forgotten beyond it. */

/** How near, in CSS pixels. */
const margin = "800px"

/** Draws an element; yields how to forget it. */
type Draw = () => () => void

export const sight = (root: Element | null) => {
  const draws = new Map<Element, Draw>()
  const drawn = new Map<Element, () => void>()

  /** Draws one that is not in sight yet. */
  const show = (element: Element) => {
    const draw = draws.get(element)
    if (draw !== undefined && !drawn.has(element)) drawn.set(element, draw())
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) show(target)
        else {
          drawn.get(target)?.()
          drawn.delete(target)
        }
      }
    },
    { root, rootMargin: margin }
  )

  return {
    show,
    watch: (element: Element, draw: Draw) => {
      draws.set(element, draw)
      observer.observe(element)
    },
    stop: () => {
      observer.disconnect()
      for (const forget of drawn.values()) forget()
    }
  }
}
