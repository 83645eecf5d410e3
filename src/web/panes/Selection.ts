/** The block that is pointed at, on the page or in the result: both panes listen. */

export type Side = "page" | "result"

export interface Pointed {
  readonly id: string
  /** Which cell of a table, counted row by row. */
  readonly cell: number | null
  readonly from: Side
  /** It was chosen, not only passed over: the other pane turns to it. */
  readonly isChosen: boolean
}

type Listener = (now: Pointed | null, before: Pointed | null) => void

export interface Selection {
  readonly point: (pointed: Pointed | null) => void
  /** Yields how to stop listening. */
  readonly listen: (listener: Listener) => () => void
}

export const selection = (): Selection => {
  const listeners = new Set<Listener>()
  let now: Pointed | null = null
  return {
    point: (next) => {
      if (next?.id === now?.id && next?.cell === now?.cell && next?.isChosen !== true) return
      const before = now
      now = next
      for (const listener of listeners) listener(next, before)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
