/** Where in the console one is: the address says it, so that back, reload and links work. */
import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"

export interface Place {
  /** What comes after `/console`. */
  readonly path: ReadonlyArray<string>
  readonly query: URLSearchParams
}

const current = (): Place => ({
  path: location.pathname.split("/").slice(2),
  query: new URLSearchParams(location.search)
})

const moved = new EventTarget()

export const go = (href: string, how: "push" | "replace" = "push") => {
  if (href === location.pathname + location.search) return
  if (how === "push") history.pushState(null, "", href)
  else history.replaceState(null, "", href)
  moved.dispatchEvent(new Event("moved"))
}

/** The same view with other parameters; those without a value go. */
export const goWith = (query: Readonly<Record<string, string | null>>) => {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === "") next.delete(name)
    else next.set(name, value)
  }
  const search = next.toString()
  go(location.pathname + (search === "" ? "" : `?${search}`))
}

export const usePlace = (): Place => {
  const [place, setPlace] = useState(current)
  useEffect(() => {
    const look = () => setPlace(current())
    addEventListener("popstate", look)
    moved.addEventListener("moved", look)
    return () => {
      removeEventListener("popstate", look)
      moved.removeEventListener("moved", look)
    }
  }, [])
  return place
}

interface LinkProps {
  readonly href: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly isHere?: boolean
}

/** A link within the console; one that is to open elsewhere does. */
export const Link = ({ href, children, class: name, isHere }: LinkProps) => (
  <a
    href={href}
    {...(name === undefined ? {} : { class: name })}
    {...(isHere ? { "aria-current": "page" as const } : {})}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      go(href)
    }}
  >
    {children}
  </a>
)

/** The way to the list that a view belongs to. */
export const Back = ({ href, children }: { readonly href: string; readonly children: ComponentChildren }) => (
  <p class="back">
    <Link href={href}>{children}</Link>
  </p>
)
