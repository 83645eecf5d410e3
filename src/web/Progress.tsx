/** A conversion on its way. */
import type { State } from "./Conversion.ts"
import { text } from "./strings.ts"

type Running = Extract<State, { readonly at: "sending" | "working" }>

/** What happens, and how far it is; null where that is not known. */
const stage = (state: Running): { readonly what: string; readonly share: number | null } => {
  if (state.at === "sending") {
    return state.sent === null
      ? { what: text.fetching, share: null }
      : { what: text.uploading(state.sent), share: state.sent }
  }
  const { status, pages, pages_done } = state.job
  if (status === "queued") return { what: text.queued, share: null }
  return { what: text.reading(pages_done, pages), share: pages === null || pages === 0 ? null : pages_done / pages }
}

interface Props {
  readonly state: Running
  readonly isOffline: boolean
  readonly cancel: () => void
}

export const Progress = ({ state, isOffline, cancel }: Props) => {
  const { what, share } = stage(state)
  return (
    <main class="progress">
      <h1>{state.at === "sending" ? state.name : state.job.file_name}</h1>
      <progress aria-label={what} {...(share === null ? {} : { value: share, max: 1 })} />
      <p role="status">{isOffline ? text.offline : what}</p>
      <button type="button" onClick={cancel}>
        {text.cancel}
      </button>
    </main>
  )
}
