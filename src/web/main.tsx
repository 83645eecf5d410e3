/** The page at `/`: see a PDF become Markdown. */
import { render } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import { conversions, named, type State } from "./Conversion.ts"
import { Done } from "./Done.tsx"
import { Progress } from "./Progress.tsx"
import { Start } from "./Start.tsx"
import { text } from "./strings.ts"

const useOffline = () => {
  const [isOffline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    addEventListener("online", look)
    addEventListener("offline", look)
    return () => {
      removeEventListener("online", look)
      removeEventListener("offline", look)
    }
  }, [])
  return isOffline
}

/** What is dropped never leaves the page, wherever it falls. */
const useDrops = (take: (file: File) => void) => {
  useEffect(() => {
    const drag = (event: DragEvent) => {
      event.preventDefault()
      const file = event.type === "drop" ? event.dataTransfer?.files[0] : undefined
      if (file !== undefined) take(file)
    }
    addEventListener("dragover", drag)
    addEventListener("drop", drag)
    return () => {
      removeEventListener("dragover", drag)
      removeEventListener("drop", drag)
    }
  })
}

const Header = ({ home }: { readonly home: () => void }) => (
  <header>
    <a
      class="brand"
      href="/"
      onClick={(event) => {
        event.preventDefault()
        home()
      }}
    >
      {text.product}
    </a>
    <nav>
      <a href="/docs">{text.documentation}</a>
      <a href="/console">{text.console}</a>
    </nav>
  </header>
)

const App = () => {
  const [state, setState] = useState<State>({ at: "start" })
  const isOffline = useOffline()
  const own = useMemo(() => conversions(setState), [])
  // the start takes its own, and what is under way goes on
  useDrops((file) => {
    if (state.at === "done") void own.start(file)
  })

  useEffect(() => {
    const resume = () => void own.resume()
    if (named() !== null) resume()
    addEventListener("popstate", resume)
    return () => removeEventListener("popstate", resume)
  }, [own])

  return (
    <>
      <Header home={() => void own.leave()} />
      {state.at === "start" ? (
        <Start
          failure={state.failure}
          start={(source) => void own.start(source)}
          open={(jobId) => void own.open(jobId)}
        />
      ) : null}
      {state.at === "sending" || state.at === "working" ? (
        <Progress
          state={state}
          isOffline={isOffline}
          cancel={() => void own.cancel(state.at === "working" ? state.job.job_id : null)}
        />
      ) : null}
      {state.at === "done" ? (
        <Done
          result={state.result}
          source={state.source}
          leave={() => void own.leave()}
          again={(source) => void own.start(source)}
        />
      ) : null}
    </>
  )
}

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
