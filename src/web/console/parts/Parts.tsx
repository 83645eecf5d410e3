/** What the views are made of. */
import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { text } from "../strings.ts"
import { Refusal } from "./Api.ts"
import { shown } from "./Shown.ts"

/** Milliseconds that a saying is shown: long enough to find it, and to read each letter of it. */
const shownFor = (what: string) => 4_000 + 80 * what.length

/** Says something to whoever listens to the page, and shows it for a moment. */
export const said = new EventTarget()

export const say = (what: string) => said.dispatchEvent(new CustomEvent("said", { detail: what }))

export const Sayings = () => {
  const [what, setWhat] = useState("")
  useEffect(() => {
    let timer = 0
    const hear = (event: Event) => {
      const heard = String((event as CustomEvent).detail)
      setWhat(heard)
      clearTimeout(timer)
      timer = setTimeout(() => setWhat(""), shownFor(heard)) as unknown as number
    }
    said.addEventListener("said", hear)
    return () => said.removeEventListener("said", hear)
  }, [])
  return (
    <div role="status" class={what === "" ? "saying silent" : "saying"}>
      {what}
    </div>
  )
}

export const Failure = ({ error }: { readonly error: Error | null }) =>
  error === null ? null : (
    <p class="failure" role="alert">
      {error instanceof Refusal ? (text.failures[error.code] ?? error.message) : text.offline}
      {error instanceof Refusal && error.status >= 500 && error.requestId !== null ? (
        <span class="quiet"> {text.reference(error.requestId)}</span>
      ) : null}
    </p>
  )

/** An act that may be refused: it runs once at a time, and what was refused is told where it was asked. */
export const useAct = () => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, act }
}

export const Time = ({ at, none = text.never }: { readonly at: string | null; readonly none?: string }) =>
  at === null ? (
    <span class="quiet">{none}</span>
  ) : (
    <time dateTime={at} title={shown.exact(at)}>
      {shown.moment(at)}
    </time>
  )

export const Copy = ({ value, label = text.copy }: { readonly value: string; readonly label?: string }) => (
  <button
    type="button"
    onClick={() =>
      // By plain http from another machine there is no clipboard.
      (async () => navigator.clipboard.writeText(value))().then(
        () => say(text.copied),
        () => say(text.notCopied)
      )
    }
  >
    {label}
  </button>
)

/** A secret or a line to type, whole, with a button to copy it. */
export const Code = ({ value, copy = text.copy }: { readonly value: string; readonly copy?: string }) => (
  <div class="code">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, by keyboard too */}
    <pre tabIndex={0}>{value}</pre>
    <Copy value={value} label={copy} />
  </div>
)

/** Head of a view: what it is, what it is for, and what can be done first. */
export const Head = ({
  title,
  lead,
  isAddress,
  children
}: {
  readonly title: string
  readonly isAddress?: boolean
  readonly lead?: string
  readonly children?: ComponentChildren
}) => (
  <div class="heading">
    <div>
      <h1 tabIndex={-1} class={isAddress ? "address" : ""}>
        {title}
      </h1>
      {lead === undefined ? null : <p class="quiet">{lead}</p>}
    </div>
    {children === undefined ? null : <div class="buttons">{children}</div>}
  </div>
)

export const Badge = ({
  kind,
  children
}: {
  readonly kind: "good" | "bad" | "busy" | "idle"
  readonly children: ComponentChildren
}) => <span class={`badge ${kind}`}>{children}</span>

export const Meter = ({
  used,
  limit,
  label
}: {
  readonly used: number
  readonly limit: number | null
  readonly label: string
}) => (
  <progress
    aria-label={label}
    value={limit === null ? 0 : Math.min(used, limit)}
    max={limit === null || limit === 0 ? 1 : limit}
  />
)

export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, ComponentChildren]> }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
