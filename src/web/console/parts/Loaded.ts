/** What a view shows of the API: loaded when its path changes, kept while it is loaded anew. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { get, withQuery } from "./Api.ts"

export interface Loaded<A> {
  readonly data: A | null
  readonly failure: Error | null
  readonly reload: () => Promise<void>
}

/** `path` of null loads nothing. */
export const useLoaded = <A>(path: string | null): Loaded<A> => {
  const [state, setState] = useState<{
    readonly path: string | null
    readonly data: A | null
    readonly failure: Error | null
  }>({
    path: null,
    data: null,
    failure: null
  })
  const wanted = useRef(path)
  wanted.current = path
  const reload = useCallback(async () => {
    if (path === null) return
    const next = await get<A>(path).then(
      (data) => ({ path, data, failure: null }),
      (failure: Error) => ({ path, data: null, failure })
    )
    // An answer that comes late is not what is looked at now.
    if (wanted.current === path)
      setState((now) => (next.failure !== null && now.path === path ? { ...now, failure: next.failure } : next))
  }, [path])
  useEffect(() => void reload(), [reload])
  const isHere = state.path === path
  return { data: isHere ? state.data : null, failure: isHere ? state.failure : null, reload }
}

/** Loads anew every so many ms while something is under way, unless nobody looks. */
export const useRefresh = (isMoving: boolean, reload: () => Promise<void>, millis: number): void => {
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden) void reload()
    }, millis)
    return () => clearInterval(timer)
  }, [isMoving, reload, millis])
}

interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

export interface Pages<A> {
  readonly items: ReadonlyArray<A> | null
  readonly failure: Error | null
  /** Loads what comes after; null at the end. */
  readonly more: (() => Promise<void>) | null
  /** Loads the first page anew, and shows it in place of all. */
  readonly reload: () => Promise<void>
}

/** A list that is read page by page, as far as somebody asks for it. */
export const usePages = <A>(path: string): Pages<A> => {
  const first = useLoaded<Page<A>>(path)
  const [rest, setRest] = useState<{
    readonly of: Page<A> | null
    readonly items: ReadonlyArray<A>
    readonly next: string | null
  }>({
    of: null,
    items: [],
    next: null
  })
  const [failure, setFailure] = useState<Error | null>(null)
  const isRest = rest.of !== null && rest.of === first.data
  const next = isRest ? rest.next : (first.data?.next_cursor ?? null)
  const [bare = "", query = ""] = path.split("?")
  const more = async () => {
    setFailure(null)
    try {
      const page = await get<Page<A>>(
        withQuery(bare, { ...Object.fromEntries(new URLSearchParams(query)), cursor: next })
      )
      setRest({ of: first.data, items: [...(isRest ? rest.items : []), ...page.items], next: page.next_cursor })
    } catch (error) {
      setFailure(error as Error)
    }
  }
  return {
    items: first.data === null ? null : isRest ? [...first.data.items, ...rest.items] : first.data.items,
    failure: first.failure ?? failure,
    more: next === null ? null : more,
    reload: first.reload
  }
}
